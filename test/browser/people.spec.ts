import { readFile } from 'node:fs/promises';
import { approvalGraph, formGraph, makeWorkflow, startRunOf } from './support/graphs';
import { expectState, openEditor, overlap, runBar, runDraft } from './support/studio';
import { expect, test } from './support/test';

const STATUS_OF_RUN = '.rh [role="status"]';

test('the report is approved in the studio and its file is opened', async ({ signedInPage: page }) => {
  await openEditor(page, 'report_generation');
  await runDraft(page);
  await runBar(page).getByRole('button', { name: 'Answer: Approve outline' }).click();
  await expectState(page, 'approve', 'awaiting_input');
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(runBar(page).getByText('Completed', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expectState(page, 'output', 'completed');

  await page.getByRole('link', { name: 'Open run' }).click();
  await expect(page.locator(STATUS_OF_RUN)).toHaveText('Completed');
  const report = page
    .getByRole('list', { name: 'Files' })
    .getByRole('listitem')
    .filter({ hasText: '专题报告.md' });
  await report.getByText('Preview').click();
  await expect(report.locator('pre')).toContainText('# ');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('专题报告.md');
  expect(await readFile(await download.path(), 'utf8')).toContain('# ');
});

test('B28: a form answered in one of two tabs is mended first, and both tabs see the run end', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, formGraph('Stars'));
  const run = await startRunOf(service, id);
  const other = await page.context().newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/runs/${run.id}`);
    await expect(tab.getByRole('heading', { name: 'How did we do?' })).toBeVisible();
  }

  const stars = page.getByRole('textbox', { name: /^Stars/ });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('This is needed.')).toBeVisible();
  await stars.fill('9');
  await expect(page.locator('.fld', { has: stars }).locator('.msg-e')).toContainText('5');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(stars).toHaveAttribute('aria-invalid', 'true');
  await stars.fill('4');
  // Text that is not taken is not sent, nor what was taken before it.
  await page.getByRole('radiogroup', { name: 'How to enter it' }).getByText('JSON').click();
  const json = page.locator('#answer-json');
  await json.fill('{ "stars": 3, "stars": 4 }');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(json).toBeFocused();
  await expect(page.getByText('The key "stars" stands twice in one object; keep one.')).toBeVisible();
  await json.fill('{ "stars": 4 }');
  await page.getByRole('button', { name: 'Send' }).click();

  for (const tab of [page, other]) {
    await expect(tab.locator(STATUS_OF_RUN)).toHaveText('Completed');
    await expect(tab.getByRole('button', { name: 'Send' })).toHaveCount(0);
    await expect(tab.locator('.spin')).toHaveCount(0);
  }
  expect(await service.call('GET', `/runs/${run.id}`)).toMatchObject({ output: { stars: 4 } });
});

test('an approval in the inbox leaves it when it is answered', async ({ firstPage: page, service }) => {
  const { id } = await makeWorkflow(service, formGraph('From the inbox'));
  await startRunOf(service, id);
  const more = page.getByText('More wait than are shown here');
  await page.route(/gates\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), nextCursor: 'x/y' } });
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Inbox/ }).click();
  await expect(more).toBeVisible();
  await page.unroute(/gates\?/);
  await expect(more).toBeHidden();
  const item = page
    .getByRole('complementary', { name: 'Inbox' })
    .getByRole('button', { name: /From the inbox/ });
  await expect(item).toContainText('From the inbox · Ask'); // by the node's name, of a draft too
  await item.click();
  const stars = page.getByRole('textbox', { name: /^Stars/ });
  // Under the question, beside which there is nothing to read.
  await expect(stars).toBeVisible();
  const place = async () => {
    const question = await page.locator('.id-question').boundingBox();
    const answer = await stars.boundingBox();
    if (!question || !answer) return undefined;
    return { aside: answer.x - question.x, under: answer.y > question.y + question.height };
  };
  await expect.poll(place).toEqual({ aside: 0, under: true });
  await stars.fill('5');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(item).toHaveCount(0);
});

test('the inbox puts no task in the place of another by itself, and no press meant for one into the next', async ({
  signedInPage: page,
  service,
}) => {
  const ask = async (name: string, deadlineSeconds: number) => {
    const { id } = await makeWorkflow(service, approvalGraph(name, deadlineSeconds));
    const run = await startRunOf(service, id);
    const status = async () => (await service.call<{ status: string }>('GET', `/runs/${run.id}`)).status;
    await expect.poll(status).toBe('awaiting_input');
    return { id: run.id, status };
  };
  const slow = await ask('Slow', 1200);
  await page.goto('/inbox');
  const question = page.locator('.id-question h2');
  const note = page.getByRole('textbox', { name: 'Note' });
  const items = page.getByRole('complementary', { name: 'Inbox' }).locator('.item');
  await expect(question).toHaveText('Slow?');
  await expect(page.locator('.time-left')).toHaveClass(/due-far/);
  await note.fill('Looked at it');

  const urgent = await ask('Urgent', 600);
  await expect(items.first()).toContainText('Urgent?');
  await expect(question).toHaveText('Slow?');
  await expect(note).toHaveValue('Looked at it');

  await service.call('POST', `/runs/${slow.id}/approve`, {});
  await expect(page.getByRole('heading', { name: 'This is no longer open' })).toBeVisible();
  const last = await ask('Last', 900);
  await expect(items.filter({ hasText: 'Last?' })).toBeVisible(); // or another that waits would be next
  await page.getByRole('button', { name: 'Next task' }).click();
  await expect(question).toHaveText('Urgent?');

  // The clock of the page stands, so that the second press comes at the same moment as the first, however slow it is.
  await page.clock.setFixedTime(new Date());
  const agree = page.getByRole('button', { name: 'Agree' });
  await agree.click();
  await expect(question).toHaveText('Last?');
  await expect(page.locator('.id-question')).toBeFocused();
  expect(await overlap(page.locator('.toast'), page.locator('.act'))).toBe(false);
  await agree.click();
  await page.clock.setFixedTime(new Date(Date.now() + 840_000));
  await expect(page.locator('.time-left')).toHaveClass(/due-near/); // of 15 minutes one is left
  await expect.poll(urgent.status).toBe('completed');
  expect(await last.status()).toBe('awaiting_input');
  await agree.click();
  await expect.poll(last.status).toBe('completed');
});
