import type { Page } from '@playwright/test';
import { formGraph, makeWorkflow, startRunOf } from './support/graphs';
import { visit } from './support/pages';
import { setScenes } from './support/scenes';
import { expect, test } from './support/test';

/*
 * Where approvers answer: lists, runs and forms on a phone. What is pressed there is as large as a finger needs.
 */

const TARGET = 44;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** What can be pressed and is smaller than a finger needs, by its name. A label that is pressed with its box counts with it. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls =
      'button, a[href], input, select, textarea, summary, [role="button"], [role="tab"], [role="radio"]';
    const sizeOf = (element: Element) => {
      const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((each) =>
        each.getBoundingClientRect(),
      );
      return {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      };
    };
    return (
      [...document.querySelectorAll<HTMLElement>(controls)]
        .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        // A link within a sentence is as high as its line.
        .filter((element) => !(element.matches('a[href]') && getComputedStyle(element).display === 'inline'))
        // The canvas zooms, so that what stands on it is as large as one likes.
        .filter((element) => !element.closest('.react-flow__viewport'))
        .flatMap((element) => {
          const { width, height } = sizeOf(element);
          if (width === 0 || height === 0 || (width >= least - 0.5 && height >= least - 0.5)) return [];
          const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
          return [
            `${element.tagName.toLowerCase()}.${element.className} “${name}” ${Math.round(width)}x${Math.round(height)}`,
          ];
        })
    );
  }, TARGET);
}

test('lists, runs and answers have targets of 44 pixels', async ({ signedInPage: page, service }) => {
  test.slow();
  const { completedRun, waitingRun, failedRun } = await setScenes(service);
  const { id } = await makeWorkflow(service, formGraph('On the phone'));
  const form = await startRunOf(service, id);
  const pages = [
    { name: 'workflows', path: '/workflows', ready: '.wl table' },
    { name: 'runs', path: '/runs', ready: '.run-table' },
    { name: 'inbox', path: '/inbox', ready: '.il .item' },
    { name: 'completed run', path: `/runs/${completedRun}`, ready: '.artifacts' },
    { name: 'waiting run', path: `/runs/${waitingRun}`, ready: '.task-panel' },
    { name: 'failed run', path: `/runs/${failedRun}`, ready: '.run-page .inspector' },
    { name: 'form', path: `/runs/${form.id}`, ready: '.task-panel' },
  ];
  for (const each of pages) {
    await visit(page, each);
    expect.soft(await smallTargets(page), each.name).toEqual([]);
  }
  await visit(page, { path: '/inbox', ready: '.il .item' });
  await page.locator('.il .item').first().click();
  await expect(page.locator('.id-answer')).toBeVisible();
  expect.soft(await smallTargets(page), 'an answer in the inbox').toEqual([]);
});
