import AxeBuilder from '@axe-core/playwright';
import type { BrowserContext, Page } from '@playwright/test';
import { studioPages, visit } from './support/pages';
import { type Scenes, setScenes } from './support/scenes';
import { runBar } from './support/studio';
import { expect, test } from './support/test';

let scenes: Scenes;

test.beforeAll(async ({ service }) => {
  scenes = await setScenes(service);
});

const setTheme = (context: BrowserContext, url: string, theme: string) =>
  context.addCookies([{ name: 'weftwork-theme', value: theme, url }]);

test('language and theme are chosen on the page and kept over a reload', async ({ signedInPage: page }) => {
  const html = page.locator('html');
  await page.getByRole('button', { name: '切换到中文' }).click();
  await expect(page.getByRole('heading', { name: '工作流', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: '主题' }).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  await expect(html).toHaveAttribute('data-theme', 'dark');

  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expect(html).toHaveAttribute('lang', /^zh/);
  await expect(page.getByRole('heading', { name: '工作流', level: 1 })).toBeVisible();
  await page.goto('/workflows/report_generation');
  await expect(page.getByRole('button', { name: '运行', exact: true })).toBeVisible();
});

/** What the second theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

for (const theme of ['light', 'dark']) {
  test(`no page has a serious accessibility problem (${theme})`, async ({
    signedInPage: page,
    service,
    allowed,
  }) => {
    allowed.push(/404/); // one of the pages is not there
    const rules = theme === 'dark' ? COLOUR_RULES : [];
    await setTheme(page.context(), service.url, theme);
    for (const each of studioPages(scenes)) {
      await test.step(each.name, async () => {
        await visit(page, each);
        expect.soft(await seriousProblems(page, rules), each.name).toEqual([]);
      });
    }
    await test.step('run dialog', async () => {
      await page.goto('/workflows/sort_mail');
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect.soft(await seriousProblems(page, rules), 'run dialog').toEqual([]);
    });
    await test.step('signed out', async () => {
      await page.context().clearCookies({ name: /session/ });
      await page.goto('/sign-in');
      await expect(page.getByText('npx weftwork login')).toBeVisible();
      expect.soft(await seriousProblems(page, rules), 'signed out').toEqual([]);
    });
  });
}

/** By these rules; by all of them when none is named. */
async function seriousProblems(page: Page, rules: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
    );
}

test('no page scrolls sideways at 1280x800, nor do lists and runs on a phone', async ({
  signedInPage: page,
  allowed,
}) => {
  allowed.push(/404/);
  const all = studioPages(scenes);
  const sizes = [
    { width: 1280, height: 800, pages: all },
    {
      width: 390,
      height: 844,
      pages: all.filter(({ name }) => /^runs|^inbox|-run$/.test(name)),
    },
  ];
  for (const { width, height, pages } of sizes) {
    await page.setViewportSize({ width, height });
    for (const each of pages) {
      // The inbox of a phone opens with its list.
      await visit(page, width < 720 && each.name === 'inbox' ? { ...each, ready: '.il .item' } : each);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(wide, `${each.name} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

test('the answer of an approval is reached and given on a phone', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/inbox');
  await page.locator('.il .item').first().click();
  const agree = page.getByRole('button', { name: 'Agree' });
  await agree.scrollIntoViewIfNeeded();
  await expect(agree).toBeInViewport();
});

test('the failed step of a run is one click away', async ({ signedInPage: page }) => {
  await page.goto(`/workflows/report_generation?run=${scenes.waitingRun}`);
  await expect(runBar(page).getByRole('button', { name: /^Answer/ })).toBeVisible();
  await page.goto(`/runs/${scenes.failedRun}`);
  await expect(page.locator('.run-page .inspector')).toContainText('EXPRESSION_TYPE_MISMATCH');
});
