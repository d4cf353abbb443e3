import type { Page } from '@playwright/test';
import { formGraph, makeWorkflow, startRunOf } from './support/graphs';
import type { BuiltService } from './support/service';
import { expect, test } from './support/test';

const START = { id: 'start', type: 'start', name: 'Begin', config: {} };
const output = (value: unknown) => ({ id: 'output', type: 'output', name: 'End', config: { value } });
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target });

const STATUS_OF_RUN = '.rh [role="status"]';
const tree = (page: Page) => page.getByRole('tree', { name: 'Timeline' });
const lane = (page: Page, key: string) => page.locator(`[data-lane="${key}"]`);

async function endOf(service: BuiltService, id: string): Promise<string> {
  let status = '';
  await expect
    .poll(async () => (status = (await service.call<{ status: string }>('GET', `/runs/${id}`)).status), {
      timeout: 40_000,
    })
    .toMatch(/completed|failed|cancelled/);
  return status;
}

test('a run of 5,000 steps draws no more rows than fit, opened and closed by the keyboard', async ({
  signedInPage: page,
  service,
}) => {
  const step = (id: string) => ({
    id,
    type: 'transform',
    name: id,
    parentId: 'loop',
    config: { value: { n: '{{ nodes.loop.data.index }}' } },
  });
  const { id } = await makeWorkflow(service, {
    schemaVersion: '1.0',
    name: 'Many steps',
    nodes: [
      START,
      { id: 'loop', type: 'loop', name: 'Often', config: { over: 'count', count: 2500 } },
      step('one'),
      step('two'),
      output({ count: '{{ nodes.loop.data.count }}' }),
    ],
    edges: [edge('start', 'loop'), edge('one', 'two'), edge('loop', 'output')],
    settings: { maxSteps: 20_000, maxLoopIterations: 10_000 },
  } as Parameters<typeof makeWorkflow>[1]);
  const run = await startRunOf(service, id);
  expect(await endOf(service, run.id)).toBe('completed');

  await page.goto(`/runs/${run.id}`);
  await expect(page.locator(STATUS_OF_RUN)).toHaveText('Completed');
  const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
  const rows = page.locator('.gr');
  await expect(lane(page, 'loop~')).toHaveAttribute('aria-expanded', 'false');
  await expect(page.locator('.ev').first()).toHaveAttribute('data-seq', /^\d{5}$/); // the newest, not the first page

  await tree(page).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(lane(page, 'loop#0').or(lane(page, 'loop~#0'))).toBeVisible();
  await page.keyboard.press('End');
  await expect(lane(page, 'output~')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(lane(page, 'loop~#2499')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(lane(page, 'one~2499')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.inspector h2')).toContainText('one');
  expect(await rows.count()).toBeLessThan(60);
  expect(await elements()).toBeLessThan(4_000);
  await tree(page).evaluate((box) => box.scrollTo(0, box.scrollHeight / 2));
  await expect(page.getByText(/^iteration 12\d\d$/).first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(60);
});

test('a call whose outcome nobody knows is settled in each of the three ways', async ({
  signedInPage: page,
  service,
  outside,
}) => {
  const { id } = await makeWorkflow(service, {
    schemaVersion: '1.0',
    name: 'Sent once',
    nodes: [
      START,
      {
        id: 'send',
        type: 'http',
        name: 'Send',
        config: { method: 'POST', url: outside.urlOf('once'), expect: '2xx' },
      },
      output({ status: '{{ nodes.send.data.status }}' }),
    ],
    edges: [edge('start', 'send'), edge('send', 'output')],
  } as Parameters<typeof makeWorkflow>[1]);
  const question = page.getByRole('heading', { name: 'Did this call take effect?' });
  const stuck = async () => {
    outside.cutNext('once');
    const run = await startRunOf(service, id);
    await page.goto(`/runs/${run.id}`);
    await expect(question).toBeVisible();
    await expect(lane(page, 'send~')).toContainText('Outcome unknown');
    return run;
  };

  const done = await stuck();
  await page
    .getByRole('textbox', { name: /Output, if it happened/ })
    .fill('{ "status": 200, "status": 201 }');
  await page.getByRole('button', { name: 'It happened' }).click();
  await expect(page.getByRole('textbox', { name: /Output, if it happened/ })).toBeFocused();
  await expect(question).toBeVisible();
  await page.getByRole('textbox', { name: /Output, if it happened/ }).fill('{ "status": 201 }');
  await page.getByRole('button', { name: 'It happened' }).click();
  await expect(page.locator(STATUS_OF_RUN)).toHaveText('Completed');
  expect(await service.call('GET', `/runs/${done.id}`)).toMatchObject({ output: { status: 201 } });

  await stuck();
  await page.getByRole('button', { name: 'It failed' }).click();
  await expect(page.locator(STATUS_OF_RUN)).toHaveText('Failed');
  await page.getByRole('button', { name: 'Show the cause' }).click();
  await expect(lane(page, 'send~')).toHaveAttribute('aria-selected', 'true');

  outside.release('once');
  await stuck();
  await page.getByRole('button', { name: 'Run it again' }).click();
  await expect(page.locator(STATUS_OF_RUN)).toHaveText('Completed');
  await lane(page, 'send~').click();
  await expect(page.locator('.attn')).toContainText('attempt 2 of 2');
  await expect(lane(page, 'send~').locator('.lane > i')).not.toHaveCount(1);
});

test('runs are found, two are compared where they part, and several are cancelled together', async ({
  firstPage: page,
  service,
  allowed,
}) => {
  allowed.push(/ERR_INTERNET_DISCONNECTED/);
  const graph = {
    schemaVersion: '1.0',
    name: 'Doubling',
    nodes: [
      START,
      { id: 'fixed', type: 'transform', name: 'Fixed', config: { value: { a: 1 } } },
      { id: 'twice', type: 'transform', name: 'Twice', config: { value: { n: '{{ inputs.n * 2 }}' } } },
      output({ n: '{{ nodes.twice.data.n }}' }),
    ],
    edges: [edge('fixed', 'twice'), edge('start', 'fixed'), edge('twice', 'output')],
  };
  const { id } = await makeWorkflow(service, graph as Parameters<typeof makeWorkflow>[1]);
  const first = await startRunOf(service, id, { n: 1, tag: 'needle-one' });
  const second = await startRunOf(service, id, { n: 2, tag: 'needle-two' });
  await endOf(service, second.id);
  const { id: asking } = await makeWorkflow(service, formGraph('Ask them all'));
  const [stranger] = [
    await startRunOf(service, asking),
    await startRunOf(service, asking),
    await startRunOf(service, asking),
  ];

  // Found by a part of the input; the address keeps the filters.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click();
  const rows = page.locator('.run-table tbody tr');
  const search = page.getByRole('searchbox', { name: 'Id, name, input or error' });
  await search.fill('needle- ');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/q=needle-/);
  await expect(search).toHaveValue('needle- '); // what is being typed stays as it was typed
  await page.getByRole('button', { name: 'Failed' }).click();
  await expect(page.getByText('No run fits these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Failed' }).click();
  await page.reload();
  await expect(rows).toHaveCount(2);

  // Chosen by the keyboard and compared.
  await rows.first().locator('.cover').focus();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(new RegExp(`a=${first.id}&b=${second.id}`));
  await expect(page.locator('.c-first')).toContainText(
    'They part at Begin: its output differs. 3 steps differ',
  );
  await expect(page.locator('[data-step="fixed~"]')).not.toHaveClass(/differs/);
  await page.locator('[data-step="twice~"]').click();
  const diff = page.getByRole('region', { name: 'Twice' });
  await expect(diff.locator('.td-removed')).toContainText('"n": 2');
  await expect(diff.locator('.td-added')).toContainText('"n": 4');

  // Whoever goes back finds the list where it was left, with the focus on the run that was looked at.
  await page.goto('/runs');
  await page.setViewportSize({ width: 1440, height: 280 });
  const list = page.locator('main.page');
  await rows.nth(4).locator('.cover').click();
  await expect(page.locator(STATUS_OF_RUN)).toBeVisible();
  await page.goBack();
  await expect(rows.nth(4).locator('.cover')).toBeFocused();
  expect(await list.evaluate((box) => box.scrollTop)).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Of two workflows they say so.
  await page.goto(`/runs/compare?a=${first.id}&b=${stranger.id}`);
  await expect(page.getByText('These are runs of two workflows: Doubling and Ask them all.')).toBeVisible();

  const compared = await page.context().newPage();
  await compared.goto(`/runs/compare?a=${first.id}&b=${stranger.id}`);
  await expect(compared.locator('.c-side').last()).toContainText('Waiting');

  // All that wait, cancelled at once.
  await page.goto(`/runs?workflow=${asking}&status=awaiting_input&time=hour`);
  await expect(rows).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Choose all in view' }).check();
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancel 3' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel 3' }).click();
  };
  await page.context().setOffline(true);
  await cancel();
  await expect(page.getByText(/^3 runs were not cancelled: /)).toBeVisible();
  await expect(page.locator('.run-table tr.chosen')).toHaveCount(3);
  await page.context().setOffline(false);
  await cancel();
  await expect(page.getByText('3 runs are being cancelled.', { exact: true })).toBeVisible();
  await expect(page.getByText('No run fits these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Waiting' }).click();
  await expect(rows.locator('.st-cancelled')).toHaveCount(3);
  await expect(compared.locator('.c-side').last()).toContainText('Cancelled');
});

test('B41: large values show their start, and come whole when they are asked for', async ({
  signedInPage: page,
  service,
  outside,
}) => {
  const letters = 'x'.repeat(5_000_000);
  const entries = Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'y'.repeat(980) }));
  outside.serve('large', JSON.stringify({ letters, entries, small: 'z' })); // 25 MB
  const { id } = await makeWorkflow(service, {
    schemaVersion: '1.0',
    name: 'Large',
    nodes: [
      START,
      {
        id: 'call',
        type: 'http',
        name: 'Call',
        config: { method: 'GET', url: outside.urlOf('large') },
      },
      {
        id: 'cut',
        type: 'transform',
        name: 'Cut',
        config: { value: { letters: '{{ nodes.call.data.body.letters }}', small: 'z' } },
      },
      output({ small: '{{ nodes.cut.data.small }}' }),
    ],
    edges: [edge('start', 'call'), edge('call', 'cut'), edge('cut', 'output')],
  } as Parameters<typeof makeWorkflow>[1]);
  const run = await startRunOf(service, id);
  expect(await endOf(service, run.id)).toBe('completed');
  const answer = await service.call('GET', `/runs/${run.id}`);
  expect(JSON.stringify(answer).length).toBeLessThan(100_000);

  await page.goto(`/runs/${run.id}`);
  await lane(page, 'call~').click();
  const part = page.locator('.spill');
  await expect(part).toContainText(/body.*MB/);
  await lane(page, 'cut~').click();
  await expect(part).toContainText('letters');
  await part.getByRole('button', { name: 'Load all' }).click();
  await expect(part).toHaveCount(0);
  await page.getByRole('button', { name: /show all 5,?000,?000 characters/ }).click();
  await expect(page.getByText(/4900000 more characters|4,900,000 more characters/)).toBeVisible();

  await lane(page, 'call~').click();
  await part.getByRole('button', { name: 'Load all' }).click();
  await expect(part).toHaveCount(0);
  await page.getByRole('button', { name: 'body 3 fields' }).click();
  await expect(page.getByText('20000 items').or(page.getByText('20,000 items')).first()).toBeVisible();
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(5_000);
  expect(await page.evaluate(() => document.body.textContent?.length ?? 0)).toBeLessThan(400_000);
});
