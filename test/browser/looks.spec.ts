import type { Page } from '@playwright/test';
import { faultsInBothThemes } from './support/access';
import { studioPages, visit } from './support/pages';
import { type Scenes, setScenes } from './support/scenes';
import { card, runBar } from './support/studio';
import { expect, test } from './support/test';

let scenes: Scenes;

test.beforeAll(async ({ service }) => {
  scenes = await setScenes(service);
});

test('language and theme are chosen on the page and kept over a reload', async ({ firstPage: page }) => {
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

test('no page has a fault of access in either theme, nor scrolls sideways at 1280x800', async ({
  signedInPage: page,
  allowed,
}) => {
  test.setTimeout(300_000); // all rules on every page, twice
  allowed.push(/404/); // one of the pages is not there
  await page.setViewportSize({ width: 1280, height: 800 });
  const look = async (name: string) => {
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(wide, `width of ${name}`).toBeLessThanOrEqual(1280);
    expect.soft(await faultsInBothThemes(page), name).toEqual([]);
  };
  for (const each of studioPages(scenes)) {
    await test.step(each.name, async () => {
      await visit(page, each);
      if (each.name === 'waiting-run') await expectWholeGraph(page);
      await look(each.name);
    });
  }
  await test.step('run dialog', async () => {
    await page.goto('/workflows/sort_mail');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('run dialog');
    await page.keyboard.press('Escape');
  });
  await test.step('settings of a node, keys, search, publish', async () => {
    await page.goto('/workflows/report_generation?node=outline');
    await expect(page.locator('.inspector [data-field="/config/prompt"]')).toBeVisible();
    await page.locator('main').focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('a');
    await look('settings and search');
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('keys');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('publish');
  });
  await test.step('signed out', async () => {
    await page.context().clearCookies({ name: /session/ });
    await page.goto('/sign-in');
    await expect(page.getByText('npx weftwork login')).toBeVisible();
    await look('signed out');
  });
});

/** No card of the graph that ran is cut at the edge of its box. */
async function expectWholeGraph(page: Page): Promise<void> {
  const cards = page.locator('.graph-box [data-node-id]');
  await expect(cards).toHaveCount(15);
  const frame = (await page.locator('.graph-box').boundingBox())!;
  for (const { x, y, width, height } of await Promise.all(
    (await cards.all()).map(async (each) => (await each.boundingBox())!),
  )) {
    expect.soft(Math.min(x - frame.x, frame.x + frame.width - x - width)).toBeGreaterThan(0);
    expect.soft(Math.min(y - frame.y, frame.y + frame.height - y - height)).toBeGreaterThan(0);
  }
}

test('the palette opens on every page and does what that page can do', async ({ signedInPage: page }) => {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const open = async (text: string) => {
    await expect(async () => {
      await page.keyboard.press('Control+k');
      await expect(palette).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.keyboard.type(text);
  };
  await page.goto('/workflows');
  await expect(page.locator('.wl table')).toBeVisible();
  await open('topic report');
  await expect(palette.getByRole('option', { name: /Workflows: Topic report/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await open('limits');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings\?part=limits/);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();

  await page.goto('/runs');
  await expect(page.locator('.run-table')).toBeVisible();
  await open('only failed');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=failed/);
  await page.goto(`/runs/${scenes.failedRun}`);
  await expect(page.locator('.rh')).toBeVisible();
  await open('run again');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(new RegExp(scenes.failedRun));
  await page.goto('/workflows/report_generation/versions');
  await expect(page.locator('.vlist')).toBeVisible();
  await open('open the draft');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workflows\/report_generation$/);
  await page.goto('/inbox');
  await expect(page.locator('.il .item').first()).toBeVisible();
  await page.getByRole('button', { name: 'Search or jump' }).click();
  await expect(palette.getByRole('option', { name: /Actions: Write the report/ }).first()).toBeVisible();
});

test('lists are walked and opened by the keyboard', async ({ signedInPage: page }) => {
  await page.goto('/workflows');
  const names = page.locator('.wl tbody .nm2 a');
  await names.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(names.last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workflows\/.+/);
  await page.goto('/inbox');
  const items = page.locator('.il .item');
  await items.first().focus();
  await page.keyboard.press('End');
  await expect(items.last()).toBeFocused();
});

test('problems are said in Chinese to the last word', async ({ signedInPage: page, service }) => {
  await page.context().addCookies([{ name: 'weftwork-locale', value: 'zh', url: service.url }]);
  await page.goto(`/runs/${scenes.failedRun}`);
  await expect(page.locator('.cause')).toContainText('“/”不能除以零。');
  await expect(page.locator('.said-detail')).toHaveCount(0);
});

test('the answer of an approval is in reach on a phone, and beside what is asked where there is room', async ({
  signedInPage: page,
}) => {
  const agree = page.getByRole('button', { name: 'Agree' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/inbox');
  const name = page.locator('.il .item b').first();
  await name.hover();
  await expect(name).toHaveAttribute('title', /^Write the report .+$/); // it does not fit, so it is shown whole
  await page.locator('.il .item').first().click();
  await agree.scrollIntoViewIfNeeded();
  await expect(agree).toBeInViewport();

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(agree).toBeInViewport();
  const [read, answer] = [
    await page.locator('.id-read').boundingBox(),
    await page.locator('.id-answer').boundingBox(),
  ];
  expect(answer!.x).toBeGreaterThanOrEqual(read!.x + read!.width);
  expect(answer!.y).toBe(read!.y);
});

test('the failed step of a run is one click away, and so is the field to mend', async ({
  signedInPage: page,
}) => {
  await page.goto(`/workflows/report_generation?run=${scenes.waitingRun}`);
  await expect(runBar(page).getByRole('button', { name: /^Answer/ })).toBeVisible();
  // At its own size a card shows its name whole: its badges give way.
  const sales = card(page, 'sales').locator('b');
  await sales.click();
  await page.locator('main.canvas').focus();
  await page.keyboard.press('2');
  await expect(page.locator('.tools .z')).toHaveText('100 %');
  const cut = await sales.evaluate((name) => {
    const text = document.createRange();
    text.selectNodeContents(name);
    return text.getBoundingClientRect().width - name.getBoundingClientRect().width;
  });
  expect(cut).toBeLessThanOrEqual(0);
  await page.goto(`/runs/${scenes.failedRun}`);
  await expect(page.locator('.run-page .inspector')).toContainText('EXPRESSION_TYPE_MISMATCH');
  await expect(page.locator('.rh time')).toHaveAttribute('title', /\(UTC\)$/);

  // And its field another one, on the page of the run as in the editor.
  const field = page.locator('.inspector [data-field="/config/value"]');
  await page.getByRole('link', { name: 'Go to field' }).click();
  await expect(field.locator(':focus')).toBeVisible();
  await page.getByRole('tab', { name: /^Input and output/ }).click();
  await page.locator('.inspector').getByRole('button', { name: 'Go to field' }).click();
  await expect(field.locator(':focus')).toBeVisible();
  await card(page, 'output').locator('b').click();
  await runBar(page)
    .getByRole('button', { name: /^Share failed:/ })
    .click();
  await expect(page.locator('.inspector .notice.bad')).toContainText('EXPRESSION_TYPE_MISMATCH');
});
