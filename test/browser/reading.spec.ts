import type { Page } from '@playwright/test';
import { makeScene } from './support/graphs';
import { card, expectState, openEditor, runBar } from './support/studio';
import { expect, test } from './support/test';

const SOURCE = `function main(input) {
  console.log('looked at ' + input.n);
  if (input.n === 1) throw new Error('no luck');
  return { n: input.n };
}`;

/** Three rounds, of which the second fails, which the loop bears. */
const rounds = {
  inputSchema: { type: 'object', properties: { seen: { type: 'string', title: 'Seen' } } },
  nodes: [
    { id: 'start', type: 'start', name: 'Begin', config: {} },
    {
      id: 'each',
      type: 'loop',
      name: 'Each',
      config: { over: 'count', count: 3, onItemError: 'continue' },
    },
    {
      id: 'look',
      type: 'code',
      name: 'Look',
      parentId: 'each',
      config: { input: { n: '{{ nodes.each.data.index }}' }, source: SOURCE },
    },
    {
      id: 'keep',
      type: 'transform',
      name: 'Keep',
      parentId: 'each',
      config: { value: { n: '{{ nodes.look.data.n }}' } },
    },
    {
      id: 'output',
      type: 'output',
      name: 'End',
      config: { value: { count: '{{ nodes.each.data.count }}' } },
    },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'each' },
    { id: 'e2', source: 'look', target: 'keep' },
    { id: 'e3', source: 'each', target: 'output' },
  ],
};

const places = {
  start: { x: 0, y: 64 },
  each: { x: 176, y: 0 },
  look: { x: 40, y: 96 },
  keep: { x: 304, y: 96 },
  output: { x: 800, y: 64 },
};

const inspector = (page: Page) => page.getByRole('complementary', { name: 'Settings of the selection' });

test('what a run did is read at its edges, by iteration, beside the settings and in the code', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeScene(service, 'Rounds', rounds, places);
  await openEditor(page, id);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  const dialog = page.getByRole('dialog');
  await run.click();
  await dialog.getByRole('textbox', { name: 'Seen' }).fill('nothing yet');
  await dialog.getByRole('button', { name: /^Start/ }).click();
  await expect(runBar(page).getByText('Completed', { exact: true })).toBeVisible();
  const tab = (name: string) => inspector(page).getByRole('tab', { name });

  await test.step('counts and iterations on the canvas', async () => {
    await expectState(page, 'look', 'failed');
    await expect(page.locator('.el', { hasText: '2×' })).toBeVisible();
    await card(page, 'each').getByRole('button', { name: '1', exact: true }).click();
    await expectState(page, 'look', 'completed');
    await expect(page.locator('.el')).toHaveCount(0);
    await card(page, 'each').getByRole('button', { name: '1', exact: true }).click();
    await expectState(page, 'look', 'failed');
  });

  await test.step('one click on the failed node leads to what failed it', async () => {
    await card(page, 'look').locator('b').click();
    await expect(inspector(page).getByRole('combobox', { name: 'Iteration' })).toHaveValue('look~1');
    await expect(inspector(page).locator('.notice.bad')).toContainText('no luck');
    await tab('Log').click();
    await expect(inspector(page).locator('.log-lines')).toHaveText('info looked at 1');
  });

  await test.step('the line is marked in the code, and the type is explained', async () => {
    await tab('Settings').click();
    const code = inspector(page).locator('[data-field="/config/source"]');
    await expect(code.locator('.cm-lintRange-error')).toContainText("throw new Error('no luck')");
    await tab('Docs').click();
    const docs = inspector(page).getByRole('tabpanel', { name: 'Docs' });
    await expect(docs).toContainText('Runs JavaScript or TypeScript in a sandbox.');
    await expect(docs).toContainText('{{ nodes.look.data }}');
    await expect(docs.locator('dt', { hasText: 'CODE_FAILED' })).toBeVisible();
  });

  await test.step('what is edited since then says so, also after a reload', async () => {
    await card(page, 'keep').locator('b').click();
    await inspector(page).getByRole('textbox', { name: 'Name', exact: true }).fill('Keep it');
    const stale = page.getByRole('img', { name: 'Changed since the last run' });
    await expect(stale).toHaveCount(1);
    await expect(page.locator('.save-mark')).toContainText(/Saved \S/);
    await page.reload();
    await expectState(page, 'keep', 'completed');
    await expect(card(page, 'keep').getByRole('img', { name: 'Changed since the last run' })).toBeVisible();
    await expect(stale).toHaveCount(1);
  });

  await test.step('the next run begins with the last input, as a form or as JSON', async () => {
    await run.click();
    await expect(dialog.getByRole('textbox', { name: 'Seen' })).toHaveValue('nothing yet');
    await dialog.getByRole('radio', { name: 'JSON' }).click();
    await expect(dialog.locator('textarea, .cm-content').first()).toContainText('"nothing yet"');
    await page.keyboard.press('Escape');
  });

  await test.step('the page of the run shows the version that ran, and its values as tree, table and JSON', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('link', { name: 'Open run' }).click();
    await expect(card(page, 'keep').locator('b')).toHaveText('Keep');
    await page.locator('[data-lane="each~"]').click();
    const values = page.locator('.inspector .json').last();
    await expect(values).toContainText('results');
    await values.getByRole('searchbox').fill('no luck');
    await expect(values.locator('.k', { hasText: 'results' })).toHaveCount(0);
    await values.getByRole('button', { name: /^Copy path.*message$/ }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'nodes.each.data.errors[0].message',
    );
    await values.getByRole('radio', { name: 'JSON' }).click();
    await expect(values.locator('.json-text')).toContainText('"stoppedBy": "end"');
  });
});

test('panels are resized by pointer and keyboard, closed, and found so again', async ({
  signedInPage: page,
}) => {
  await openEditor(page, 'report_generation');
  const width = async () => Math.round((await inspector(page).boundingBox())!.width);
  const border = page.getByRole('separator', { name: 'Width of the settings' });
  await border.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBe(336);
  await page.keyboard.press('Home');
  await expect.poll(width).toBe(280);
  const at = (await border.boundingBox())!;
  await page.mouse.move(at.x + 4, 400);
  await page.mouse.down();
  await page.mouse.move(at.x - 96, 400, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBe(380);
  await expect(border).toHaveAttribute('aria-valuenow', '380');

  const drawer = page.getByRole('region', { name: 'Problems and run' });
  const height = async () => Math.round((await drawer.boundingBox())!.height);
  const before = await height();
  await page.getByRole('separator', { name: 'Height of the lower panel' }).press('ArrowUp');
  await expect.poll(height).toBe(before + 16);
  await page.locator('.palette').getByRole('button', { name: 'Collapse' }).click();
  await page.reload();
  await expect.poll(width).toBe(380);
  await expect.poll(height).toBe(before + 16);
  await expect(page.getByRole('button', { name: 'Show the nodes' })).toBeVisible();

  await inspector(page).getByRole('button', { name: 'Hide the settings' }).click();
  await expect(border).toHaveCount(0);
});
