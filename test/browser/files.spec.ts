import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { bareGraph, makeWorkflow, plain } from './support/graphs';
import { card, openEditor } from './support/studio';
import { expect, test } from './support/test';

async function importFile(page: Page, name: string, content: unknown): Promise<void> {
  await page
    .getByTestId('import-file')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(content)) });
}

test('B43: a file of a newer release and one with a missing field are refused with code and path', async ({
  firstPage: page,
  allowed,
}) => {
  allowed.push(/422/);
  const { nodes: _, ...withoutNodes } = bareGraph('Torn');
  const cases = [
    { file: { ...bareGraph('Newer'), schemaVersion: '1.7' }, path: '/schemaVersion', says: /1\.7/ },
    { file: withoutNodes, path: '/nodes', says: /.+/ },
  ];
  for (const { file, path, says } of cases) {
    await importFile(page, 'given.json', file);
    const dialog = page.getByRole('dialog', { name: 'given.json cannot be imported' });
    const row = dialog
      .getByRole('row')
      .filter({ has: page.getByText(path, { exact: true }) })
      .first();
    await expect(row.getByRole('cell').nth(1)).toHaveText(says);
    await expect(row.getByRole('cell').nth(2)).toHaveText(/^[A-Z_]+$/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('B46: a file imported a second time brings the graph back', async ({ firstPage: page }) => {
  const graph = bareGraph('Twice');
  await importFile(page, 'twice.json', graph);
  await expect(card(page, 'output')).toBeVisible();
  await page.goto('/workflows');
  await page.getByRole('button', { name: 'More for Twice' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'More for Twice' })).toHaveCount(0);

  await importFile(page, 'twice.json', graph);
  await expect(card(page, 'output')).toBeVisible();
  await page.goto('/workflows');
  await importFile(page, 'twice.json', graph);
  await expect(card(page, 'output')).toBeVisible();
  await page.goto('/workflows');
  await expect(page.getByRole('button', { name: 'More for Twice' })).toHaveCount(2);
});

test('B46: on a canvas that was emptied, the same file brings the graph back', async ({
  firstPage: page,
}) => {
  const graph = bareGraph('Emptied');
  const file = { ...graph, nodes: [...graph.nodes, plain('extra')] };
  await importFile(page, 'emptied.json', file);
  await expect(card(page, 'extra')).toBeVisible();
  const first = page.url();
  await page.locator('main').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.locator('.react-flow__node')).toHaveCount(1);
  const hint = page.getByRole('complementary', { name: 'Where to begin' });
  await expect(hint).toBeVisible();
  await importFile(page, 'emptied.json', file);
  await expect(card(page, 'extra')).toBeVisible();
  await expect(card(page, 'output')).toBeVisible();
  await expect(page).not.toHaveURL(first);
});

test('B47: an export gives the draft as it stands, without the credentials typed into it, as a file that can be imported', async ({
  signedInPage: page,
  service,
}) => {
  const headers = { Authorization: 'Bearer sk-live-1234', 'X-Key': { $secret: 'KEY' } };
  const call = {
    id: 'call',
    type: 'http',
    name: 'Call',
    config: { method: 'GET', url: 'https://a.example/', headers },
  };
  const graph = bareGraph('Taken along');
  const { id } = await makeWorkflow(service, { ...graph, nodes: [...graph.nodes, call] });
  await openEditor(page, id);
  // Exported at once, an edit is in it.
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Taken with me');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as a file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Taken with me.json');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).not.toContain('sk-live');
  const file = JSON.parse(text);
  expect(file.graph.nodes.at(-1).config.headers['X-Key']).toEqual({ $secret: 'KEY' });
  expect(file).toMatchObject({
    graph: { id, name: 'Taken with me' },
    layout: { nodes: { start: { x: 64 } } },
  });
  await page.goto('/workflows');
  await importFile(page, 'again.json', file);
  await expect(card(page, 'output')).toBeVisible();
});
