import type { Page } from '@playwright/test';
import { card, connect, expectState, openEditor, runBar, runDraft } from './support/studio';
import { expect, test } from './support/test';

/** Drags a node type from the palette to a place on the canvas, in parts of its size, and gives the new node's id. */
async function dragOut(page: Page, type: string, at: { x: number; y: number }): Promise<string> {
  const canvas = page.locator('.canvas');
  const box = (await canvas.boundingBox())!;
  const idsNow = () =>
    page
      .locator('.react-flow__node [data-node-id]')
      .evaluateAll((cards) => cards.map((one) => (one as HTMLElement).dataset.nodeId!));
  const before = await idsNow();
  await page
    .locator('.palette')
    .getByRole('button', { name: type, exact: true })
    .dragTo(canvas, { targetPosition: { x: box.width * at.x, y: box.height * at.y } });
  await expect.poll(idsNow).toHaveLength(before.length + 1);
  return (await idsNow()).find((id) => !before.includes(id))!;
}

test('a workflow is drawn, mended, published, run and looked at', async ({ firstPage: page }) => {
  await page.getByRole('button', { name: 'New workflow' }).click();
  await expect(card(page, 'output')).toBeVisible();

  const inspector = page.getByRole('complementary', { name: 'Settings of the selection' });
  const problems = page.getByRole('region', { name: 'Problems and run' });
  const greet = await dragOut(page, 'Transform', { x: 0.12, y: 0.6 });
  const count = await dragOut(page, 'Code', { x: 0.6, y: 0.6 });

  await test.step('connect with the mouse', async () => {
    await connect(page, 'start', greet);
    await connect(page, greet, count);
    await connect(page, count, 'output');
    await expect(page.locator('.react-flow__edge')).toHaveCount(4);
  });

  await test.step('configure, and see what is wrong at node, field and list', async () => {
    await card(page, greet).click();
    const field = inspector.locator('[data-field="/config/value"]');
    await field.getByRole('button', { name: 'Add' }).click();
    await field.getByRole('textbox', { name: 'Name' }).fill('greeting');
    const value = field.getByRole('textbox', { name: 'Value of greeting' });
    await value.fill('{{ nodes.nobody.data.name }}');
    await expect(card(page, greet).getByText('1 problem')).toBeAttached();
    await expect(field.locator('.text-note.error')).toContainText('nobody');
    await expect(problems.getByRole('listitem')).toContainText(['nobody']);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const publish = page.getByRole('dialog');
    await expect(publish.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
    await publish.getByRole('button', { name: 'Go to field' }).click();
    await expect(publish).toBeHidden();

    await value.fill('Hello from run {{ run.id }}');
    await value.press('Escape');
    await expect(problems.getByText('No problems.')).toBeVisible();
    await expect(field.locator('.text-note')).toHaveCount(0);
    await expect(card(page, greet).getByText('1 problem')).toHaveCount(0);
  });

  await test.step('publish with the hash', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(dialog.getByRole('heading', { name: 'Version 1 is published' })).toBeVisible();
    await expect(dialog.locator('.hash-line code')).toHaveText(/^[0-9a-f]{64}$/);
    const hash = (await dialog.locator('.hash-line code').textContent())?.slice(0, 7) ?? 'no hash';
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.locator('.editor-bar')).toContainText(hash);
  });

  await test.step('run, and watch every node turn green', async () => {
    await runDraft(page);
    for (const id of ['start', greet, count, 'output']) await expectState(page, id, 'completed');
    await expect(runBar(page).getByText('Completed', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Open run' }).click();
    await expect(page).toHaveURL(/\/runs\//);
    await expect(page.locator('.rh').getByText('Completed', { exact: true })).toBeVisible();
    for (const id of ['start', greet, count, 'output']) await expectState(page, id, 'completed');
  });
});

test('what is drawn is still there after a reload', async ({ firstPage: page }) => {
  await page.getByRole('button', { name: 'New workflow' }).click();
  await expect(card(page, 'output')).toBeVisible();
  const added = await dragOut(page, 'Transform', { x: 0.4, y: 0.6 });
  await expect(page.locator('.save-mark')).toContainText(/Saved \S/);
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  await openEditor(page, id);
  await expect(card(page, added)).toBeVisible();
});
