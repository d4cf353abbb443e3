import { makeWorkflow, saveDraft } from './support/graphs';
import { card, openEditor } from './support/studio';
import { expect, test } from './support/test';

const START = { id: 'start', type: 'start', name: 'Begin', config: {} };
const OUTPUT = { id: 'output', type: 'output', name: 'End', config: { value: { text: 'Hello' } } };

const call = (secret: string, url: string) => ({
  id: 'call',
  type: 'http',
  name: 'Call',
  config: { method: 'GET', url, headers: { authorization: { $secret: secret } } },
});
const SHAPE = { id: 'shape', type: 'transform', name: 'Shape', config: { value: { n: 1 } } };

const graph = (middle: readonly { id: string }[]) => {
  const ids = ['start', ...middle.map(({ id }) => id), 'output'];
  return {
    schemaVersion: '1.0',
    name: 'Three versions',
    nodes: [START, ...middle, OUTPUT],
    edges: ids.slice(1).map((target, at) => ({ id: `e${at}`, source: ids[at]!, target })),
    settings: { runTimeoutSeconds: 700_000 }, // a week is the most
  };
};

test('versions are published with a note, compared in words, picture and text, and one is restored', async ({
  signedInPage: page,
  service,
}) => {
  const made = await makeWorkflow(service, graph([call('FIRST_KEY', 'https://a.example/one')]));
  const { id } = made;
  const publish = (note: string) => service.call('POST', `/workflows/${id}/publish`, { note });
  await publish('The first of all');
  const save = (nodes: readonly { id: string }[]) => saveDraft(service, id, graph(nodes));
  await save([call('SECOND_KEY', 'https://a.example/two'), SHAPE]);

  // The list tells that the draft is ahead, and leads to how.
  await page.goto('/workflows');
  const listed = page.locator('.wl tbody tr').filter({ has: page.locator(`a[href="/workflows/${id}"]`) });
  await listed.getByRole('link', { name: 'changed' }).click();
  await expect(page.locator('.vchanges [data-change="added"]').first()).toContainText('now leads to End');
  await expect(page.locator('.vchanges')).not.toContainText('default');

  // The badge in the editor tells how far the draft is from what is published, and leads there.
  await openEditor(page, id);
  const bar = page.locator('.editor-bar');
  await expect(bar.getByText('v1', { exact: false })).toBeVisible();
  await bar.getByRole('link', { name: /^\d changes$/ }).click();
  const changes = page.locator('.vchanges');
  const row = (name: string) =>
    changes.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('Shape').first()).toContainText('new: Transform');
  const changed = changes.locator('[data-change="changed"]').filter({ hasText: 'Call' });
  await expect(changed).toContainText('https://a.example/one');
  await expect(changed.locator('ins')).toHaveText('https://a.example/two');
  await expect(changed).toContainText('authorization changed');
  await expect(changes).not.toContainText('_KEY');
  await expect(page.locator('[data-picture-node="shape"]')).toHaveClass(/dn-added/);
  await expect(page.locator('[data-picture-node="start"]')).toHaveClass(/dn-same/);
  await changed.getByRole('button', { name: /^Show/ }).click();
  await expect(page.locator('[data-picture-node="call"]')).toHaveClass(/\bon\b/);
  await page.getByRole('radio', { name: 'Text' }).click();
  await expect(page.locator('.vtext .td-removed')).toContainText(['https://a.example/one']);
  await expect(page.locator('.vtext')).not.toContainText('_KEY');

  // Published in the studio with a note: the list tells it, and the badge falls silent.
  await page.getByRole('link', { name: 'Open the draft' }).click();
  await bar.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Shape' }).first()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What is new' }).fill('Shapes the answer · 整理答案');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  const report = page.getByRole('dialog');
  await expect(report.getByText('Time of a run: asked 700,000, given 604,800')).toBeVisible();
  await report.getByRole('button', { name: 'Done' }).click();
  await expect(bar.getByRole('link', { name: /changes?$/ })).toBeHidden();
  await bar.getByRole('button', { name: 'Versions' }).click();
  const list = page.getByRole('list', { name: 'Versions' });
  await expect(list.getByRole('listitem')).toContainText([
    'the same as version 2',
    'Shapes the answer · 整理答案',
    'The first of all',
  ]);
  await expect(list.getByRole('listitem').nth(1)).toContainText('live');

  // Any two, by the keyboard too; the address keeps them.
  await page.getByRole('combobox', { name: 'From' }).selectOption('2');
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('1');
  await expect(page).toHaveURL(/from=2&to=1/);
  await expect(row('Shape').first()).toContainText('gone: Transform');
  await page.reload();
  await expect(page.locator('[data-picture-node="shape"]')).toHaveClass(/dn-removed/);

  // Restored as the draft, in one step that an undo takes back.
  await page.getByRole('link', { name: 'Restore 1 as draft' }).click();
  await expect(card(page, 'shape')).toBeHidden();
  await expect(card(page, 'call')).toBeVisible();
  await expect(bar.getByRole('link', { name: /changes$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(card(page, 'shape')).toBeVisible();
  await expect(bar.getByRole('link', { name: /changes$/ })).toBeHidden();
});
