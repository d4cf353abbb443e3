import { expect, type Locator, type Page } from '@playwright/test';

/*
 * How the tests name what they see on the canvas and around it.
 */

/** A node's card, or a loop's container. */
export const card = (page: Page, nodeId: string): Locator => page.locator(`[data-node-id="${nodeId}"]`);

export async function expectState(page: Page, nodeId: string, state: string): Promise<void> {
  await expect(card(page, nodeId)).toHaveClass(new RegExp(`\\bis-${state}\\b`));
}

/** The line over the canvas that tells of the shown run. */
export const runBar = (page: Page): Locator => page.locator('.runbar');

export async function openEditor(page: Page, workflowId: string, query = ''): Promise<void> {
  await page.goto(`/workflows/${workflowId}${query}`);
  await expect(page.locator('.react-flow__node').first()).toBeVisible();
}

/** Presses Run and Start: what a person does once the draft is as it should be. */
export async function runDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start/ })
    .click();
  await expect(runBar(page)).toBeVisible();
}

/** Draws an edge with the mouse, from an output to the input of another node. */
export async function connect(page: Page, from: string, to: string): Promise<void> {
  const source = await centre(card(page, from).locator('.h-out').first());
  const target = await centre(card(page, to).locator('.h-in'));
  await page.mouse.move(source.x, source.y);
  await page.mouse.down();
  await page.mouse.move((source.x + target.x) / 2, (source.y + target.y) / 2, { steps: 4 });
  await page.mouse.move(target.x, target.y, { steps: 4 });
  await page.mouse.up();
}

export async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Nothing is drawn there.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;
}
