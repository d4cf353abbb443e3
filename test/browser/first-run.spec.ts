import type { Page } from '@playwright/test';
import { expectState } from './support/studio';
import { expect, test } from './support/test';

/** Counts real clicks of the page, over its navigations. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  const listen = () =>
    document.addEventListener('click', (event) => {
      if (event.isTrusted) (globalThis as unknown as { countClick(): void }).countClick();
    });
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => clicks;
}

test('six clicks lead from the first page to a green run of one’s own two nodes', async ({
  firstPage: page,
}) => {
  const clicks = await countClicks(page);
  const palette = page.locator('.palette');
  await page.getByRole('button', { name: 'New workflow' }).click();
  await palette.getByRole('button', { name: 'Transform', exact: true }).click();
  await palette.getByRole('button', { name: 'Code', exact: true }).click();
  await expect(page.locator('.react-flow__edge')).toHaveCount(3);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start/ })
    .click();
  await expect(page.locator('.runbar').getByText('Completed', { exact: true })).toBeVisible();
  for (const id of ['transform', 'code']) await expectState(page, id, 'completed');
  expect(clicks()).toBeLessThanOrEqual(6);
});

test('three clicks lead from the first page to a green run of a sample', async ({ firstPage: page }) => {
  const clicks = await countClicks(page);
  await page
    .locator('section', { has: page.getByRole('heading', { name: 'Samples' }) })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start/ })
    .click();
  await expect(page.locator('.runbar').getByText('Completed', { exact: true })).toBeVisible();
  for (const node of await page.locator('.react-flow__node [data-node-id]').all()) {
    await expect(node).toHaveClass(/\bis-(completed|skipped)\b/);
  }
  expect(clicks()).toBe(3);
});
