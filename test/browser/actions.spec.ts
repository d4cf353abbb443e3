import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { ActionId } from '../../apps/studio/src/editor-page/actions/all-actions';
import { makeScene, plain } from './support/graphs';
import { card, openEditor, overlap } from './support/studio';
import { expect, test } from './support/test';

/*
 * Every action of the editor, by every key that it has, and those without a key from the command palette. What the keys
 * are is read from the window of all keys, so that none can be listed there and do nothing; what an action does is said
 * here, and the compiler names an action that nothing is said of.
 */

const GRAPH = {
  nodes: [
    { id: 'start', type: 'start', name: 'Begin', config: {} },
    plain('a'),
    plain('b'),
    { id: 'output', type: 'output', name: 'End', config: { value: {} } },
    { id: 'each', type: 'loop', name: 'Each', config: { over: 'count', count: 2 } },
    plain('inner', { parentId: 'each' }),
    plain('free'),
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'a' },
    { id: 'e2', source: 'a', target: 'b' },
    { id: 'e3', source: 'b', target: 'output' },
  ],
};
const PLACES = {
  start: { x: 0, y: 0 },
  a: { x: 200, y: 0 },
  b: { x: 460, y: 48 },
  output: { x: 920, y: 0 },
  each: { x: 0, y: 180 },
  inner: { x: 40, y: 80 },
  free: { x: 560, y: 200 },
};

/** Does the action in one of its ways. */
type Do = () => Promise<void>;

/** For each action: where it is possible, that it is done, and what it must have done. */
const proofsOn = (page: Page) => {
  const main = page.locator('main');
  const dialog = page.getByRole('dialog');
  const inspector = page.getByRole('complementary', { name: 'Settings of the selection' });
  const edges = page.locator('.react-flow__edge');
  const percent = async () => Number.parseInt((await page.locator('.tools .z').textContent()) ?? '', 10);
  const press = (...keys: string[]) => pressAll(page, keys);
  const choose = (...ids: string[]) => chooseNodes(page, ids);
  const chosen = () =>
    page
      .locator('.react-flow__node.selected')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-id')).sort());
  const expectChosen = (...ids: string[]) => expect.poll(chosen).toEqual([...ids].sort());
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const opens = (name: string | RegExp) => async (does: Do) => {
    await does();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
  };
  const withOne = (id: string, then: (does: Do) => Promise<void>) => async (does: Do) => {
    await choose(id);
    await then(does);
  };
  const walks = (from: string, ...to: string[]) =>
    withOne(from, async (does) => {
      await does();
      await expectChosen(...to);
    });
  /** Done twice, a panel is as it was. */
  const toggles = (className: string) => async (does: Do) => {
    const studio = page.locator(`.studio.${className}`);
    await does();
    await expect(studio).toHaveCount(1);
    await does();
    await expect(studio).toHaveCount(0);
  };
  /** To 100 %, and a step out from there. */
  const zoomedTo = async (aim: 100 | 83) => {
    await press('0');
    await expect.poll(percent).toBe(100);
    if (aim === 83) await press('-');
    await expect.poll(percent).toBe(aim);
  };
  const away = async () => {
    const box = (await main.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.wheel(0, 3000);
    await expect(page.locator('.react-flow__node')).toHaveCount(0);
  };

  return {
    run: opens('Run Acted on'),
    publish: opens('Publish'),
    keys: opens('Keys'),
    commands: opens('Commands'),
    rename: withOne('a', opens('Name and id')),
    connect: withOne('a', opens('Edges of A')),
    moveInto: withOne('free', opens('Move into a loop')),
    openNode: withOne('a', opens('A: input, settings, output')),
    addAfter: withOne('free', opens('Add the next node')),
    async insertOnEdge(does) {
      const edge = page.locator('.react-flow__edge[data-id="e3"]');
      // Not in the middle: its own buttons stand there while the mouse does.
      const at = await edge
        .locator('path')
        .first()
        .evaluate((path) => {
          const { x, y } = (path as SVGPathElement).getPointAtLength(50);
          return new DOMPoint(x, y).matrixTransform((path as SVGPathElement).getScreenCTM()!).toJSON();
        });
      await page.mouse.click(at.x, at.y);
      await expect(edge).toHaveClass(/selected/);
      await does();
      await expect(dialog.getByRole('combobox', { name: 'Add a node' })).toBeFocused();
    },
    async save(does) {
      // Refused once, an edit is not tried again by itself.
      await page.route('**/draft', (route) =>
        route.fulfill({ status: 422, json: { code: 'INVALID_GRAPH' } }),
      );
      await choose('free');
      await press('Delete');
      await expect(page.locator('.save-mark')).toContainText('Not saved.');
      await page.unroute('**/draft');
      await does();
      await expect(page.locator('.save-mark')).toContainText(/Saved \S/);
    },
    async exportFile(does) {
      const [download] = await Promise.all([page.waitForEvent('download'), does()]);
      expect(download.suggestedFilename()).toBe('Acted on.json');
    },
    async undo(does) {
      await choose('free');
      await press('Delete');
      await expect(card(page, 'free')).toHaveCount(0);
      await does();
      await expect(card(page, 'free')).toBeVisible();
    },
    async redo(does) {
      await choose('free');
      await press('Delete', 'Control+z');
      await expect(card(page, 'free')).toBeVisible();
      await does();
      await expect(card(page, 'free')).toHaveCount(0);
    },
    cut: withOne('free', async (does) => {
      await does();
      await expect(card(page, 'free')).toHaveCount(0);
      expect(JSON.parse(await clipboard()).graph.nodes).toMatchObject([{ id: 'free' }]);
    }),
    copy: withOne('a', async (does) => {
      await does();
      await expect.poll(async () => JSON.parse(await clipboard()).graph.nodes).toMatchObject([{ id: 'a' }]);
    }),
    paste: withOne('free', async (does) => {
      await press('Control+c', 'Escape');
      await does();
      await expect(card(page, 'free_2')).toBeVisible();
      await expectChosen('free_2');
    }),
    duplicate: withOne('a', async (does) => {
      await does();
      await expect(card(page, 'a_2')).toBeVisible();
      await expectChosen('a_2');
    }),
    remove: withOne('b', async (does) => {
      await does();
      await expect(card(page, 'b')).toHaveCount(0);
      await expect(edges).toHaveCount(1);
    }),
    removeReconnect: withOne('b', async (does) => {
      await does();
      await expect(card(page, 'b')).toHaveCount(0);
      await expect(edges).toHaveCount(2);
    }),
    async findNode(does) {
      await does();
      await expect(page.locator('.palette input')).toBeFocused();
    },
    async search(does) {
      await does();
      await expect(page.getByRole('search').getByLabel('Names, ids and texts')).toBeFocused();
    },
    async toggleOutline(does) {
      await does();
      await expect(page.getByRole('treegrid')).toBeVisible();
      await does();
      await expect(page.getByRole('treegrid')).toHaveCount(0);
    },
    async connectChosen(does) {
      await choose('a', 'free');
      await does();
      await expect(edges).toHaveCount(4);
    },
    wrapInLoop: withOne('free', async (does) => {
      await does();
      await expectChosen('loop');
    }),
    leaveLoop: withOne('inner', async (does) => {
      expect(await overlap(card(page, 'inner'), card(page, 'each'))).toBe(true);
      await does();
      await expect.poll(() => overlap(card(page, 'inner'), card(page, 'each'))).toBe(false);
    }),
    async tidy(does) {
      const top = async (id: string) => Math.round((await card(page, id).boundingBox())!.y);
      expect(await top('b')).not.toBe(await top('a'));
      await does();
      await expect.poll(async () => (await top('b')) - (await top('a'))).toBe(0);
    },
    async selectAll(does) {
      await does();
      await expectChosen(...GRAPH.nodes.map(({ id }) => id));
      await expect(page.locator('.react-flow__edge.selected')).toHaveCount(3);
    },
    deselect: walks('a'),
    walkBack: walks('b', 'a'),
    walkOn: walks('a', 'b'),
    walkUp: walks('free', 'b'),
    walkDown: walks('a', 'b'),
    selectUpstream: walks('b', 'start', 'a', 'b'),
    selectDownstream: walks('a', 'a', 'b', 'output'),
    openInspector: withOne('a', async (does) => {
      await does();
      await expect(inspector.locator(':focus')).toHaveCount(1);
    }),
    async fit(does) {
      await away();
      await does();
      for (const { id } of GRAPH.nodes) await expect(card(page, id)).toBeInViewport();
    },
    fitSelection: withOne('free', async (does) => {
      await away();
      await does();
      await expect(card(page, 'free')).toBeInViewport();
    }),
    async zoomIn(does) {
      await zoomedTo(83);
      await does();
      await expect.poll(percent).toBe(100);
    },
    async zoomOut(does) {
      await zoomedTo(100);
      await does();
      await expect.poll(percent).toBe(83);
    },
    async zoomReset(does) {
      await zoomedTo(83);
      await does();
      await expect.poll(percent).toBe(100);
    },
    togglePalette: toggles('no-palette'),
    toggleInspector: toggles('no-inspector'),
    toggleDrawer: toggles('no-drawer'),
    async nextPanel(does) {
      await does();
      await expect(page.locator('.drawer :focus')).toHaveCount(1);
    },
    async previousPanel(does) {
      await does();
      await expect(page.locator('.palette :focus')).toHaveCount(1);
    },
    openMenu: withOne('a', async (does) => {
      await does();
      await expect(page.getByRole('menu').getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    }),
    async versions(does) {
      await does();
      await expect(page).toHaveURL(/\/versions$/);
    },
  } satisfies Record<ActionId, (does: Do) => Promise<void>>;
};

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Chooses nodes by mouse, one after the other, so that the focus is on the canvas. */
async function chooseNodes(page: Page, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    await card(page, id)
      .locator('b')
      .first()
      .click(at > 0 ? { modifiers: ['Shift'] } : {});
  }
  await expect(page.locator('.react-flow__node.selected')).toHaveCount(ids.length);
}

const LABELS: Record<string, string> = JSON.parse(
  readFileSync('apps/studio/messages/en/actions.json', 'utf8'),
);

/** What is printed on keys, as Playwright calls it. */
const PRINTED: Record<string, string> = {
  Ctrl: 'Control',
  Esc: 'Escape',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
};

/** The keys of each action as the window of all keys lists them, by what the action is called. */
async function listedKeys(page: Page): Promise<Map<string, string[]>> {
  await page.keyboard.press('?');
  const rows = await page
    .getByRole('dialog', { name: 'Keys' })
    .locator('.keys-list > div')
    .evaluateAll((all) =>
      all.map((row) => ({
        label: row.querySelector('dd')?.textContent ?? '',
        keys: [...row.querySelectorAll('.keys-one')].map((one) =>
          [...one.querySelectorAll('kbd')].map((key) => key.textContent ?? ''),
        ),
      })),
    );
  await page.keyboard.press('Escape');
  const pressed = (keys: readonly string[]) => keys.map((key) => PRINTED[key] ?? key).join('+');
  return new Map(rows.map(({ label, keys }) => [label, keys.map(pressed)]));
}

async function byPalette(page: Page, label: string): Promise<void> {
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(label);
  await palette.getByRole('option', { name: `Actions: ${label}`, exact: true }).click();
  await expect(palette).toHaveCount(0);
}

/** Windows closed, edits undone, nothing chosen, the whole graph in view and the focus on the canvas. */
async function beginAgain(page: Page, id: string): Promise<void> {
  if (!new URL(page.url()).pathname.endsWith(id)) await openEditor(page, id);
  const float = page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('search'));
  if ((await float.count()) > 0) await page.keyboard.press('Escape');
  await expect(float).toHaveCount(0);
  await page.locator('main').focus();
  const undo = page.getByRole('button', { name: /^Undo/ });
  while ((await undo.getAttribute('aria-disabled')) === null) await page.keyboard.press('Control+z');
  await pressAll(page, ['Escape', '1']);
  await expect(page.locator('.react-flow__node')).toHaveCount(GRAPH.nodes.length);
  await expect(page.locator('.selected')).toHaveCount(0);
}

/** Four tests of one page each, so that none is long. */
const PARTS = 4;
const ACTIONS = Object.keys(LABELS).filter((id) => typeof LABELS[id] === 'string' && id !== 'menuLabel');

for (let part = 0; part < PARTS; part += 1) {
  const actions = ACTIONS.filter((_, at) => at % PARTS === part) as ActionId[];
  test(`every action is done by each of its keys, and those without one from the palette: ${actions.join(', ')}`, async ({
    signedInPage: page,
    service,
    allowed,
  }) => {
    test.slow();
    allowed.push(/422/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const { id } = await makeScene(service, 'Acted on', GRAPH, PLACES);
    await openEditor(page, id);
    await page.locator('main').focus();
    const keys = await listedKeys(page);
    const labels = new Set(ACTIONS.map((action) => LABELS[action]));
    expect([...keys.keys()].filter((label) => !labels.has(label))).toEqual([]);
    const proofs = proofsOn(page);
    for (const action of actions) {
      const label = LABELS[action]!;
      const ways = (keys.get(label) ?? []).map((key) => ({
        name: key,
        does: () => page.keyboard.press(key),
      }));
      if (ways.length === 0) ways.push({ name: 'palette', does: () => byPalette(page, label) });
      for (const { name, does } of ways) {
        await test.step(`${action}: ${name}`, async () => {
          await beginAgain(page, id);
          await proofs[action](does);
        });
      }
    }
  });
}

test('in a text, keys write', async ({ signedInPage: page, service }) => {
  const { id } = await makeScene(service, 'Typed in', GRAPH, PLACES);
  await openEditor(page, id);
  await chooseNodes(page, ['a']);
  const name = page.getByRole('textbox', { name: 'Name of the workflow' });
  await name.fill('');
  await page.keyboard.type('o/1-c?');
  await pressAll(page, ['Backspace', 'Shift+L']);
  await expect(name).toHaveValue('o/1-cL');
  await expect(card(page, 'a')).toBeVisible();
  await expect(page.getByRole('dialog').or(page.getByRole('treegrid'))).toHaveCount(0);
});
