import type { Page } from '@playwright/test';
import { heldGraph, makeWorkflow, startRunOf } from './support/graphs';
import { openLine } from './support/line';
import { card, centre, expectState, openEditor, runBar, runDraft } from './support/studio';
import { expect, test } from './support/test';

test('a reload in the middle of a run keeps its live state; slow answers show themselves, and events come under a drag', async ({
  signedInPage: page,
  service,
  outside,
}) => {
  const { id } = await makeWorkflow(service, heldGraph('Reloaded', outside.urlOf('reload')));
  await openEditor(page, id);
  await runDraft(page);
  await expectState(page, 'call', 'running');
  // What moves stands still for who asked for that; times go on.
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await expect.poll(moving).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toBe(0);
  const elapsed = runBar(page).locator('.elapsed');
  const before = await elapsed.textContent();
  await expect(elapsed).not.toHaveText(before ?? '');

  const answer = await heldRequest(page, 'GET', `**/api/v1/workflows/${id}`);
  await page.reload({ waitUntil: 'commit' });
  await expect(
    page.getByRole('status', { name: 'Opening the workflow' }).locator('.sk').first(),
  ).toBeVisible();
  answer();
  await expectState(page, 'start', 'completed');
  await expectState(page, 'call', 'running');
  await expect(runBar(page).getByText('Running', { exact: true })).toBeVisible();

  const from = await centre(card(page, 'call').locator('b').first());
  const stood = (await card(page, 'call').boundingBox())!;
  const held = async () => {
    const { x, y } = (await card(page, 'call').boundingBox())!;
    return [Math.round(x - stood.x), Math.round(y - stood.y)];
  };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 2, from.y + 2);
  await page.mouse.move(from.x + 80, from.y + 64, { steps: 4 });
  await expect.poll(held).toEqual([80, 64]);
  outside.release('reload');
  await expectState(page, 'call', 'completed');
  await expectState(page, 'output', 'completed');
  await expect(runBar(page).getByText('Completed', { exact: true })).toBeVisible();
  expect(await held()).toEqual([80, 64]);
  await page.mouse.move(from.x + 80, from.y + 96, { steps: 4 });
  const save = await heldRequest(page, 'PUT', '**/draft');
  await page.mouse.up();
  await expect.poll(held).toEqual([80, 96]);

  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.click();
  await expect(run).toHaveAttribute('aria-busy', 'true');
  save();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Start/ })).toBeVisible();
});

/** Keeps the next request of a kind from the server until the answered function is called. */
async function heldRequest(page: Page, method: string, url: string): Promise<() => void> {
  let goOn = () => {};
  const gate = new Promise<void>((done) => {
    goOn = done;
  });
  await page.route(url, async (route) => {
    if (route.request().method() === method) await gate;
    await route.fallback();
  });
  return goOn;
}

test('a step that is tried again says when', async ({ signedInPage: page, service, outside }) => {
  const graph = heldGraph('Tried again', outside.urlOf('again'));
  const nodes = graph.nodes.map((node) =>
    node.id === 'call' ? { ...node, retry: { maxAttempts: 2, backoffSeconds: 50 } } : node,
  );
  outside.cutNext('again');
  const { id } = await makeWorkflow(service, { ...graph, nodes });
  await openEditor(page, id);
  await runDraft(page);
  await expectState(page, 'call', 'retrying');
  await expect(card(page, 'call').locator('footer')).toHaveText(/^Attempt 2 of 2in [345]\d\ss$/);
  await runBar(page).getByRole('button', { name: 'Cancel run' }).click();
  await expectState(page, 'call', 'cancelled');
});

test('a lost connection shows itself and heals without a reload', async ({
  signedInPage: page,
  service,
  outside,
  allowed,
}) => {
  allowed.push(/net::ERR_|Failed to load resource/);
  const { id } = await makeWorkflow(service, heldGraph('Cut off', outside.urlOf('cut-off')));
  const line = await openLine(service.url);
  await page.goto(`${line.url}/workflows/${id}`);
  await runDraft(page);
  await expectState(page, 'call', 'running');
  await page.evaluate(() => {
    document.body.dataset.sameDocument = 'yes';
  });

  line.cut();
  await expect(runBar(page).getByText('Connection lost.')).toBeVisible();
  const saveMark = page.locator('.save-mark');
  await page.getByRole('textbox', { name: 'Name of the workflow' }).fill('Typed meanwhile');
  await expect(saveMark).toContainText('Not saved. The server did not answer.');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('The draft could not be saved, so nothing was started.').first()).toBeVisible();
  outside.release('cut-off'); // what happens meanwhile must not be missed
  line.mend();

  await expectState(page, 'output', 'completed');
  await expect(runBar(page).getByText('Completed', { exact: true })).toBeVisible();
  await expect(runBar(page).getByText('Connection lost.')).toBeHidden();
  await expect(page.locator('body')).toHaveAttribute('data-same-document', 'yes');
  await expect(saveMark).toContainText(/Saved \S/);
  expect(await service.call('GET', `/workflows/${id}`)).toMatchObject({ name: 'Typed meanwhile' });
  await page.getByRole('tab', { name: 'Run log' }).click();
  const seqs = await page
    .locator('[data-seq]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-seq')));
  expect(seqs).toEqual(seqs.map((_, index) => String(seqs.length - index)));
  await page.close();
  await line.close();
});

test('eight tabs on one run share one stream and all turn green', async ({
  signedInPage: page,
  service,
  outside,
}) => {
  test.slow(); // eight pages start on one small machine
  const { id } = await makeWorkflow(service, heldGraph('Eight tabs', outside.urlOf('eight')));
  const run = await startRunOf(service, id);
  const context = page.context();
  let streams = 0;
  context.on('request', (request) => {
    if (request.headers().accept === 'text/event-stream') streams += 1;
  });
  const tabs = [page, ...(await Promise.all(Array.from({ length: 7 }, () => context.newPage())))];
  for (const tab of tabs) {
    await tab.goto(`/runs/${run.id}`);
    await expect(tab.locator('.rh').getByText('Running', { exact: true })).toBeVisible();
  }
  expect(streams).toBe(1);

  outside.release('eight');
  for (const tab of tabs) {
    await expect(tab.locator('.rh').getByText('Completed', { exact: true })).toBeVisible();
    await expectState(tab, 'output', 'completed');
  }
});
