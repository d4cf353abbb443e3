import type { Page } from '@playwright/test';
import { bareGraph, formGraph, makeWorkflow, startRunOf } from './support/graphs';
import { visit } from './support/pages';
import { setScenes } from './support/scenes';
import { overlap } from './support/studio';
import { expect, signInLink, test } from './support/test';

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

test('lists, runs and answers have targets of 44 pixels and do not scroll sideways', async ({
  signedInPage: page,
  service,
}) => {
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
    { name: 'limits', path: '/settings', ready: '.set-table' },
    { name: 'signals', path: '/settings?part=signals', ready: '.set-table tbody td, .empty' },
  ];
  for (const each of pages) {
    await visit(page, each);
    expect.soft(await smallTargets(page), each.name).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, `width of ${each.name}`).toBeLessThanOrEqual(390);
  }
  await visit(page, { path: '/inbox', ready: '.il .item' });
  await page.locator('.il .item').first().click();
  await expect(page.locator('.id-answer')).toBeVisible();
  expect.soft(await smallTargets(page), 'an answer in the inbox').toEqual([]);
  await page.getByRole('button', { name: 'Settings, language, theme' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.locator('.set-table')).toBeVisible();
  expect.soft(await smallTargets(page), 'the settings').toEqual([]);
});

test('a phone that reads the studio over plain HTTP starts runs and copies values', async ({
  page,
  service,
  allowed,
}) => {
  allowed.push(/Cross-Origin-Opener-Policy header has been ignored/);
  await makeWorkflow(service, bareGraph('At home'));
  await page.goto((await signInLink(service)).replace('127.0.0.1', 'phone.test'));
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole('searchbox').first().fill('At home');
  await page
    .getByRole('row', { name: /At home/ })
    .getByRole('button', { name: 'Run' })
    .tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start/ })
    .tap();
  await expect(page.locator('.rh [role="status"]')).toHaveText('Completed');
  const output = page.locator('.json', { has: page.getByRole('heading', { name: 'Output' }) });
  await output.getByRole('button', { name: 'Copy path: output.text' }).tap();
  await output.getByRole('searchbox').focus();
  await page.keyboard.press('Control+V');
  await expect(output.getByRole('searchbox')).toHaveValue('output.text');
});

test('an answer begun on a phone is still there after a look at its run and a reload, until it is sent', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, formGraph('Begun'));
  const run = await startRunOf(service, id);
  await page.goto('/inbox');
  await page.locator('.il .item', { hasText: 'Begun' }).tap();
  const remark = page.getByRole('textbox', { name: /^Remark/ });
  await remark.fill('Half of it');
  await page.locator('.id').getByRole('link', { name: /^Run/ }).tap();
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}`));
  await expect(remark).toHaveValue('Half of it');
  await page.goBack();
  await expect(remark).toHaveValue('Half of it');
  await page.reload();
  await expect(remark).toHaveValue('Half of it');
  // What is written in stands above the buttons at the foot, also over an opened keyboard.
  await page.setViewportSize({ width: 390, height: 360 });
  const stars = page.getByRole('textbox', { name: /^Stars/ });
  for (const field of [stars, remark]) {
    await page.getByRole('heading', { name: 'How did we do?' }).scrollIntoViewIfNeeded();
    await field.focus();
    expect(await overlap(field, page.locator('.act'))).toBe(false);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await stars.fill('5');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(page.locator('.il .item', { hasText: 'Begun' })).toHaveCount(0);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('answer'))),
  ).toEqual([]);

  // A step chosen in the timeline brings its values into view.
  await page.goto(`/runs/${run.id}`);
  await expect(page.locator('.rh [role="status"]')).toHaveText('Completed');
  await page.locator('[data-lane="ask~"]').tap();
  await expect(page.locator('.inspector h2')).toHaveText('Ask');
  await expect.poll(async () => (await page.locator('.inspector').boundingBox())?.y).toBeLessThan(100);
  await expect(page.locator('.inspector h2')).toBeInViewport();
});
