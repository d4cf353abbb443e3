import { bareGraph, makeWorkflow, plain } from './support/graphs';
import { card, openEditor, runBar } from './support/studio';
import { expect, test } from './support/test';

const START = { id: 'start', type: 'start', name: 'Begin', config: {} };
const OUTPUT = { id: 'output', type: 'output', name: 'End', config: { value: { text: 'Hello' } } };

test('an empty canvas offers samples and import until something is added', async ({ firstPage: page }) => {
  await page.getByRole('button', { name: 'New workflow' }).click();
  const hint = page.getByRole('complementary', { name: 'Where to begin' });
  await expect(hint.getByRole('button', { name: /Sample/ })).toHaveCount(3);
  await expect(hint.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const box = (await hint.boundingBox())!;
  const canvas = page.locator('.canvas');
  const corner = (await canvas.boundingBox())!;
  // Let go where the hint stands, the node still lands on the canvas.
  await page
    .locator('.palette')
    .getByRole('button', { name: 'Transform', exact: true })
    .dragTo(canvas, {
      force: true,
      targetPosition: { x: box.x - corner.x + box.width / 2, y: box.y - corner.y + 20 },
    });
  await expect(card(page, 'transform')).toBeVisible();
  await expect(hint).toBeHidden();
});

test('what is typed in a field is one step, and each choice is one of its own', async ({
  signedInPage: page,
  service,
}) => {
  const call = {
    id: 'call',
    type: 'http',
    name: 'Call',
    config: { method: 'POST', url: 'https://a.example/' },
  };
  const { id } = await makeWorkflow(service, {
    ...bareGraph('Steps'),
    nodes: [START, call, OUTPUT],
    edges: [
      { id: 'e1', source: 'start', target: 'call' },
      { id: 'e2', source: 'call', target: 'output' },
    ],
  } as ReturnType<typeof bareGraph>);
  await openEditor(page, id, '?node=call');
  const url = page.locator('[data-field="/config/url"] input');
  await url.press('End');
  await url.pressSequentially('items');
  const kind = page.locator('[data-field="/config/body"] select');
  await kind.selectOption('json');
  await kind.selectOption('text');
  const undo = page.getByRole('button', { name: /^Undo/ });
  await undo.click();
  await expect(kind).toHaveValue('json');
  await undo.click();
  await expect(kind).toHaveValue('none');
  await expect(url).toHaveValue('https://a.example/items');
  await undo.click();
  await expect(url).toHaveValue('https://a.example/');
});

test('B66: a case that is removed takes its edge with it, one undo brings both back, and every edge is drawn', async ({
  signedInPage: page,
  service,
}) => {
  const cases = [
    { id: 'more', when: 'inputs.n > 1' },
    { id: 'less', when: 'inputs.n < 0' },
  ];
  const { id } = await makeWorkflow(service, {
    ...bareGraph('Cases'),
    nodes: [START, { id: 'which', type: 'condition', name: 'Which', config: { cases } }, OUTPUT],
    edges: [
      { id: 'e1', source: 'start', target: 'which' },
      ...['more', 'less', 'else'].map((sourceHandle) => ({
        id: `e-${sourceHandle}`,
        source: 'which',
        sourceHandle,
        target: 'output',
      })),
    ],
  } as ReturnType<typeof bareGraph>);
  await openEditor(page, id, '?node=which');
  const edges = page.locator('.react-flow__edge');
  await expect(edges).toHaveCount(4);
  const second = page.locator('[data-field="/config/cases/1"]');
  await second
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await expect(edges).toHaveCount(3);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(edges).toHaveCount(4);
  await expect(second).toBeVisible();

  // Added, moved and renamed, cases keep the edges of the others; after a reload too each has its line.
  await page.getByRole('button', { name: 'Add a case' }).click();
  await page.getByRole('button', { name: /^Move more/ }).press('ArrowDown');
  const less = page.locator('[data-field="/config/cases/0"]').getByRole('textbox', { name: 'Id' });
  await less.fill('fewer');
  await less.press('Enter');
  const drawn = () =>
    edges.evaluateAll((all) =>
      all.map((edge) => (edge.querySelector('path')?.getTotalLength() ?? 0) > 10).filter(Boolean),
    );
  await expect.poll(drawn).toHaveLength(4);
  await expect(page.locator('.save-mark')).toContainText(/Saved \S/);
  const { draft } = await service.call<{ draft: { graph: { edges: { sourceHandle?: string }[] } } }>(
    'GET',
    `/workflows/${id}`,
  );
  expect(draft.graph.edges.map(({ sourceHandle }) => sourceHandle)).toEqual([
    undefined,
    'more',
    'fewer',
    'else',
  ]);
  await openEditor(page, id);
  await expect.poll(drawn).toHaveLength(4);

  // The edge under the pointer takes a node in, or goes.
  const tool = async (edgeId: string, name: string) => {
    const middle = await page.locator(`.react-flow__edge[data-id="${edgeId}"] path.e`).evaluate((path) => {
      const line = path as unknown as SVGPathElement;
      const { x, y } = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM()!);
      return { x, y };
    });
    await page.mouse.move(middle.x, middle.y);
    await page.locator('.edge-tools').getByRole('button', { name }).click();
  };
  await tool('e1', 'Put a node in here');
  await page.getByRole('option', { name: /^Transform/ }).click();
  await expect(edges).toHaveCount(5);
  await expect(card(page, 'transform')).toHaveClass(/\bsel\b/);
  await tool('e-else', 'Remove this edge');
  await expect(edges).toHaveCount(4);
});

test('the run dialog says what keeps the draft from running, and leads to the field', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, {
    ...bareGraph('Not yet'),
    settings: { maxSteps: 1 },
    nodes: [
      START,
      { id: 'call', type: 'http', name: 'Call', config: { method: 'GET', url: '' } },
      plain('then'),
      OUTPUT,
    ],
    edges: [
      { id: 'e1', source: 'start', target: 'call' },
      { id: 'e2', source: 'call', target: 'then' },
      { id: 'e3', source: 'then', target: 'output' },
    ],
  } as ReturnType<typeof bareGraph>);
  await openEditor(page, id);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expect(dialog).not.toContainText('/nodes/');
  await dialog.getByRole('button', { name: 'Go to field' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('[data-field="/config/url"] input')).toBeFocused();

  // What the workflow itself is warned of leads to its own field, unfolded.
  const warning = page.getByRole('listitem').filter({ hasText: 'A run may start 2 steps' });
  await warning.getByRole('button', { name: 'Go to field' }).click();
  await expect(page.locator('[data-field="/settings/maxSteps"] input')).toBeFocused();
});

test('Ctrl+Enter opens the run dialog and starts the run, wherever the focus is in it', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, bareGraph('By keys'));
  await openEditor(page, id);
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.locator('.dialog-foot').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(runBar(page)).toBeVisible();
});

test('the skill of a node is chosen from what the server has', async ({ signedInPage: page, service }) => {
  const skill = {
    id: 'do',
    type: 'skill',
    name: 'Do',
    config: { skill: 'text.statistics', input: { text: 'a' } },
  };
  const { id } = await makeWorkflow(service, {
    ...bareGraph('Skilled'),
    nodes: [START, skill, OUTPUT],
    edges: [
      { id: 'e1', source: 'start', target: 'do' },
      { id: 'e2', source: 'do', target: 'output' },
    ],
  } as ReturnType<typeof bareGraph>);
  await openEditor(page, id, '?node=do');
  const { skills } = await service.call<{ skills: { name: string; description: string }[] }>(
    'GET',
    '/node-options',
  );
  const field = page.locator('[data-field="/config/skill"]');
  for (const { name, description } of skills) {
    await field.getByRole('combobox').selectOption(name);
    await expect(field).toContainText(description);
  }
});

test('in Chinese a problem is said in Chinese to the last word, with the ids that it names', async ({
  signedInPage: page,
  service,
}) => {
  const lost = { id: 'lost', type: 'transform', name: 'Lost', config: { value: {} } };
  const graph = bareGraph('Problems');
  const { id } = await makeWorkflow(service, { ...graph, nodes: [...graph.nodes, lost] } as typeof graph);
  await page.context().addCookies([{ name: 'weftwork-locale', value: 'zh', url: service.url }]);
  await openEditor(page, id);
  const problem = page.locator('.prob').first();
  await expect(problem).toContainText('从输入走不到“lost”；请连接或删除它。');
  await expect(problem).not.toContainText('No path');
});

test('tidying asks ELK in a worker that is loaded then, and is one step', async ({
  signedInPage: page,
  service,
}) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const { id } = await makeWorkflow(service, bareGraph('Tidied'));
  await openEditor(page, id);
  const topOf = async (node: string) => (await card(page, node).boundingBox())!.y;
  const offset = async () => Math.round((await topOf('output')) - (await topOf('start')));
  const box = (await card(page, 'output').boundingBox())!;
  await page.mouse.move(box.x + 60, box.y + 16);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 216, { steps: 5 });
  await page.mouse.up();
  await expect.poll(offset).toBeGreaterThan(100);
  const moved = await offset();
  expect(workers).toEqual([]);
  await page.keyboard.press('Shift+L');
  await expect.poll(offset).toBe(0);
  expect(workers).toHaveLength(1);
  await page.keyboard.press('Control+z');
  await expect.poll(offset).toBe(moved);
});
