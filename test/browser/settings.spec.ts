import { formGraph, makeWorkflow, startRunOf } from './support/graphs';
import { expect, test } from './support/test';

/** The last in a list that begins with the newest, and never run by a test. */
const FIRST_MADE = 'Compare two lists';

const paidGraph = {
  schemaVersion: '1.0',
  name: 'Paid?',
  nodes: [
    { id: 'start', type: 'start', name: 'Begin', config: {} },
    {
      id: 'wait',
      type: 'human_input',
      name: 'Wait',
      config: { mode: 'signal', message: 'Not paid.', signal: { name: 'paid', key: 'order-17' } },
    },
    { id: 'output', type: 'output', name: 'End', config: { value: { n: '{{ nodes.wait.data.n }}' } } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'wait' },
    { id: 'e2', source: 'wait', sourceHandle: 'answered', target: 'output' },
  ],
};

test('a limit is set, counted against and removed, and a run of higher priority goes first', async ({
  firstPage: page,
  service,
  allowed,
}) => {
  allowed.push(/ERR_INTERNET_DISCONNECTED/);
  const { id } = await makeWorkflow(service, formGraph('One at a time'));
  await startRunOf(service, id);
  await page.getByRole('link', { name: 'Settings' }).click();
  const row = page.locator('.set-table tr').filter({ hasText: 'One at a time' });
  await expect(row.getByRole('cell')).toContainText([/One/, '·', '·', '1']);
  const field = row.getByRole('textbox', { name: 'Limit of One at a time' });
  await field.fill('0');
  await expect(row.getByText('A whole number from 1 to 1,000,000')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Set' })).toHaveAttribute('aria-disabled', 'true');
  await field.fill('2');
  await field.press('Enter');
  await expect(page.getByText('One at a time: at most 2 at the same time.').first()).toBeVisible();
  expect(await service.call('GET', '/limits')).toMatchObject({
    workflows: [{ workflowId: id, maxRunning: 2 }],
  });
  await page.reload();
  await expect(field).toHaveValue('2');
  await field.fill('');
  await row.getByRole('button', { name: 'Set' }).click();
  await expect(page.getByText('One at a time: no limit any more.').first()).toBeVisible();
  expect(await service.call('GET', '/limits')).toMatchObject({ workflows: [] });

  // Without a line it says so, and does nothing later.
  await page.context().setOffline(true);
  await field.fill('3');
  await field.press('Enter');
  await expect(row.getByRole('status')).toHaveText(/The server did not answer/);
  await page.context().setOffline(false);

  // A search finds what is not read yet; the service itself gives smaller pages here.
  await page.route('**/api/v1/workflows?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=100', 'limit=2') }),
  );
  for (const place of ['/settings', '/workflows']) {
    await page.goto(place);
    const rows = page.getByRole('row').filter({ hasText: FIRST_MADE });
    await expect(page.getByRole('row').filter({ hasText: 'One at a time' })).toBeVisible();
    await expect(rows).toHaveCount(0);
    await page.getByRole('searchbox').first().fill(FIRST_MADE);
    await expect(rows).toHaveCount(1);
  }
  await page.unroute('**/api/v1/workflows?*');
  expect(await service.call('GET', '/limits')).toMatchObject({ workflows: [] });

  // The run dialog sends the priority that was chosen.
  await page.goto('/workflows');
  await page.getByRole('button', { name: 'Run One at a time', exact: true }).click();
  await page.getByRole('combobox', { name: 'Priority' }).selectOption('High');
  const [request] = await Promise.all([
    page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/runs')),
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Start/ })
      .click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ workflowId: id, priority: 10 });
  await expect(page).toHaveURL(/\/runs\/.+/);
});

test('a signal is sent from the page, reaches the run that waits, and is kept', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, paidGraph);
  const run = await startRunOf(service, id);
  await expect
    .poll(async () => (await service.call<{ status: string }>('GET', `/runs/${run.id}`)).status)
    .toBe('awaiting_input');

  await page.goto('/settings?part=signals');
  await page.getByRole('button', { name: 'Send a signal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a signal' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('paid');
  await dialog.getByRole('textbox', { name: 'Key' }).fill('order-17');
  await dialog.getByRole('textbox', { name: 'Payload' }).fill('{ "n": 3 }');
  await dialog.getByRole('button', { name: 'Send a signal' }).click();
  await expect(dialog.getByText('Taken by 1 step:')).toBeVisible();
  await dialog.getByRole('link', { name: /^Run/ }).click();
  await expect(page.locator('.rh [role="status"]')).toHaveText('Completed');
  expect(await service.call('GET', `/runs/${run.id}`)).toMatchObject({ output: { n: 3 } });

  await page.goto('/settings?part=signals');
  await page.getByRole('searchbox', { name: 'Key' }).fill('order-17');
  await expect(page.getByRole('row').filter({ hasText: 'order-17' })).toContainText('{"n":3}');
  await expect(page.getByRole('searchbox', { name: 'Name' })).toHaveAttribute('maxlength', '128');
  await expect(page.getByRole('searchbox', { name: 'Key' })).toHaveAttribute('maxlength', '256');
  await page.getByRole('searchbox', { name: 'Key' }).fill('order');
  await expect(page.getByText('No signal has this name and key')).toBeVisible();
});

test('what is changed after a lost answer is another signal, and text that is not taken is not sent', async ({
  signedInPage: page,
  service,
  allowed,
}) => {
  allowed.push(/ERR_FAILED/);
  await page.goto('/settings?part=signals');
  await page.getByRole('button', { name: 'Send a signal' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a signal' });
  const payload = dialog.getByRole('textbox', { name: 'Payload' });
  const send = dialog.getByRole('button', { name: 'Send a signal' });
  const kept = async () => {
    const { items } = await service.call<{ items: { payload: unknown }[] }>('GET', '/signals?name=lost');
    return items.map((signal) => signal.payload);
  };
  const loseNextAnswer = () =>
    page.route(
      '**/api/v1/signals',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
  await dialog.getByRole('textbox', { name: 'Name' }).fill('lost');
  await dialog.getByRole('textbox', { name: 'Key' }).fill('k');
  await payload.fill('{ "n": 1 }');
  await loseNextAnswer();
  await send.click();
  await expect(dialog.getByText('The server did not answer.')).toBeVisible();
  await send.click();
  await expect(dialog.getByText('Kept. No run waits for it now.')).toBeVisible();
  expect(await kept()).toEqual([{ n: 1 }]);

  await loseNextAnswer();
  await send.click();
  await expect(dialog.getByText('The server did not answer.')).toBeVisible();
  await payload.fill('{ "n": 2 }');
  await send.click();
  await expect(dialog.getByText('Kept. No run waits for it now.')).toBeVisible();
  expect(await kept()).toEqual([{ n: 2 }, { n: 1 }, { n: 1 }]);

  await payload.fill('{ "n": 3, "n": 4 }');
  await send.click();
  await expect(payload).toBeFocused();
  await expect(dialog.getByText('The key "n" stands twice in one object; keep one.')).toBeVisible();
  expect(await kept()).toHaveLength(3);
});
