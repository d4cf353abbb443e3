import type { Page } from '@playwright/test';
import { faultsInBothThemes, faultsOfAccess } from './support/access';
import { bareGraph, makeWorkflow } from './support/graphs';
import { card, expectState, openEditor, runBar } from './support/studio';
import { expect, test } from './support/test';

interface Stored {
  readonly draft: {
    readonly graph: {
      readonly nodes: readonly {
        id: string;
        name: string;
        type: string;
        parentId?: string;
        config: unknown;
      }[];
      readonly edges: readonly { source: string; target: string; sourceHandle?: string }[];
    };
  };
}

const TEXTS = {
  ...bareGraph('Texts'),
  nodes: [
    { id: 'start', type: 'start', name: 'Begin', config: {} },
    {
      id: 'sales',
      type: 'transform',
      name: 'Sales',
      config: { value: { text: 'Sales of {{ inputs.year }}' } },
    },
    {
      id: 'report',
      type: 'transform',
      name: 'Report',
      config: { value: { all: '{{ nodes.sales.data.text }}' } },
    },
    { id: 'output', type: 'output', name: 'End', config: { value: { text: '{{ nodes.report.data.all }}' } } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'sales' },
    { id: 'e2', source: 'sales', target: 'report' },
    { id: 'e3', source: 'report', target: 'output' },
  ],
};

const UNCONNECTED = { ...bareGraph('By keys alone'), edges: [] };

const chosenIds = (page: Page) =>
  page
    .locator('.react-flow__node.selected [data-node-id]')
    .evaluateAll((cards) => cards.map((one) => (one as HTMLElement).dataset.nodeId));
const keys = async (page: Page, ...presses: string[]) => {
  for (const each of presses) await page.keyboard.press(each);
};

test('a whole workflow is built, read, run and mended in the outline without a mouse', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, UNCONNECTED);
  await openEditor(page, id);
  const outline = page.getByRole('treegrid');
  const row = (name: string) =>
    outline.getByRole('row').filter({ has: page.locator(`.outline-name-in > [title="${name}"]`) });
  const window = page.getByRole('dialog');
  const add = async (type: string) => {
    await keys(page, '/');
    await page.keyboard.type(type);
    await keys(page, 'Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const rename = async (name: string, newId: string) => {
    await keys(page, 'F2');
    await expect(window.getByLabel('Name', { exact: true })).toBeFocused();
    await page.keyboard.type(name);
    await keys(page, 'Tab', 'Control+a');
    await page.keyboard.type(newId);
    await keys(page, 'Enter');
    await expect(window).toHaveCount(0);
    await expect(row(name)).toBeFocused();
  };

  await test.step('open the outline and read what is there', async () => {
    await page.locator('main').focus();
    await keys(page, 'o');
    await expect(row('Begin')).toBeFocused();
    await expect(outline.getByRole('row')).toHaveCount(3);
    await expect(row('Begin')).toContainText('nothing');
  });

  await test.step('add, rename and connect', async () => {
    await add('condition');
    await expect(row('Condition')).toBeFocused();
    await rename('Which', 'which');
    await expect(row('Begin')).toContainText('Which');
    await add('loop');
    await expect(row('Loop')).toBeFocused();
    await rename('Each', 'each');
    await expect(row('Which')).toContainText('yes → Each, else → nothing');
    await add('transform');
    await rename('Inner', 'inner');
  });

  await test.step('move into a loop, and connect what is left', async () => {
    await keys(page, 'm');
    await expect(window.getByRole('status')).toHaveText('1 edge would cross the border and goes.');
    await window.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    await expect(window).toHaveCount(0);
    await expect(row('Inner')).toHaveAttribute('aria-level', '2');
    await keys(page, 'ArrowUp');
    await expect(row('Each')).toBeFocused();
    await keys(page, 'c');
    await window.getByLabel('On to').selectOption('output');
    await window.getByRole('button', { name: 'Connect', exact: true }).press('Enter');
    await expect(window.getByRole('status')).toHaveText('Each leads to End now.');
    await keys(page, 'Escape');
    await expect(row('Each')).toBeFocused();
    await keys(page, 'ArrowLeft');
    await expect(row('Each')).toHaveAttribute('aria-expanded', 'false');
    await expect(outline.getByRole('row')).toHaveCount(5);
    await keys(page, 'ArrowRight');
    await expect(row('Each')).toHaveAttribute('aria-expanded', 'true');
  });

  await test.step('the server has what the outline says', async () => {
    await expect(page.locator('.save-mark')).toContainText(/Saved \S/);
    const { graph } = (await service.call<Stored>('GET', `/workflows/${id}`)).draft;
    expect(graph.nodes.map((node) => `${node.id}${node.parentId ? `<${node.parentId}` : ''}`).sort()).toEqual(
      ['each', 'inner<each', 'output', 'start', 'which'],
    );
    expect(graph.edges.map(({ source, sourceHandle, target }) => [source, sourceHandle, target])).toEqual([
      ['start', undefined, 'which'],
      ['which', 'yes', 'each'],
      ['each', undefined, 'output'],
    ]);
  });

  await test.step('delete a part, and undo', async () => {
    await keys(page, 'Shift+ArrowDown');
    await expect(outline.locator('[aria-selected="true"]')).toHaveCount(2);
    await keys(page, 'Delete');
    await expect(outline.getByRole('row')).toHaveCount(4);
    await expect(outline.locator('tr:focus')).toHaveCount(1);
    await keys(page, 'Control+z');
    await expect(outline.getByRole('row')).toHaveCount(6);
  });

  await test.step('go to the field of a problem, and back', async () => {
    const problems = row('Each').getByRole('button', { name: /problem/ });
    await keys(page, 'End', 'ArrowUp');
    await expect(row('Inner')).toBeFocused();
    await keys(page, 'Delete'); // a loop with nothing in it is a problem
    await expect(problems).toBeVisible();
    await keys(page, 'Home', 'ArrowDown', 'ArrowDown');
    await expect(row('Each')).toBeFocused();
    await keys(page, 'Tab');
    await expect(problems).toBeFocused();
    await keys(page, 'Enter');
    const inspector = page.getByRole('complementary', { name: 'Settings of the selection' });
    await expect(inspector.locator(':focus')).toHaveCount(1);
    await keys(page, 'Escape');
    await expect(row('Each')).toBeFocused();
  });

  await test.step('run it, and read in the rows what became of each', async () => {
    await keys(page, 'Control+z'); // the body of the loop is back
    await expect(row('Inner')).toBeVisible();
    await keys(page, 'Control+Enter');
    await expect(window.getByRole('button', { name: /^Start/ })).toBeVisible();
    await keys(page, 'Control+Enter');
    await expect(window).toHaveCount(0);
    await expect(row('Begin')).toContainText('Completed');
    await expect(row('Which')).toContainText('Completed');
  });

  await test.step('a screen reader meets no fault in it, in either theme', async () => {
    expect(await faultsInBothThemes(page)).toEqual([]);
  });

  await test.step('back on the canvas', async () => {
    await keys(page, 'o');
    await expect(card(page, 'each')).toBeVisible();
    await expect(page.locator('main')).toBeFocused();
  });
});

test('the canvas is one tab stop; arrows walk edges, Shift takes a stream, Enter opens, Escape leaves', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, TEXTS);
  await openEditor(page, id);
  const canvas = page.locator('main');
  await canvas.focus();
  await keys(page, 'ArrowRight');
  expect(await chosenIds(page)).toEqual(['start']);
  await expect(page.getByRole('status').filter({ hasText: 'Begin, Input' })).toBeAttached();
  await keys(page, 'ArrowRight', 'ArrowRight');
  expect(await chosenIds(page)).toEqual(['report']);
  await keys(page, 'ArrowLeft');
  expect(await chosenIds(page)).toEqual(['sales']);
  await keys(page, 'Shift+ArrowRight');
  expect(await chosenIds(page)).toEqual(['sales', 'report', 'output']);
  await keys(page, 'Escape', 'ArrowRight', 'ArrowRight', 'Enter');
  const inspector = page.getByRole('complementary', { name: 'Settings of the selection' });
  await expect(inspector.locator(':focus')).toHaveCount(1);
  await keys(page, 'F6');
  await expect(page.locator('.editor-bar :focus')).toHaveCount(1);
  await keys(page, 'Shift+F6');
  await expect(inspector.locator(':focus')).toHaveCount(1);
  await canvas.focus();
  expect(await chosenIds(page)).toEqual(['sales']);
  await keys(page, 'Escape');
  expect(await chosenIds(page)).toEqual([]);
  // Without a selection the next Tab leads out of the canvas, never through its cards.
  await keys(page, 'Tab');
  await expect(page.locator('.react-flow__node :focus')).toHaveCount(0);
  await canvas.focus();
  await keys(page, '?');
  const help = page.getByRole('dialog', { name: 'Keys' });
  for (const words of ['Run the draft', 'Search and replace', 'Outline or canvas', 'To the next panel'])
    await expect(help).toContainText(words);
  await keys(page, 'Escape');
  await expect(help).toBeHidden();
});

test('loops are put around loops, nodes moved in and out of them, with the keyboard alone', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, TEXTS);
  await openEditor(page, id);
  const canvas = page.locator('main');
  const call = async (action: string) => {
    await keys(page, 'Control+k');
    await page.keyboard.type(action);
    await keys(page, 'Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const parents = async () => {
    const { graph } = (await service.call<Stored>('GET', `/workflows/${id}`)).draft;
    return Object.fromEntries(graph.nodes.map((node) => [node.id, node.parentId]));
  };
  await canvas.focus();
  await keys(page, 'ArrowRight', 'ArrowRight');
  expect(await chosenIds(page)).toEqual(['sales']);
  await call('Put a loop around');
  expect(await chosenIds(page)).toEqual(['loop']);
  await call('Put a loop around');
  expect(await chosenIds(page)).toEqual(['loop_2']);
  await expect.poll(parents).toMatchObject({ sales: 'loop', loop: 'loop_2', loop_2: undefined });

  await test.step('another node goes into the inner loop, by the window', async () => {
    await keys(page, 'ArrowRight');
    expect(await chosenIds(page)).toEqual(['report']);
    await keys(page, 'm');
    const window = page.getByRole('dialog', { name: 'Move into a loop' });
    await expect(window.getByLabel('Where it stands')).toBeFocused();
    await window.getByRole('button', { name: 'Move', exact: true }).press('Enter');
    await expect(window).toHaveCount(0);
    await expect.poll(parents).toMatchObject({ report: 'loop' });
  });

  await test.step('and out of both again', async () => {
    await call('Take out of the loop');
    await expect.poll(parents).toMatchObject({ report: 'loop_2' });
    await call('Take out of the loop');
    await expect.poll(parents).toMatchObject({ report: undefined, sales: 'loop', loop: 'loop_2' });
  });
});

test('search walks names, ids and texts, and replaces all as one step', async ({
  signedInPage: page,
  service,
}) => {
  const { id } = await makeWorkflow(service, TEXTS);
  await openEditor(page, id);
  await page.locator('main').focus();
  await keys(page, 'Control+f');
  const search = page.getByRole('search', { name: 'Search in this workflow' });
  await expect(search.getByLabel('Names, ids and texts')).toBeFocused();
  await page.keyboard.type('sales');
  await expect(search.getByRole('status')).toHaveText('1 of 4');
  await expect(search.getByRole('listitem')).toHaveCount(4);
  await keys(page, 'Enter');
  expect(await chosenIds(page)).toEqual(['sales']);
  await keys(page, 'Shift+Enter');
  await expect(search.getByRole('status')).toHaveText('4 of 4');
  expect(await chosenIds(page)).toEqual(['report']);
  await search.getByRole('button', { name: 'Upper and lower case differ' }).click();
  await expect(search.getByRole('listitem')).toHaveCount(2);
  await search.getByRole('button', { name: 'Upper and lower case differ' }).click();
  await search.getByLabel('Replace with').fill('turnover');
  await search.getByRole('button', { name: 'Replace all' }).click();
  await expect(search).toContainText('4 places were replaced.');
  await expect(card(page, 'turnover')).toBeVisible();
  const values = async () => {
    const { graph } = (await service.call<Stored>('GET', `/workflows/${id}`)).draft;
    return graph.nodes.map(({ name, config }) => [name, JSON.stringify(config)]);
  };
  await expect.poll(async () => JSON.stringify(await values())).toContain('{{ nodes.turnover.data.text }}');
  await keys(page, 'Escape');
  await expect(search).toHaveCount(0);
  await keys(page, 'Control+z');
  await expect(card(page, 'sales')).toBeVisible();
  await expect.poll(async () => JSON.stringify(await values())).toContain('{{ nodes.sales.data.text }}');
});

test('the command palette does every action, goes to every node, adds every type and opens other pages', async ({
  signedInPage: page,
  service,
}) => {
  const other = await makeWorkflow(service, bareGraph('Quite another one'));
  const { id } = await makeWorkflow(service, TEXTS);
  await openEditor(page, id);
  const palette = page.getByRole('dialog', { name: 'Commands' });
  const call = async (text: string) => {
    await keys(page, 'Control+k');
    await expect(palette.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(text);
  };
  await call('report');
  await expect(palette.getByRole('option').first()).toContainText('Report');
  await keys(page, 'Enter');
  await expect(palette).toHaveCount(0);
  expect(await chosenIds(page)).toEqual(['report']);

  await call('merge');
  await expect(palette.getByText('Add a node', { exact: true })).toBeVisible();
  await keys(page, 'Enter');
  await expect(card(page, 'merge')).toBeVisible();
  await call('undo');
  await keys(page, 'Enter');
  await expect(card(page, 'merge')).toBeHidden();

  await keys(page, 'Control+k');
  expect(await faultsOfAccess(page)).toEqual([]);
  await keys(page, 'Control+k');
  await expect(palette).toHaveCount(0);

  await call('quite another');
  await keys(page, 'Enter');
  await expect(page).toHaveURL(new RegExp(`/workflows/${other.id}$`));
  await expect(card(page, 'output')).toBeVisible();
  await call('inbox');
  await keys(page, 'Enter');
  await expect(page).toHaveURL(/\/inbox$/);
});

test('a screen reader hears what the nodes of a run became', async ({ signedInPage: page, service }) => {
  const { id } = await makeWorkflow(service, bareGraph('Heard'));
  await openEditor(page, id);
  await page.locator('main').focus();
  await keys(page, 'Control+Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keys(page, 'Control+Enter');
  await expect(runBar(page)).toBeVisible();
  await expectState(page, 'output', 'completed');
  await expect(page.locator('[data-news]')).toContainText('End: Completed');
});
