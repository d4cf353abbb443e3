import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { studioPages, visit } from './support/pages';
import { type Scenes, setScenes } from './support/scenes';
import { card } from './support/studio';
import { test } from './support/test';

const FOLDER = process.env.WEFTWORK_SCREENSHOTS ?? 'test-results/screenshots';
const README_PICTURE = resolve(import.meta.dirname, '../../docs/images/studio.png');
const SIZES = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const PHONE = { width: 390, height: 844 };
const WORDS = {
  en: { run: 'Run' },
  zh: { run: '运行' },
};

let scenes: Scenes;

test.beforeAll(async ({ service }) => {
  scenes = await setScenes(service);
});

for (const locale of ['en', 'zh'] as const) {
  for (const theme of ['light', 'dark']) {
    test(`every page in ${locale}, ${theme}`, async ({ signedInPage: page, service, allowed }) => {
      allowed.push(/404/);
      await page.context().addCookies([
        { name: 'weftwork-theme', value: theme, url: service.url },
        { name: 'weftwork-locale', value: locale, url: service.url },
      ]);
      const take = async (name: string, { width, height }: { width: number; height: number }) => {
        await settle(page);
        await page.screenshot({ path: join(FOLDER, `${name}.${width}x${height}.${theme}.${locale}.png`) });
      };
      const pages = studioPages(scenes);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const each of pages) {
          await visit(page, each);
          await take(each.name, size);
        }
        await visit(page, { path: '/workflows/report_generation', ready: '[data-node-id="outline"]' });
        await card(page, 'outline').click();
        await take('editor-settings', size);
        await page.getByRole('button', { name: WORDS[locale].run, exact: true }).click();
        await page.getByRole('dialog').waitFor();
        await take('run-dialog', size);
      }
      await page.setViewportSize(PHONE);
      for (const each of pages.filter(({ name }) => /^runs|-run$/.test(name))) {
        await visit(page, each);
        await take(each.name, PHONE);
      }
      await visit(page, { path: '/inbox', ready: '.il .item' });
      await take('inbox', PHONE);
      await page.locator('.il .item').first().click();
      await page.locator('.id-answer').waitFor();
      await take('inbox-task', PHONE);
      await page.setViewportSize(SIZES[0]!);
      await page.context().clearCookies({ name: /session/ });
      await visit(page, { path: '/sign-in', ready: '.lone-card' });
      await take('sign-in', SIZES[0]!);
    });
  }
}

test('the picture of the README', async ({ signedInPage: page, service }) => {
  await page.context().addCookies([{ name: 'weftwork-theme', value: 'light', url: service.url }]);
  await page.setViewportSize(SIZES[0]!);
  // Room for the whole graph at a size that can be read.
  await page.evaluate(() =>
    localStorage.setItem('weftwork-editor-panels', JSON.stringify({ inspector: false, drawer: false })),
  );
  await visit(page, {
    path: `/workflows/report_generation?run=${scenes.waitingRun}`,
    ready: '[data-node-id="approve"].is-awaiting_input',
  });
  await settle(page);
  await page.screenshot({ path: README_PICTURE });
});

/** Fonts are there, nothing is on its way, and what is drawn in the next frame is drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  });
}
