import { heldGraph, makeWorkflow, startRunOf } from './support/graphs';
import { openLine } from './support/line';
import { expectState, openEditor, runBar, runDraft } from './support/studio';
import { expect, test } from './support/test';

test('a reload in the middle of a run keeps its live state', async ({
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

  await page.reload();
  await expectState(page, 'start', 'completed');
  await expectState(page, 'call', 'running');
  await expect(runBar(page).getByText('Running', { exact: true })).toBeVisible();

  outside.release('reload');
  await expectState(page, 'output', 'completed');
  await expect(runBar(page).getByText('Completed', { exact: true })).toBeVisible();
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
  outside.release('cut-off'); // what happens meanwhile must not be missed
  line.mend();

  await expectState(page, 'output', 'completed');
  await expect(runBar(page).getByText('Completed', { exact: true })).toBeVisible();
  await expect(runBar(page).getByText('Connection lost.')).toBeHidden();
  await expect(page.locator('body')).toHaveAttribute('data-same-document', 'yes');
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
