import type { Page } from '@playwright/test';
import { makeWorkflow, startRunOf } from './support/graphs';
import type { BuiltService } from './support/service';
import { expectState, openEditor, runDraft } from './support/studio';
import { expect, test } from './support/test';

interface Stored {
  readonly draft: {
    readonly graph: {
      readonly inputSchema: object;
      readonly nodes: readonly { id: string; config: Record<string, unknown> }[];
    };
  };
}

const storedGraph = async (service: BuiltService, id: string) =>
  (await service.call<Stored>('GET', `/workflows/${id}`)).draft.graph;
const storedConfig = async (service: BuiltService, id: string, nodeId: string) =>
  (await storedGraph(service, id)).nodes.find((node) => node.id === nodeId)?.config;

const START = { id: 'start', type: 'start', name: 'Begin', config: {} };
const OUTPUT = { id: 'output', type: 'output', name: 'End', config: { value: { text: 'Hello' } } };
const inputSchema = {
  type: 'object',
  properties: {
    n: { type: 'integer', default: 2, minimum: 1 },
    region: { type: 'string', default: 'north' },
  },
  'x-order': ['n', 'region'],
};

/** Nodes in a row, joined as the pairs say. */
const graphOf = (name: string, nodes: readonly { id: string }[], pairs: string) => ({
  schemaVersion: '1.0',
  name,
  inputSchema,
  nodes: [START, ...nodes, OUTPUT],
  edges: pairs.split(' ').map((pair, index) => {
    const [from, target] = pair.split('>') as [string, string];
    const [source, sourceHandle] = from.split('?');
    return { id: `e${index}`, source, target, ...(sourceHandle ? { sourceHandle } : {}) };
  }),
});

test('a condition is edited as rows and as text, and both say the same', async ({
  signedInPage: page,
  service,
}) => {
  const more = { left: '{{ inputs.n }}', op: 'gt', right: 1 };
  const which = {
    id: 'which',
    type: 'condition',
    name: 'Which',
    config: { cases: [{ id: 'yes', when: more }] },
  };
  const { id } = await makeWorkflow(
    service,
    graphOf('Rows', [which], 'start>which which?yes>output which?else>output'),
  );
  await openEditor(page, id, '?node=which');
  const condition = page.locator('[data-field="/config/cases/0"]');
  await condition.getByRole('button', { name: 'Rule', exact: true }).click();
  const second = condition.locator('[data-field="/config/cases/0/when/all/1"]');
  const left = second.getByRole('textbox', { name: /Left$/ });
  await left.pressSequentially('{{ reg');
  await expect(page.getByRole('option', { name: /inputs\.region/ })).toHaveAttribute('aria-selected', 'true');
  await left.press('Enter');
  await expect(left).toHaveValue('{{ inputs.region }}');
  await second.getByRole('combobox').selectOption('contains');
  await second.getByRole('textbox', { name: /Right$/ }).fill('nor');

  await condition.getByRole('radio', { name: 'Text' }).click();
  const text = condition.getByRole('textbox', { name: 'yes' });
  await expect(text).toHaveValue('inputs.n > 1 && contains(inputs.region, "nor")');
  await text.fill('inputs.n > (');
  await condition.getByRole('radio', { name: 'Rows' }).click();
  await expect(condition.getByText('Rows cannot show this text')).toBeVisible();
  await expect(text).toBeVisible();
  await text.fill('inputs.n > 1 && !(inputs.region == "south" || inputs.n < 9)');
  await condition.getByRole('radio', { name: 'Rows' }).click();

  const grip = condition.getByRole('button', { name: /^Move rule 1/ }).first();
  await grip.press('ArrowDown');
  await condition.getByRole('button', { name: 'More for rule 2' }).first().click();
  await page.getByRole('menuitem', { name: 'Turn into its opposite' }).click();
  const south = { left: '{{ inputs.region }}', op: 'eq', right: 'south' };
  const few = { left: '{{ inputs.n }}', op: 'lt', right: 9 };
  await expect
    .poll(() => storedConfig(service, id, 'which'))
    .toEqual({
      cases: [{ id: 'yes', when: { all: [{ not: { any: [south, { not: few }] } }, more] } }],
    });
  await expect(condition.locator('.condition-text')).toContainText(
    '!(inputs.region == "south" || !(inputs.n < 9)) && inputs.n > 1',
  );
});

test('an expression is held against the graph while it is edited, and mended with one press', async ({
  signedInPage: page,
  service,
}) => {
  const which = {
    id: 'which',
    type: 'condition',
    name: 'Which',
    config: { cases: [{ id: 'yes', when: 'inputs.n > 1' }] },
  };
  const sales = {
    id: 'sales',
    type: 'transform',
    name: 'Sales',
    config: { value: { total: '{{ inputs.n }}' } },
  };
  const say = {
    id: 'say',
    type: 'transform',
    name: 'Say',
    config: { value: { a: '{{ nodes.slaes.data.total }}' } },
  };
  const { id } = await makeWorkflow(
    service,
    graphOf('Mended', [which, sales, say], 'start>which which?yes>sales sales>say which?else>say say>output'),
  );
  await openEditor(page, id, '?node=say');
  const field = page.locator('[data-field="/config/value"]');
  await expect(field.getByText('No node has the id “slaes”.')).toBeVisible();
  await expect(field.locator('.tm-error')).toHaveText('nodes.slaes.data.total');
  // What the field says itself, the server's list does not say there again.
  await expect(page.locator('.prob')).toContainText(['nodes.slaes.data refers to no node']);
  await expect(field.getByText('refers to no node')).toBeHidden();
  await field.getByRole('button', { name: 'Use nodes.sales.data.total' }).click();
  await expect(field.getByText('Reads null when “Sales” is skipped.')).toBeVisible();
  await field.getByRole('button', { name: 'Allow it with ??' }).click();
  const area = field.getByRole('textbox', { name: 'Value of a' });
  await expect(area).toHaveValue('{{ nodes.sales.data.total ?? null }}');
  await runDraft(page);
  await expectState(page, 'output', 'completed');
  await expect(field.locator('.preview')).toHaveText('= 2');

  // The whole way by keys: braces open the list, arrows choose, right looks inside, Enter inserts.
  await area.press('End');
  await area.pressSequentially(' and {{ sales');
  const list = page.getByRole('listbox');
  await expect(list.getByRole('option').first()).toHaveAttribute(
    'aria-label',
    'nodes.sales.data.total, number, 2',
  );
  await area.press('ArrowDown');
  await area.press('ArrowRight');
  await expect(area).toHaveValue(/\{\{ nodes\.sales\.data\.$/);
  await area.press('Enter');
  await expect(area).toHaveValue('{{ nodes.sales.data.total ?? null }} and {{ nodes.sales.data.total }}');
  await expect(field.locator('.preview')).toHaveText('= 2 and 2');
  await area.press('Control+ ');
  await expect(list).toBeVisible();
  await area.press('Escape');
  await expect(list).toBeHidden();
  await expect(area).toBeFocused();

  // The Enter that ends a composition takes what was composed, and nothing from the list.
  const keys = await page.context().newCDPSession(page);
  await area.fill('{{ ');
  await expect(list).toBeVisible();
  await keys.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
  await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await expect(area).toHaveValue('{{ ni');
  await keys.send('Input.insertText', { text: '你' });
  await expect(area).toHaveValue('{{ 你');

  // A very long text is taken, and stands once on the page.
  await area.fill('a {{ inputs.n }} '.repeat(3_600));
  await expect(field.locator('.mirror')).toHaveText('\u200b');
  await area.fill('a {{ inputs.n }}');
  await expect(field.locator('.tm-hole')).toHaveText('{{ inputs.n }}');
});

test('inputs are built field by field, JSON shows the same, and B52: the form of a run keeps branches apart', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, graphOf('Built', [], 'start>output'));
  await openEditor(page, id, '?node=start');
  const schema = page.locator('[data-field="/inputSchema"]');
  await schema.getByRole('button', { name: 'Add a field' }).click();
  await page.keyboard.type('how');
  await page.keyboard.press('Enter');
  await schema.getByRole('combobox', { name: 'Kind of how' }).selectOption('oneOf');
  await schema.getByRole('button', { name: 'how is needed' }).click();
  await schema.getByRole('button', { name: 'More about how' }).click();
  const branches = schema.getByRole('group', { name: 'One of these' });
  await branches.getByRole('textbox', { name: 'Title of form 1' }).fill('Mail');
  await branches.getByRole('button', { name: 'Add a field' }).first().click();
  await page.keyboard.type('to');
  await page.keyboard.press('Enter');
  await schema.getByRole('button', { name: /^Move how/ }).press('ArrowUp');
  await schema.getByRole('button', { name: /^Move how/ }).press('ArrowUp');
  await schema.getByRole('button', { name: 'More about n' }).click();
  await expect(schema.getByText('Kept as they are: minimum.')).toBeVisible();
  const built = {
    ...inputSchema,
    properties: {
      ...inputSchema.properties,
      how: {
        oneOf: [
          { title: 'Mail', type: 'object', properties: { to: { type: 'string' } }, 'x-order': ['to'] },
          { title: 'B', type: 'object', properties: {} },
        ],
      },
    },
    required: ['how'],
    'x-order': ['how', 'n', 'region'],
  };
  await expect.poll(async () => (await storedGraph(service, id)).inputSchema).toEqual(built);
  await schema.getByRole('radio', { name: 'JSON' }).click();
  await expect(schema.locator('.cm-content')).toContainText('"minimum": 1');
  await schema.getByRole('radio', { name: 'Fields' }).click();
  await expect(schema.locator('.sf-name').first()).toHaveValue('how');
  expect((await storedGraph(service, id)).inputSchema).toEqual(built);

  // The form of a run asks in that order; a branch that is left holds nothing of the other.
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'to' }).fill('a@b.c');
  await dialog.getByRole('radio', { name: 'B' }).click();
  await expect(dialog.getByRole('textbox', { name: 'to' })).toBeHidden();
  await dialog.getByRole('radio', { name: 'Mail' }).click();
  await expect(dialog.getByRole('textbox', { name: 'to' })).toHaveValue('a@b.c');
});

test('who approves and what happens when time is up are edited as rows, with each problem at its part', async ({
  signedInPage: page,
  service,
}) => {
  const gate = {
    id: 'gate',
    type: 'human_input',
    name: 'Gate',
    config: { mode: 'approval', message: 'Well?' },
  };
  const { id } = await makeWorkflow(
    service,
    graphOf('Rows of a gate', [gate], 'start>gate gate?approved>output'),
  );
  await openEditor(page, id, '?node=gate');
  await page.locator('.inspector .fold > summary', { hasText: 'More settings' }).click();
  const part = (field: string) => page.locator(`[data-field="/config/${field}"]`);

  await test.step('approvers: added, named, put into another order, removed', async () => {
    const approvers = part('approvers');
    await approvers.getByRole('textbox', { name: 'Approvals required' }).fill('0');
    await expect(part('approvers/required').locator('.msg-e')).toBeVisible();
    await approvers.getByRole('textbox', { name: 'Approvals required' }).fill('2');
    for (const [index, name] of ['sales', 'legal', 'board'].entries()) {
      await approvers.getByRole('button', { name: 'Add a group' }).click();
      const group = part(`approvers/groups/${index}`);
      await expect(group.locator('.msg-e').first()).toBeVisible();
      await group.getByRole('textbox').fill(name);
    }
    await approvers.getByRole('button', { name: /^Move board/ }).press('ArrowUp');
    await approvers.getByRole('button', { name: 'Remove sales' }).click();
    await approvers.getByRole('textbox', { name: 'Reason' }).pressSequentially('Above the limit');
    await expect
      .poll(async () => (await storedConfig(service, id, 'gate'))?.approvers)
      .toEqual({ required: 2, groups: ['board', 'legal'], reason: 'Above the limit' });
  });

  await test.step('a chain of policies, each with what it needs', async () => {
    const policy = part('onTimeout');
    await part('onTimeout/policy').getByRole('combobox').selectOption('chain');
    const first = part('onTimeout/policies/0/policy').getByRole('combobox');
    await expect(first.locator('option')).toHaveCount(4); // no chain in a chain
    await part('onTimeout/policies/0/targets').getByRole('button', { name: 'Add a target' }).click();
    const target = part('onTimeout/policies/0/targets/0');
    await target.getByRole('combobox', { name: 'Target 1' }).selectOption('slack');
    const url = part('onTimeout/policies/0/targets/0/slack/webhookUrl');
    await url.getByRole('textbox').fill('not an address');
    await expect(url.locator('.msg-e')).toBeVisible();
    // Said at its part, and nowhere around it.
    await expect(policy.locator('.msg-e:not(.msg-w)')).toHaveCount(1);
    await url.getByRole('textbox').fill('https://hooks.example/1');
    await expect(policy.locator('.msg-e:not(.msg-w)')).toHaveCount(0);
    await part('onTimeout/policies/0/targets/0/slack/channel').getByRole('textbox').fill('#ops');
    await policy.getByRole('button', { name: 'Add a policy' }).click();
    await part('onTimeout/policies/2/policy').getByRole('combobox').selectOption('escalate');
    const to = part('onTimeout/policies/2/to');
    await expect(to.locator('.msg-e')).toBeVisible();
    await to.getByRole('combobox').selectOption('user');
    await to.getByRole('textbox').fill('ada');
    await policy.getByRole('button', { name: /^Move Policy 3/ }).press('ArrowUp');
    await expect
      .poll(async () => (await storedConfig(service, id, 'gate'))?.onTimeout)
      .toEqual({
        policy: 'chain',
        policies: [
          {
            policy: 'notify',
            targets: [{ slack: { webhookUrl: 'https://hooks.example/1', channel: '#ops' } }],
          },
          { policy: 'escalate', to: { user: 'ada' } },
          { policy: 'autoReject' },
        ],
      });
  });

  await test.step('the schema of a signal is that of its payload', async () => {
    const mode = part('mode').getByRole('combobox');
    await mode.selectOption('signal');
    await expect(part('schema').locator('.lab').first()).toHaveText('Payload schema');
    await mode.selectOption('form');
    await expect(part('schema').locator('.lab').first()).toHaveText('Form');
  });
});

test('a number that would lose digits is refused where it is typed', async ({
  signedInPage: page,
  service,
}) => {
  const say = { id: 'say', type: 'loop', name: 'Say', config: { over: 'items', items: [1] } };
  const { id } = await makeWorkflow(service, graphOf('Digits', [say], 'start>say say>output'));
  await openEditor(page, id, '?node=say');
  const items = page.locator('[data-field="/config/items"]');
  const json = items.locator('textarea');
  await json.fill('[9007199254740993]');
  await expect(items.locator('.msg-e')).toContainText('9007199254740993 lies outside');
  await expect(json).toHaveAttribute('aria-invalid', 'true');
  await json.fill('[9007199254740991]');
  await expect(items.locator('.msg-e')).toHaveCount(0);
  await expect.poll(async () => (await storedConfig(service, id, 'say'))?.items).toEqual([9007199254740991]);
  await json.fill('{"a": 1, "a": 2}');
  await expect(items.locator('.msg-e')).toContainText('stands twice');
  expect((await storedConfig(service, id, 'say'))?.items).toEqual([9007199254740991]);

  const limit = page.locator('[data-field="/timeoutSeconds"]');
  await limit.getByRole('textbox').fill('9007199254740993');
  await limit.getByRole('textbox').blur();
  await expect(limit.locator('.msg-e')).toContainText('9007199254740993 lies outside');
  await expect(limit.getByRole('textbox')).toHaveValue('9007199254740993');
  await limit.getByRole('textbox').fill('0');
  await expect(limit.locator('.msg-e')).toHaveText('The least is 1; less is not taken.');
  await limit.getByRole('textbox').fill('30');
  await expect(limit.locator('.msg-e')).toHaveCount(0);
});

test('B52: an answer holds the chosen of two forms alone, with its defaults, and going back restores the other', async ({
  signedInPage: page,
  service,
}) => {
  const list = (items: object) => ({ type: 'array', minItems: 1, items });
  const schema = {
    type: 'object',
    properties: {
      how: {
        oneOf: [
          {
            title: 'Mail',
            type: 'object',
            properties: { to: list({ type: 'string', default: 'me@a.example' }) },
            required: ['to'],
            additionalProperties: false,
          },
          {
            title: 'File',
            type: 'object',
            properties: { names: list({ type: 'string', default: 'a.md' }) },
            required: ['names'],
            additionalProperties: false,
          },
        ],
      },
    },
    required: ['how'],
  };
  const gate = {
    id: 'gate',
    type: 'human_input',
    name: 'Gate',
    config: { mode: 'form', message: 'How?', schema },
  };
  const graph = graphOf('Two forms', [gate], 'start>gate gate?answered>output');
  const output = { ...OUTPUT, config: { value: { how: '{{ nodes.gate.data.how }}' } } };
  const { id } = await makeWorkflow(service, { ...graph, nodes: [START, gate, output] });
  const run = await startRunOf(service, id);
  await page.goto(`/runs/${run.id}`);
  const task = page.locator('.task-panel');
  const field = task.getByRole('textbox');
  await expect(field).toHaveValue('me@a.example');
  await field.fill('you@a.example');
  await task.getByRole('radio', { name: 'File' }).click();
  await expect(field).toHaveValue('a.md');
  await task.getByRole('radio', { name: 'Mail' }).click();
  await expect(field).toHaveValue('you@a.example');
  await task.getByRole('radio', { name: 'File' }).click();
  await field.fill('b.md');
  await task.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('.rh [role="status"]')).toHaveText('Completed');
  expect(await service.call('GET', `/runs/${run.id}`)).toMatchObject({
    output: { how: { names: ['b.md'] } },
  });
});

test('B41: the editor shows the start of a large value, and the page stays small', async ({
  signedInPage: page,
  service,
  outside,
}) => {
  const letters = 'x'.repeat(5_000_000);
  const entries = Array.from({ length: 20_000 }, (_, at) => ({ at, text: 'y'.repeat(980) }));
  outside.serve('large-in-editor', JSON.stringify({ letters, entries })); // 25 MB
  const config = { method: 'GET', url: outside.urlOf('large-in-editor') };
  const call = { id: 'call', type: 'http', name: 'Call', config };
  const { id } = await makeWorkflow(service, graphOf('Large', [call], 'start>call call>output'));
  const run = await startRunOf(service, id);
  await openEditor(page, id, '?node=call');
  const before = await sizeOf(page);
  await openEditor(page, id, `?run=${run.id}&node=call`);
  await expectState(page, 'call', 'completed');
  await page.getByRole('tab', { name: 'Input and output' }).click();
  await expect(page.locator('.inspector .spill')).toContainText(/body.*MB/);
  const after = await sizeOf(page);
  expect(after.used - before.used).toBeLessThan(5_000_000); // one text of the answer alone is as long
  expect(after.shown - before.shown).toBeLessThan(50_000);
});

/** What the page holds after a garbage collection, and the letters of its text. */
async function sizeOf(page: Page): Promise<{ used: number; shown: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return { used: usedSize, shown: await page.evaluate(() => document.body.textContent?.length ?? 0) };
}
