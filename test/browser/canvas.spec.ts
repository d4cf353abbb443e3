import type { Locator, Page } from '@playwright/test';
import { makeScene, plain, type StoredGraph } from './support/graphs';
import { card, centre, openEditor, overlap } from './support/studio';
import { expect, test } from './support/test';

/*
 * The canvas by mouse and finger: what is let go where, what refuses an edge, menus, the clipboard, and a graph so large
 * that one element draws it.
 */

/** start > a > output in a row, a loop in a loop below them, and one node free. */
const scene = {
  nodes: [
    { id: 'start', type: 'start', name: 'Begin', config: {} },
    plain('a'),
    { id: 'output', type: 'output', name: 'End', config: { value: { text: '{{ nodes.a.data.x }}' } } },
    { id: 'outer', type: 'loop', name: 'Outer', config: { over: 'count', count: 2 }, onError: 'continue' },
    { id: 'inner', type: 'loop', name: 'Inner', parentId: 'outer', config: { over: 'count', count: 2 } },
    plain('b', { parentId: 'inner' }),
    plain('free'),
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'a' },
    { id: 'e2', source: 'a', target: 'output' },
  ],
};

const places = {
  start: { x: 0, y: 0 },
  a: { x: 200, y: 0 },
  output: { x: 720, y: 0 },
  outer: { x: 0, y: 144 },
  inner: { x: 40, y: 80 },
  b: { x: 40, y: 80 },
  free: { x: 560, y: 180 },
};

const edgesOf = ({ edges }: StoredGraph) => edges.map(({ source, target }) => `${source}>${target}`);
const parentIn = ({ nodes }: StoredGraph, id: string) => nodes.find((node) => node.id === id)?.parentId;

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // A drag begins with the first small move, and counts from there.
  await page.mouse.move(from.x + 2, from.y + 2);
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await page.mouse.up();
}

/** Begins a drag and holds. */
async function press(page: Page, from: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 2, from.y + 2);
  await page.mouse.move(from.x + 40, from.y + 32, { steps: 4 });
}

async function zoomBy(page: Page, wheel: number): Promise<void> {
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 6; turn += 1) await page.mouse.wheel(0, wheel / 6);
  await page.keyboard.up('Control');
}

/** The name of a card: there nothing else can be pressed. */
const grip = (page: Page, id: string) => centre(card(page, id).locator('b').first());

/** How far the end of a line is from the middle of a handle. */
async function away(line: Locator, handle: Locator): Promise<number> {
  const end = await line.evaluate((path: SVGPathElement) => {
    const { x, y } = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM()!);
    return { x, y };
  });
  const { x, y } = await centre(handle);
  return Math.hypot(end.x - x, end.y - y);
}

test('nodes are dragged into loops, onto edges and out again, each as one step', async ({
  signedInPage: page,
  service,
}) => {
  const { id, stored } = await makeScene(service, 'Dragged', scene, places);
  await openEditor(page, id);
  const undo = page.getByRole('button', { name: /^Undo/ });

  // In the middle of the edge under the pointer stand a plus and a cross.
  const overEdge = async () => {
    const [from, to] = [(await card(page, 'a').boundingBox())!, (await card(page, 'output').boundingBox())!];
    await page.mouse.move((from.x + from.width + to.x) / 2, from.y + 4);
    await page.mouse.move((from.x + from.width + to.x) / 2, from.y + 17, { steps: 3 });
  };
  await overEdge();
  await page.getByRole('button', { name: 'Put a node in here' }).click();
  await page.getByRole('option', { name: /^HTTP request/ }).click();
  await expect
    .poll(async () => edgesOf(await stored()).toSorted())
    .toEqual(['a>http', 'http>output', 'start>a']);
  await undo.click();
  await expect(card(page, 'http')).toHaveCount(0);
  await overEdge();
  await page.getByRole('button', { name: 'Remove this edge' }).click();
  await expect.poll(async () => edgesOf(await stored())).toEqual(['start>a']);
  await undo.click();

  await test.step('cards and loops show their signs', async () => {
    await expect(card(page, 'outer').locator('.sign').first()).toBeVisible();
    const pictures = await page
      .locator('.flow .sign')
      .evaluateAll((signs) => signs.map((sign) => getComputedStyle(sign).backgroundImage));
    expect(pictures.filter((picture) => !picture.startsWith('url("data:image/svg+xml'))).toEqual([]);
  });

  await test.step('its settings open when the hand lets go, not under the drag', async () => {
    const settings = page.getByRole('complementary', { name: 'Settings of the selection' });
    const idField = settings.getByLabel('Id', { exact: true });
    const from = await grip(page, 'free');
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 4, from.y + 4, { steps: 2 });
    await expect(card(page, 'free')).toHaveClass(/\bsel\b/);
    await expect(idField).toHaveCount(0);
    await page.mouse.move(from.x + 40, from.y + 4, { steps: 2 });
    await page.mouse.up();
    await expect(idField).toHaveValue('free');
    await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('under the hand a card keeps its edges, a loop what stands in it; back in its place, all is as before', async () => {
    const line = page.locator('.react-flow__edge[data-id="e1"] .e');
    // Measured or known, the place of a handle differs in the last digits.
    const path = async () =>
      (await line.getAttribute('d'))?.replace(/[\d.]+/g, (place) => Number(place).toFixed(1));
    const drawn = await path();
    for (const [held, along] of [
      ['a', 'a'],
      ['outer', 'b'],
    ] as const) {
      const from = await grip(page, held);
      const stood = (await card(page, along).boundingBox())!;
      await press(page, from);
      await expect
        .poll(async () => (await card(page, along).boundingBox())!.x - stood.x, 'it follows the hand')
        .toBeGreaterThan(24);
      expect(await away(line, card(page, 'a').locator('.h-in'))).toBeLessThan(6);
      await page.mouse.move(from.x, from.y, { steps: 4 });
      await page.mouse.up();
      expect(await card(page, along).boundingBox()).toEqual(stood);
    }
    expect(await path()).toBe(drawn);
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('Escape puts back what is dragged, and lets go of a connection; the hand goes on with neither', async () => {
    const stood = [await card(page, 'outer').boundingBox(), await card(page, 'b').boundingBox()];
    const from = await grip(page, 'outer');
    await overEdge();
    await press(page, from);
    expect(await page.getByRole('button', { name: 'Remove this edge' }).count(), 'tools trail no drag').toBe(
      0,
    );
    await expect.poll(() => card(page, 'b').boundingBox()).not.toEqual(stood[1]);
    await page.keyboard.press('Escape');
    await page.mouse.move(from.x + 80, from.y + 64, { steps: 4 });
    await expect(page.locator('.flow.holding')).toHaveCount(0);
    expect([await card(page, 'outer').boundingBox(), await card(page, 'b').boundingBox()]).toEqual(stood);
    await page.mouse.up();
    expect([await card(page, 'outer').boundingBox(), await card(page, 'b').boundingBox()]).toEqual(stood);
    await expect(card(page, 'outer')).toHaveClass(/\bsel\b/);

    const out = await centre(card(page, 'a').locator('.h-out').first());
    const into = await centre(card(page, 'free').locator('.h-in'));
    await page.mouse.move(out.x, out.y);
    await page.mouse.down();
    await page.mouse.move(into.x, into.y, { steps: 6 });
    await expect(page.locator('.react-flow__connection')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.locator('.react-flow__connection')).toHaveCount(0);
    await page.mouse.move(into.x + 2, into.y + 2);
    await page.mouse.up();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');

    // The next drag is one like any other.
    await drag(page, from, { x: from.x + 40, y: from.y + 32 });
    await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
    await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
  });

  const fitted = (await card(page, 'free').boundingBox())!;

  await test.step('a drag goes on while the view is zoomed so far out that one element draws', async () => {
    const from = await grip(page, 'free');
    await press(page, from);
    await zoomBy(page, 1200);
    await page.mouse.move(from.x + 16, from.y + 16, { steps: 3 });
    await page.mouse.up();
    await expect(page.locator('canvas.far-canvas')).toHaveCount(1);
    await undo.click();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('1');
    await expect.poll(() => card(page, 'free').boundingBox()).toEqual(fitted);
  });

  await test.step('with the node under the hand gone, what was dragged along goes back, and the view stands still', async () => {
    await page.locator('.palette').getByRole('button', { name: 'HTTP request', exact: true }).click();
    // It has come into view once the canvas has the focus.
    await expect(page.locator('main.canvas')).toBeFocused();
    await card(page, 'free').click({ modifiers: ['Control'] });
    await expect(page.locator('.n.sel')).toHaveCount(2);
    const stood = await card(page, 'free').boundingBox();
    const from = await grip(page, 'http');
    const { x, width } = (await page.locator('.flow').boundingBox())!;
    await press(page, from);
    await expect.poll(() => card(page, 'free').boundingBox()).not.toEqual(stood);
    await page.keyboard.press('Control+z');
    await expect(card(page, 'http')).toHaveCount(0);
    await page.mouse.move(from.x + 60, from.y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => card(page, 'free').boundingBox()).toEqual(stood);
    await expect(undo).toHaveAttribute('aria-disabled', 'true');

    const held = await grip(page, 'free');
    await press(page, held);
    await page.mouse.move(x + width - 4, held.y, { steps: 3 });
    await page.keyboard.press('Delete');
    await expect(card(page, 'free')).toHaveCount(0);
    await page.mouse.move(x + width - 4, held.y + 4);
    await page.mouse.up();
    const [view, later] = await page.locator('.react-flow__viewport').evaluate(async (element) => {
      const frame = () => new Promise(requestAnimationFrame);
      const places: string[] = [];
      for (let count = 0; count < 8; count += 1) {
        await frame();
        places.push((element as HTMLElement).style.transform);
      }
      return [places[3], places.at(-1)];
    });
    expect(later).toBe(view);
    await undo.click();
    await page.keyboard.press('1');
    await expect.poll(() => card(page, 'free').boundingBox()).toEqual(fitted);
  });

  await test.step('into the inner of two loops, beside what stands there; both loops grow', async () => {
    const before = (await card(page, 'outer').boundingBox())!;
    const b = await centre(card(page, 'b'));
    await drag(page, await grip(page, 'free'), { x: b.x + 30, y: b.y + 20 });
    await expect.poll(async () => parentIn(await stored(), 'free')).toBe('inner');
    expect(await overlap(card(page, 'free'), card(page, 'b'))).toBe(false);
    const after = (await card(page, 'outer').boundingBox())!;
    expect(after.width * after.height).toBeGreaterThan(before.width * before.height);
  });

  await test.step('out of both onto the edge, which then leads through it', async () => {
    const edge = await centre(page.locator('.react-flow__edge[data-id="e2"]'));
    const corner = (await card(page, 'free').boundingBox())!;
    const from = await grip(page, 'free');
    const [width, height] = [corner.width / 2, corner.height / 2];
    await drag(page, from, {
      x: edge.x + (from.x - corner.x - width),
      y: edge.y + (from.y - corner.y - height),
    });
    await expect.poll(async () => edgesOf(await stored())).toEqual(['start>a', 'a>free', 'free>output']);
    expect(parentIn(await stored(), 'free')).toBeUndefined();
  });

  await test.step('connected now, it stays outside a loop until its edges are cut', async () => {
    const b = await centre(card(page, 'b'));
    await drag(page, await grip(page, 'free'), b);
    await expect(page.getByText('It is connected, so it stays where its edges are.').first()).toBeVisible();
    expect(await overlap(card(page, 'free'), card(page, 'outer'))).toBe(false);
    await undo.click();
    await page.keyboard.down('Alt');
    await drag(page, await grip(page, 'free'), b);
    await page.keyboard.up('Alt');
    await expect.poll(async () => parentIn(await stored(), 'free')).toBe('inner');
    expect(edgesOf(await stored())).toEqual(['start>a']);
  });

  await test.step('undo takes each drag back', async () => {
    for (let step = 0; step < 3; step += 1) await undo.click();
    // What is stored meanwhile may be any of the steps: only the first has this edge.
    await expect.poll(async () => edgesOf(await stored())).toEqual(['start>a', 'a>output']);
    expect(parentIn(await stored(), 'free')).toBeUndefined();
    await expect(undo).toHaveAttribute('aria-disabled', 'true');
  });
});

test('a type dragged from the palette goes where the pointer lets it go, and what would take it shows', async ({
  signedInPage: page,
  service,
}) => {
  const { id, stored } = await makeScene(service, 'Dropped', scene, places);
  await openEditor(page, id);
  const carry = async (type: string, to: { x: number; y: number }) => {
    await page.locator('.palette').getByRole('button', { name: type, exact: true }).hover();
    await page.mouse.down();
    await page.mouse.move(to.x - 40, to.y - 40, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 3 });
  };
  const added = async (type: string) => (await stored()).nodes.find((node) => node.type === type)?.id ?? '';

  await test.step('into the edge under it, wherever the card would stand', async () => {
    const edge = page.locator('.react-flow__edge[data-id="e1"]');
    await carry('HTTP request', await centre(edge));
    await expect(edge.locator('.e')).toHaveClass(/sel/);
    await page.mouse.up();
    await expect.poll(() => added('http')).not.toBe('');
    const http = await added('http');
    expect(edgesOf(await stored())).toEqual([`start>${http}`, 'a>output', `${http}>a`]);
  });

  await test.step('into the inner of two loops', async () => {
    const { x, y, width, height } = (await card(page, 'inner').boundingBox())!;
    await carry('Code', { x: x + width - 12, y: y + height - 12 });
    await expect(card(page, 'inner')).toHaveClass(/drop/);
    await page.mouse.up();
    await expect.poll(async () => parentIn(await stored(), await added('code'))).toBe('inner');
    await expect(page.locator('.n.drop')).toHaveCount(0);
  });

  await test.step('the view is a layer on whole pixels, wherever it is panned to', async () => {
    const layer = page.locator('.react-flow__viewport');
    const place = () =>
      layer.evaluate((element) => {
        const { transform, translate } = getComputedStyle(element);
        const { e, f } = new DOMMatrix(transform);
        const [x = 0, y = 0, depth = 0] = translate.split(' ').map(Number.parseFloat);
        return { x: e + x, y: f + y, held: e, depth };
      });
    const before = await place();
    await page.mouse.wheel(7, 3);
    await expect.poll(async () => (await place()).held).not.toBe(before.held);
    const { x, y, held, depth } = await place();
    expect(held % 1).not.toBe(0);
    expect(x).toBeCloseTo(Math.round(held), 3);
    expect(y).toBeCloseTo(Math.round(y), 3);
    expect(depth).toBe(1);
  });
});

test('an edge being drawn tells which nodes refuse it and why, and menus do what keys do', async ({
  signedInPage: page,
  service,
}) => {
  const { id, stored } = await makeScene(service, 'Drawn', scene, places);
  await openEditor(page, id);

  await test.step('a refusal in words, at the pointer', async () => {
    const source = await centre(card(page, 'output').locator('.h-in'));
    const out = await centre(card(page, 'a').locator('.h-out').first());
    const start = await centre(card(page, 'start'));
    const inner = await centre(card(page, 'b'));
    await page.mouse.move(out.x, out.y);
    await page.mouse.down();
    await page.mouse.move(start.x + 8, start.y, { steps: 6 });
    await expect(page.locator('.connect-hint')).toHaveText(/nothing can lead to it/);
    await expect(card(page, 'start')).toHaveClass(/refuses/);
    await page.mouse.move(inner.x, inner.y, { steps: 6 });
    await expect(page.locator('.connect-hint')).toHaveText(/cannot cross the border of a loop/);
    await page.mouse.move(source.x + 60, source.y + 20, { steps: 6 });
    await expect(page.locator('.connect-hint')).toHaveText(/connected already/);
    const free = await centre(card(page, 'free'));
    await page.mouse.move(free.x, free.y, { steps: 6 });
    await expect(page.locator('.connect-hint')).toHaveText(/Leads to “FREE”/);
    await page.mouse.up();
    await expect.poll(async () => edgesOf(await stored())).toContain('a>free');
    await expect(page.locator('.refuses')).toHaveCount(0);
  });

  const menu = page.getByRole('menu');
  await test.step('the menu of an edge puts a node into it', async () => {
    await page.locator('.react-flow__edge[data-id="e1"]').click({ button: 'right', force: true });
    await menu.getByRole('menuitem', { name: 'Put a node into the edge' }).click();
    await page.getByRole('combobox', { name: 'Add a node' }).fill('Merge');
    await page.keyboard.press('Enter');
    await expect.poll(async () => edgesOf(await stored())).toContain('merge>a');
  });

  await test.step('the menu of a node, by keys alone, closes the chain behind what it deletes', async () => {
    await card(page, 'merge').click();
    await page.locator('main.canvas').focus();
    await page.keyboard.press('Shift+F10');
    await expect(menu).toBeVisible();
    await page.keyboard.press('End');
    await expect(menu.getByRole('menuitem', { name: /Delete and reconnect/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(async () => edgesOf(await stored())).toContain('start>a');
    expect((await stored()).nodes.map((node) => node.id)).not.toContain('merge');
  });

  await test.step('a box takes what it touches; a loop goes around it and comes off again', async () => {
    const [a, free] = [(await card(page, 'a').boundingBox())!, (await card(page, 'free').boundingBox())!];
    await page.keyboard.down('Shift');
    await drag(page, { x: a.x - 12, y: a.y - 12 }, { x: free.x + 30, y: free.y + 30 });
    await page.keyboard.up('Shift');
    await expect(page.locator('.n.sel')).toHaveCount(2);
    await card(page, 'a').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Put a loop around' }).click();
    await expect.poll(async () => parentIn(await stored(), 'a')).toBe('loop');
    expect(edgesOf(await stored()).sort()).toEqual(['a>free', 'loop>output', 'start>loop']);
    await card(page, 'a').click({ button: 'right' });
    await menu.getByRole('menuitem', { name: 'Take out of the loop' }).click();
    await expect.poll(async () => parentIn(await stored(), 'a')).toBeUndefined();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('1');
    await expect(card(page, 'output')).toBeVisible();
    for (const other of ['loop', 'outer', 'output']) {
      expect(await overlap(card(page, 'a'), card(page, other))).toBe(false);
    }
  });

  await test.step('the menu of the canvas', async () => {
    await page.locator('.react-flow__pane').click({ button: 'right', position: { x: 20, y: 20 } });
    await menu.getByRole('menuitem', { name: /Select all/ }).click();
    await expect(page.locator('.loop.sel')).toHaveCount(3);
  });
});

test('B17, B48: ids are renamed with their references, and loops pasted into another tab keep theirs', async ({
  signedInPage: page,
  service,
}) => {
  const graph = {
    ...scene,
    nodes: scene.nodes.map((node) =>
      node.id === 'b'
        ? { ...node, config: { value: { i: '{{ nodes.inner.data.index }} {{ nodes.a.data.x }}' } } }
        : node,
    ),
  };
  const { id, stored } = await makeScene(service, 'Renamed', graph, places);
  await openEditor(page, id, '?node=a');
  const field = page
    .getByRole('complementary', { name: 'Settings of the selection' })
    .getByLabel('Id', { exact: true });
  await field.fill('quelle');
  await field.press('Enter');
  const configOf = async (nodeId: string) =>
    JSON.stringify((await stored()).nodes.find((node) => node.id === nodeId)?.config);
  await expect.poll(() => configOf('output')).toContain('nodes.quelle.data.x');
  expect(await configOf('b')).toContain('nodes.quelle.data.x');
  expect(edgesOf(await stored())).toEqual(['start>quelle', 'quelle>output']);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(() => configOf('output')).toContain('nodes.a.data.x');

  const clipboard = await page.evaluateHandle(() => new DataTransfer());
  const send = (target: Page, type: 'copy' | 'paste', data: string) =>
    target.evaluate(
      ([kind, text]) => {
        const carried = new DataTransfer();
        if (text) carried.setData('text/plain', text);
        document
          .querySelector('main.canvas')
          ?.dispatchEvent(
            new ClipboardEvent(kind as string, { clipboardData: carried, bubbles: true, cancelable: true }),
          );
        return carried.getData('text/plain');
      },
      [type, data] as const,
    );
  await clipboard.dispose();
  await card(page, 'outer').locator('b').first().click();
  const text = await send(page, 'copy', '');
  expect(JSON.parse(text).graph.nodes).toHaveLength(3);

  const other = await makeScene(service, 'Pasted into', scene, places);
  const tab = await page.context().newPage();
  await openEditor(tab, other.id);
  await send(tab, 'paste', text);
  await expect.poll(async () => (await other.stored()).nodes.length).toBe(10);
  const pasted = await other.stored();
  expect(pasted.nodes.slice(-3).map(({ id, parentId }) => [id, parentId])).toEqual([
    ['outer_2', undefined],
    ['inner_2', 'outer_2'],
    ['b_2', 'inner_2'],
  ]);
  expect(JSON.stringify(pasted.nodes.at(-1)?.config)).toContain('nodes.inner_2.data.index');
  expect(JSON.stringify(pasted.nodes.at(-1)?.config)).toContain('nodes.a.data.x');
});

test('loops are put into loops with the mouse, filled from the palette and emptied again', async ({
  signedInPage: page,
  service,
}) => {
  const bare = { nodes: [scene.nodes[0], scene.nodes[2]], edges: [] };
  const { id, stored } = await makeScene(service, 'Nested', bare, {
    start: places.start,
    output: { x: 0, y: 140 },
  });
  await openEditor(page, id);
  const canvas = page.locator('main.canvas');
  const dragOut = async (type: string, to: { x: number; y: number }) => {
    const corner = (await canvas.boundingBox())!;
    await page
      .locator('.palette')
      .getByRole('button', { name: type, exact: true })
      .dragTo(canvas, { targetPosition: { x: to.x - corner.x, y: to.y - corner.y } });
  };
  const parents = async () =>
    Object.fromEntries((await stored()).nodes.map((node) => [node.id, node.parentId]));
  const inside = async (loop: string) => {
    const box = (await card(page, loop).boundingBox())!;
    return { x: box.x + 40, y: box.y + 80 };
  };
  const corner = (await canvas.boundingBox())!;
  await dragOut('Loop', { x: corner.x + corner.width * 0.4, y: corner.y + 160 });
  await dragOut('Loop', await inside('loop'));
  await expect.poll(parents).toMatchObject({ loop_2: 'loop' });
  await dragOut('Transform', await inside('loop_2'));
  await expect.poll(parents).toMatchObject({ loop: undefined, loop_2: 'loop', transform: 'loop_2' });
  expect(await overlap(card(page, 'transform'), card(page, 'loop_2'))).toBe(true);

  await test.step('out of the inner loop into the outer one, then out of both, the inner loop too', async () => {
    // Room in the outer loop beside the inner one: it grows with what is moved in it.
    const head = await grip(page, 'loop_2');
    await drag(page, head, { x: head.x + 240, y: head.y });
    await expect.poll(parents).toMatchObject({ loop_2: 'loop', transform: 'loop_2' });
    // Without motion the view is where it goes to at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('1');
    const outer = (await card(page, 'loop').boundingBox())!;
    await drag(page, await grip(page, 'transform'), { x: outer.x + 90, y: outer.y + 110 });
    await expect.poll(parents).toMatchObject({ transform: 'loop' });
    await drag(page, await grip(page, 'loop_2'), { x: corner.x + 120, y: corner.y + corner.height - 60 });
    await expect.poll(parents).toMatchObject({ loop_2: undefined, transform: 'loop' });
    await drag(page, await grip(page, 'transform'), { x: corner.x + 420, y: corner.y + corner.height - 40 });
    await expect.poll(parents).toMatchObject({ loop_2: undefined, transform: undefined });
  });
});

test('B49: five steps undone and done again give the same graph and layout, and each state is saved', async ({
  signedInPage: page,
  service,
}) => {
  const { id, draft } = await makeScene(service, 'There and back', scene, places);
  await openEditor(page, id);
  const saved = () => expect(page.locator('.save-mark')).toContainText(/Saved \S/);
  const before = await draft();
  await page.locator('.palette').getByRole('button', { name: 'HTTP request', exact: true }).click();
  const field = (name: string) => page.locator(`[data-field="/config/${name}"]`);
  await field('url').locator('input').fill('https://a.example/items');
  await field('method').getByRole('combobox').selectOption('POST');
  await field('expect').getByRole('combobox').selectOption('2xx');
  const at = await grip(page, 'http');
  await drag(page, at, { x: at.x + 40, y: at.y + 120 });
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await draft()).graph.nodes.length).toBe(before.graph.nodes.length + 1);
  await saved();
  const after = await draft();
  expect(after.graph.nodes.at(-1)?.config).toMatchObject({
    url: 'https://a.example/items',
    method: 'POST',
    expect: '2xx',
  });
  const undo = page.getByRole('button', { name: /^Undo/ });
  const redo = page.getByRole('button', { name: /^Redo/ });
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+z');
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(draft).toEqual(before);
  await saved();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Control+y');
  await expect(redo).toHaveAttribute('aria-disabled', 'true');
  await expect.poll(draft).toEqual(after);
  await saved();
});

test('a graph of 600 nodes is drawn on one element, where nodes are still chosen, boxed and dragged', async ({
  signedInPage: page,
  service,
}) => {
  const ids = Array.from({ length: 600 }, (_, index) => `n${index}`);
  const graph = {
    nodes: [scene.nodes[0], ...ids.map((id) => plain(id))],
    edges: ids.map((id, index) => ({ id: `e${index}`, source: ids[index - 1] ?? 'start', target: id })),
  };
  const made = await service.call<{ id: string }>('POST', '/workflows', {
    graph: { schemaVersion: '1.0', name: 'Huge', ...graph },
  });
  await page.goto(`/workflows/${made.id}`);
  const far = page.locator('canvas.far-canvas');
  await expect(far).toHaveAttribute('data-drawn', '601');
  await expect(page.locator('.react-flow__node')).toHaveCount(0);
  type Boxes = HTMLCanvasElement & { farBoxes(selectedOnly: boolean): DOMRect[] };
  const boxes = (selectedOnly: boolean) =>
    far.evaluate(
      (element, only) =>
        (element as Boxes).farBoxes(only).map(({ x, y, width, height }) => ({ x, y, width, height })),
      selectedOnly,
    );
  const all = await boxes(false);
  const [first, tenth] = [all[8]!, all[40]!];
  const middleOf = (box: typeof first) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

  await page.mouse.click(middleOf(first).x, middleOf(first).y);
  await expect.poll(() => boxes(true)).toHaveLength(1);

  await drag(page, middleOf(tenth), { x: middleOf(tenth).x + 200, y: middleOf(tenth).y + 30 });
  await expect.poll(async () => (await boxes(true))[0]?.x).not.toBe(tenth.x);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await boxes(false))[40]?.x).toBeCloseTo(tenth.x, 0);

  await page.keyboard.down('Shift');
  await drag(page, { x: first.x - 2, y: first.y - 4 }, { x: tenth.x + 20, y: tenth.y + 10 });
  await page.keyboard.up('Shift');
  await expect.poll(async () => (await boxes(true)).length).toBeGreaterThan(4);

  await page.mouse.click(middleOf(first).x, middleOf(first).y);
  await page.keyboard.press('2');
  await expect(card(page, 'n7')).toBeVisible();
  await expect(far).toHaveCount(0);

  await page.keyboard.press('1');
  await expect(far).toHaveAttribute('data-drawn', '601');
  const again = middleOf((await boxes(false))[40]!);
  await press(page, again);
  await expect.poll(async () => (await boxes(false))[40]?.x).not.toBeCloseTo(again.x, 0);
  await page.keyboard.press('Escape');
  await page.mouse.move(again.x + 80, again.y, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => middleOf((await boxes(false))[40]!).x).toBeCloseTo(again.x, 0);
  await press(page, again);
  await zoomBy(page, -900);
  const under = { x: again.x + 56, y: again.y + 32 };
  await page.mouse.move(under.x, under.y, { steps: 3 });
  await page.mouse.up();
  // The view was zoomed in under the hand, and what the hand held is still there.
  await expect(far).toHaveCount(0);
  await expect(page.locator('.flow.holding')).toHaveCount(0);
  const dropped = (await card(page, 'n39').boundingBox())!;
  expect(under.x).toBeGreaterThan(dropped.x);
  expect(under.x).toBeLessThan(dropped.x + dropped.width);
  expect(under.y).toBeGreaterThan(dropped.y);
  expect(under.y).toBeLessThan(dropped.y + dropped.height);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('taps choose, taps on handles connect, a long touch opens the menu, and a card follows the finger', async ({
    signedInPage: page,
    service,
  }) => {
    const { id, stored } = await makeScene(service, 'Touched', scene, places);
    await openEditor(page, id);
    await card(page, 'free').locator('b').tap();
    await expect(card(page, 'free')).toHaveClass(/\bsel\b/);
    await card(page, 'a').locator('.h-out').first().tap();
    await card(page, 'free').locator('.h-in').tap();
    await expect.poll(async () => edgesOf(await stored())).toContain('a>free');

    const from = await grip(page, 'free');
    const finger = await page.context().newCDPSession(page);
    const touch = (type: string, x: number, y: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    const before = (await card(page, 'free').boundingBox())!;
    await touch('touchStart', from.x, from.y);
    for (let step = 1; step <= 6; step += 1) await touch('touchMove', from.x + step * 8, from.y + step * 10);
    await touch('touchEnd', 0, 0);
    await expect.poll(async () => (await card(page, 'free').boundingBox())!.y).toBeGreaterThan(before.y + 30);

    // A second finger breaks the drag off and zooms: nothing was let go.
    const place = () =>
      page
        .locator('.react-flow__node[data-id="free"]')
        .evaluate(({ style }) => style.transform + style.translate);
    const put = await place();
    const grown = await grip(page, 'free');
    await touch('touchStart', grown.x, grown.y);
    for (let step = 1; step <= 6; step += 1) await touch('touchMove', grown.x + step * 8, grown.y);
    await expect.poll(place).not.toBe(put);
    for (const type of ['touchStart', 'touchMove'] as const) {
      const apart = type === 'touchMove' ? 80 : 60;
      await finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [
          { x: grown.x + 48, y: grown.y + 60 - apart, id: 0 },
          { x: grown.x + 48, y: grown.y + apart, id: 1 },
        ],
      });
    }
    await touch('touchEnd', 0, 0);
    await expect(page.locator('.flow.holding')).toHaveCount(0);
    await expect.poll(place).toBe(put);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.keyboard.press('1');
    await expect(card(page, 'b')).toBeVisible();

    // Held still it asks for the menu, also where the browser itself says nothing of it.
    await page.evaluate(() =>
      window.addEventListener('contextmenu', (event) => event.stopImmediatePropagation(), true),
    );
    const held = await grip(page, 'b');
    await touch('touchStart', held.x, held.y);
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    await touch('touchEnd', 0, 0);
    await expect(card(page, 'b')).toHaveClass(/\bsel\b/);
    await page.getByRole('menuitem', { name: 'Duplicate' }).tap();
    await expect.poll(async () => (await stored()).nodes.map((node) => node.id)).toContain('b_2');
    await page.keyboard.press('Escape');

    const percent = page.locator('.tools .z');
    const zoom = await percent.textContent();
    const pinch = (type: 'touchStart' | 'touchMove', apart: number) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [
          { x: 600 - apart, y: 600, id: 1 },
          { x: 600 + apart, y: 600, id: 2 },
        ],
      });
    await pinch('touchStart', 30);
    for (let apart = 36; apart <= 72; apart += 6) await pinch('touchMove', apart);
    await touch('touchEnd', 0, 0);
    await expect.poll(() => percent.textContent()).not.toBe(zoom);
  });
});
