import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { saveDraft } from './support/graphs';
import { type MoreScenes, setMoreScenes } from './support/more-scenes';
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

let scenes: Scenes;
let more: MoreScenes;

test.beforeAll(async ({ service, outside }) => {
  scenes = await setScenes(service);
  more = await setMoreScenes(service, outside);
});

/** Takes a picture of the page as it is once nothing moves. */
type Take = (name: string) => Promise<void>;

for (const locale of ['en', 'zh'] as const) {
  for (const theme of ['light', 'dark']) {
    for (const size of [...SIZES, PHONE]) {
      const kind = `${size.width}x${size.height}.${theme}.${locale}`;
      test(`every page, ${kind}`, async ({ signedInPage: page, service, allowed }) => {
        allowed.push(/4\d\d|5\d\d|ERR_FAILED/); // refusals and lost connections are pictured too
        await page.context().addCookies([
          { name: 'weftwork-theme', value: theme, url: service.url },
          { name: 'weftwork-locale', value: locale, url: service.url },
        ]);
        await page.setViewportSize(size);
        const take: Take = async (name) => {
          await settle(page);
          await page.screenshot({ path: join(FOLDER, `${name}.${kind}.png`) });
        };
        if (size === PHONE) await takePhone(page, take);
        else {
          for (const each of studioPages(scenes)) {
            await visit(page, each);
            await take(each.name);
          }
          await takeLists(page, take);
          await takeEditor(page, take);
          await takeConflict(page, take, () =>
            saveDraft(service, more.emptyWorkflow, bare(`Theirs · ${Date.now()}`)),
          );
          await takeRuns(page, take);
          await takeInbox(page, take);
        }
        await page.context().clearCookies({ name: /session/ });
        await visit(page, { path: '/sign-in', ready: '.lone-card' });
        await take('sign-in');
      });
    }
  }
}

async function takeLists(page: Page, take: Take): Promise<void> {
  await page.route('**/api/v1/workflows?*', (route) =>
    route.fulfill({ json: { items: [], nextCursor: null } }),
  );
  await visit(page, { path: '/workflows', ready: '.first .cards' });
  await take('workflows-none');
  await page.unroute('**/api/v1/workflows?*');
  await page.route('**/api/v1/runs?*', (route) => route.fulfill({ json: { items: [], nextCursor: null } }));
  await visit(page, { path: '/runs', ready: '.empty' });
  await take('runs-none');
  await page.unroute('**/api/v1/runs?*');
  await page.route('**/api/v1/workflows?*', (route) => route.fulfill(STORAGE_IS_OUT));
  await visit(page, { path: '/workflows', ready: '.notice.bad' });
  await take('workflows-error');
  await page.unroute('**/api/v1/workflows?*');

  await visit(page, { path: '/workflows', ready: '.wl table' });
  await page.locator('.wl table tbody .row-acts .btn').nth(1).click();
  await take('workflows-menu');
  await page.keyboard.press('Escape');
  await page.locator('input[type="search"]').fill('zzz');
  await take('workflows-nothing-found');
  await page.locator('input[type="search"]').fill('');
  await page.locator('.wl table tbody .row-acts .btn').first().click();
  await page.locator('.dialog-body').waitFor();
  await take('run-dialog-of-list');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.locator('.commands').waitFor();
  await take('commands-of-list');
  await page.keyboard.press('Escape');

  await visit(page, { path: '/runs?status=failed,completed&time=day', ready: '.run-table' });
  await page.locator('.run-table tbody input').first().check();
  await page.locator('.run-table tbody input').nth(1).check();
  await take('runs-chosen');
  await visit(page, { path: '/runs?q=zzz', ready: '.empty' });
  await take('runs-nothing-found');
}

async function takeEditor(page: Page, take: Take): Promise<void> {
  const report = `/workflows/report_generation?run=${scenes.completedRun}`;
  await visit(page, { path: report, ready: '[data-node-id="output"].is-completed' });
  await card(page, 'outline').click();
  await page.locator('.inspector .json').first().waitFor();
  await take('editor-values');
  await page.locator('.inspector .tabs > button').first().click();
  await page.locator('.inspector [data-field="/config/prompt"]').waitFor();
  await take('editor-settings');
  await page.locator('.inspector .tabs > button').nth(2).click();
  await take('editor-docs');
  await page.locator('.drawer .tabs > button').nth(1).click();
  await take('editor-log');
  await page.locator('.drawer .tabs > button').nth(2).click();
  await take('editor-timeline');
  await page.locator('.drawer .tabs > button').first().click();
  await card(page, 'outline').dblclick();
  await page.locator('.node-view').waitFor();
  await take('editor-three-columns');
  await page.keyboard.press('Escape');
  await page.locator('main.canvas').focus();
  await page.keyboard.press('Control+k');
  await page.locator('.commands').waitFor();
  await take('editor-commands');
  await page.keyboard.press('Escape');
  await page.locator('.commands').waitFor({ state: 'hidden' });
  await page.locator('main.canvas').focus();
  await page.keyboard.press('?');
  await page.locator('.keys-groups').waitFor();
  await take('editor-keys');
  await page.keyboard.press('Escape');
  await page.locator('.keys-groups').waitFor({ state: 'hidden' });
  await page.locator('main.canvas').focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('sales');
  await take('editor-search');
  await page.keyboard.press('Escape');
  await page.locator('main.canvas').focus();
  await page.keyboard.press('o');
  await page.locator('.outline').waitFor();
  await take('editor-outline');
  await page.keyboard.press('o');
  await page.locator('.outline').waitFor({ state: 'hidden' });

  await visit(page, { path: '/workflows/compare_lists?node=compare', ready: '.inspector .cm-content' });
  await take('editor-code');
  await visit(page, { path: report, ready: '[data-node-id="output"].is-completed' });
  await page.locator('.editor-bar > .btn').last().click();
  await page.locator('.dialog .boxed-changes, .dialog .notice, .dialog .fld').first().waitFor();
  await take('editor-publish');
  await page.keyboard.press('Escape');
  await page.locator('.editor-bar > .btn.pri').click();
  await page.locator('.dialog-body').waitFor();
  await take('run-dialog');
  await page.locator('.dialog-head .seg > *').nth(1).click();
  await take('run-dialog-json');
  await page.keyboard.press('Escape');

  const states = [
    { name: 'editor-running', workflow: more.runningWorkflow, run: more.runningRun, ready: '.is-running' },
    {
      name: 'editor-waiting',
      workflow: 'report_generation',
      run: scenes.waitingRun,
      ready: '.is-awaiting_input',
    },
  ];
  for (const { name, workflow, run, ready } of states) {
    await visit(page, { path: `/workflows/${workflow}?run=${run}`, ready });
    await take(name);
  }
  await page.locator('.run-task').first().click();
  await page.locator('.run-answer').waitFor();
  await take('editor-answer');
  await visit(page, {
    path: `/workflows/${scenes.failedWorkflow}?run=${scenes.failedRun}`,
    ready: '.is-failed',
  });
  await take('editor-failed');
  await visit(page, { path: `/workflows/${more.faultyWorkflow}`, ready: '.prob' });
  await card(page, 'call').click();
  await take('editor-problems');
  await page.locator('.editor-bar > .btn.pri').click();
  await page.locator('.dialog .probs').first().waitFor();
  await take('run-dialog-refused');
  await page.keyboard.press('Escape');
  await page.locator('.editor-bar > .btn').last().click();
  await page.locator('.dialog .probs').first().waitFor();
  await take('editor-publish-refused');
  await visit(page, { path: `/workflows/${more.changedWorkflow}`, ready: '.editor-bar .differs' });
  await page.locator('.editor-bar > .btn').last().click();
  await page.locator('.dialog .boxed-changes').waitFor();
  await take('editor-publish-changes');
  await visit(page, { path: `/workflows/${more.emptyWorkflow}`, ready: '.empty-hint' });
  await take('editor-empty');
}

async function takeConflict(page: Page, take: Take, saveElsewhere: () => Promise<void>): Promise<void> {
  await visit(page, { path: `/workflows/${more.emptyWorkflow}`, ready: '.react-flow__node' });
  await saveElsewhere();
  await page.locator('.name-field').fill('Mine · 我的');
  await page.locator('.save-mark.bad .link').click();
  await page.locator('.two-revisions').waitFor();
  await take('editor-conflict');
}

async function takeRuns(page: Page, take: Take): Promise<void> {
  const lane = (key: string) => page.locator(`[data-lane="${key}"]`);
  await visit(page, { path: `/runs/${scenes.completedRun}`, ready: '.gr' });
  await lane('outline~').click();
  await page.locator('.run-page .inspector .tabs').waitFor();
  await take('run-step-tree');
  const views = page.locator('.run-page .inspector .json').last().locator('.seg > *');
  await views.nth(1).click();
  await take('run-step-table');
  await views.last().click();
  await take('run-step-json');
  await page.keyboard.press('Control+k');
  await page.locator('.commands').waitFor();
  await take('commands-of-run');
  await page.keyboard.press('Escape');
  const others = [
    ['run-running', more.runningRun],
    ['run-loop', more.loopRun],
    ['run-form', more.formRun],
    ['run-signal', more.signalRun],
    ['run-unknown', more.unknownRun],
  ] as const;
  for (const [name, id] of others) {
    await visit(page, { path: `/runs/${id}`, ready: '.graph-box [data-node-id]' });
    await take(name);
  }
  await visit(page, { path: `/runs/compare?a=${scenes.completedRun}&b=${more.loopRun}`, ready: '.c-side' });
  await take('two-runs-of-two-workflows');
  await visit(page, { path: '/runs/compare', ready: '.empty' });
  await take('two-runs-none');
  await visit(page, { path: `/runs/${NOBODY}`, ready: '.notice.bad, .lone' });
  await take('run-not-there');
  await visit(page, { path: `/workflows/${more.changedWorkflow}/versions`, ready: '.vchanges .chr' });
  await take('versions-changes');
  await page.locator('.vh .seg > *').nth(1).click();
  await take('versions-text');
  await visit(page, { path: `/workflows/${more.emptyWorkflow}/versions`, ready: '.empty' });
  await take('versions-none');
}

async function takeInbox(page: Page, take: Take): Promise<void> {
  await page.route('**/api/v1/gates?*', (route) => route.fulfill({ json: { items: [], nextCursor: null } }));
  await page.route('**/api/v1/runs?*', (route) => route.fulfill({ json: { items: [], nextCursor: null } }));
  await visit(page, { path: '/inbox', ready: '.empty' });
  await take('inbox-none');
  await page.unroute('**/api/v1/gates?*');
  await page.unroute('**/api/v1/runs?*');
  await visit(page, { path: '/inbox', ready: '.il .item' });
  const items = page.locator('.il .item');
  for (const [kind, sign] of TASKS) {
    await items.filter({ hasText: sign }).first().click();
    await items.filter({ hasText: sign }).and(page.locator('.on')).first().waitFor();
    await take(`inbox-${kind}`);
  }
}

async function takePhone(page: Page, take: Take): Promise<void> {
  for (const each of studioPages(scenes).filter(({ name }) =>
    /^workflows|^runs|-run$|^nothing|^limits|^signals/.test(name),
  )) {
    await visit(page, each);
    await take(each.name);
  }
  await visit(page, { path: '/workflows', ready: '.wl table' });
  await page.locator('.top .phone-only').click();
  await page.getByRole('menu').waitFor();
  await take('menu');
  await visit(page, { path: `/runs/${scenes.completedRun}`, ready: '.gr' });
  await page.locator('[data-lane="outline~"]').click();
  await page.locator('.run-page .inspector .tabs').scrollIntoViewIfNeeded();
  await take('run-step');
  for (const [kind, sign] of TASKS) {
    await visit(page, { path: '/inbox', ready: '.il .item' });
    if (kind === 'approval') await take('inbox');
    await page.locator('.il .item').filter({ hasText: sign }).first().click();
    await page.locator('.id').waitFor();
    await take(`inbox-${kind}`);
  }
}

/** Each kind of task, and what its item in the list says in both languages. */
const TASKS = [
  ['approval', /Approve|审批/],
  ['form', /服务评价/],
  ['signal', /等待付款/],
  ['unknown', /下单/],
] as const;

const NOBODY = '01999999-9999-7999-8999-999999999999';

const STORAGE_IS_OUT = {
  status: 503,
  contentType: 'application/problem+json',
  json: {
    type: 'about:blank',
    title: 'Service unavailable',
    status: 503,
    code: 'STORAGE_UNAVAILABLE',
    detail: 'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:5432',
    errors: [],
  },
};

const bare = (name: string) => ({
  schemaVersion: '1.0',
  name,
  nodes: [
    { id: 'start', type: 'start', name: 'Begin', config: {} },
    { id: 'output', type: 'output', name: 'End', config: { value: { text: 'Hello' } } },
  ],
  edges: [{ id: 'e1', source: 'start', target: 'output' }],
});

test('the picture of the README', async ({ firstPage: page, service }) => {
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
