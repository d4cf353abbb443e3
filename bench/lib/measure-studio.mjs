/** The editor of one workflow, opened, dragged, panned and typed into. */

import { writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { watchOthers } from './quiet.mjs';
import { call, ECHO_PORT, HEADERS, ORIGIN } from './service.mjs';
import { framesDuring, inputToPaint, listenToInput, markFirstNode, pace } from './studio-frames.mjs';
import { chainWorkflow, streamingWorkflow } from './studio-workflows.mjs';

const VIEW = { width: 1440, height: 900 };
const ZOOMS = [
  ['at 35 %', 0.35],
  ['at 100 %', 1],
];
const RESULTS = fileURLToPath(new URL('../results', import.meta.url));

/** The same gestures over a page with nothing on it: what browser and machine cost by themselves. */
export async function measureEmpty(tools) {
  tools.say('an empty page');
  const page = await (await tools.client.newContext({ viewport: VIEW })).newPage();
  await page.setContent('<!doctype html><body style="margin:0;height:100vh"><input style="width:300px">');
  await listenToInput(page);
  const cells = {
    drag: await gesture(tools, page, () => dragBy(page, { x: 700, y: 450 }, tools.seconds)),
    pan: await gesture(tools, page, () => wheel(page, tools.seconds)),
  };
  await page.locator('input').focus();
  cells.type = await gesture(tools, page, () => type(page, tools.seconds), true);
  await page.context().close();
  return cells;
}

export async function measureEditor(tools, size) {
  tools.say(`${size} nodes`);
  const graph = chainWorkflow(size);
  await call(tools.service.agent, 'POST', '/workflows', { graph });
  const { page, opened } = await openEditor(tools, graph.id);
  const cells = {};
  const canvas = await page.locator('.canvas').boundingBox();
  const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };

  cells['drag one, all in view'] = await gesture(tools, page, async () =>
    dragBy(page, await nodeNear(page, middle), tools.seconds),
  );
  if (size > 100) {
    await chooseFifty(page, middle, canvas);
    cells['drag fifty, all in view'] = await gesture(tools, page, async () =>
      dragBy(page, await chosenNear(page, middle), tools.seconds),
    );
  }
  cells['pan, all in view'] = await gesture(tools, page, () => wheel(page, tools.seconds, middle));
  await page.keyboard.press('1');
  await page.waitForTimeout(400);
  if (size > 100) {
    for (const [name, zoom] of ZOOMS) {
      await zoomTo(page, middle, zoom);
      const chosen = await chosenNear(page, middle);
      cells[`drag fifty, ${name}`] = await gesture(tools, page, () => dragBy(page, chosen, tools.seconds));
    }
    for (const [name, zoom] of ZOOMS.toReversed()) {
      await zoomTo(page, middle, zoom);
      await page.keyboard.press('Escape'); // a card of the fifty would take the others along
      cells[`drag one, ${name}`] = await gesture(tools, page, async () =>
        dragBy(page, await nodeNear(page, middle), tools.seconds),
      );
      cells[`pan, ${name}`] = await gesture(tools, page, () => wheel(page, tools.seconds, middle));
    }
  } else {
    cells['drag one, at 100 %'] = await gesture(tools, page, async () =>
      dragBy(page, await nodeNear(page, middle), tools.seconds),
    );
  }
  await page.goto(`${ORIGIN}/workflows/${graph.id}?node=n1`);
  const field = page
    .locator('[data-field="/name"] input, [data-field="/config/value"] textarea, .ib input')
    .first();
  await field.waitFor();
  await field.click();
  await listenToInput(page);
  cells.type = await gesture(tools, page, () => type(page, tools.seconds), true);
  await page.context().close();
  return { size, ...opened, cells };
}

/** A run that tells about 200 events a second, watched in the editor while somebody types and clicks. */
export async function measureStream(tools) {
  tools.say('a run that streams');
  const echo = http.createServer((request, response) => {
    request.resume();
    setTimeout(() => response.setHeader('content-type', 'application/json').end('{"ok":true}'), 70);
  });
  await new Promise((done) => echo.listen(ECHO_PORT, '127.0.0.1', done));
  try {
    const graph = streamingWorkflow(500, 600);
    await call(tools.service.agent, 'POST', '/workflows', { graph });
    await call(tools.service.agent, 'POST', `/workflows/${graph.id}/publish`, {});
    const { page } = await openEditor(tools, graph.id, '?node=call');
    const run = await call(tools.service.agent, 'POST', '/runs', { workflowId: graph.id, input: {} });
    await page.goto(`${ORIGIN}/workflows/${graph.id}?run=${run.id}&node=n1`);
    await page.locator('.runbar').waitFor();
    const field = page.locator('.ib input').first();
    await field.click();
    await listenToInput(page);
    const before = (await call(tools.service.agent, 'GET', `/runs/${run.id}`)).lastSeq;
    const cell = await gesture(tools, page, () => type(page, tools.seconds * 2), true);
    const after = (await call(tools.service.agent, 'GET', `/runs/${run.id}`)).lastSeq;
    await page.context().close();
    return { ...cell, eventsPerSecond: Math.round((after - before) / cell.seconds) };
  } finally {
    echo.closeAllConnections();
    echo.close();
  }
}

async function openEditor(tools, id, query = '') {
  const context = await tools.client.newContext({ viewport: VIEW, extraHTTPHeaders: HEADERS });
  const page = await context.newPage();
  page.on('dialog', (dialog) => dialog.accept()); // what is not saved yet may be lost
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const kinds = new Map();
  const bytes = { js: 0, css: 0, other: 0 };
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    bytes[kind === 'Script' ? 'js' : kind === 'Stylesheet' ? 'css' : 'other'] += encodedDataLength;
  });
  await markFirstNode(page);
  await page.goto(`${ORIGIN}/workflows/${id}${query}`);
  const firstNodeMs = await page.evaluate(() => window.__firstNode);
  await calm(page);
  await cdp.send('HeapProfiler.enable');
  await cdp.send('HeapProfiler.collectGarbage');
  const heapMiB = await page.evaluate(() => performance.memory.usedJSHeapSize / 1048576);
  const elements = await page.evaluate(() => document.querySelectorAll('*').length);
  await listenToInput(page);
  return { page, opened: { firstNodeMs, bytes: { ...bytes }, heapMiB, elements } };
}

/** Until a second of frames in time. */
const calm = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        let last = performance.now();
        let still = 0;
        const tick = (now) => {
          still = now - last < 60 ? still + now - last : 0;
          last = now;
          if (still > 1000 || now > 30_000) done();
          else requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
      }),
  );

async function gesture(tools, page, act, timed = false) {
  const others = watchOthers(tools.roots);
  const stopProfile = tools.profile ? await startProfile(page) : undefined;
  const cell = await framesDuring(page, act);
  if (timed) cell.inputToPaint = await inputToPaint(page);
  if (stopProfile) await stopProfile(join(RESULTS, `studio-${tools.profile}-${Date.now()}.cpuprofile`));
  return { ...cell, busyCores: others() };
}

async function startProfile(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Profiler.enable');
  await cdp.send('Profiler.start');
  return async (file) => {
    const { profile } = await cdp.send('Profiler.stop');
    writeFileSync(file, JSON.stringify(profile));
  };
}

/** Drags back and forth, and lets go where it began: what comes next finds the cards where they were. */
async function dragBy(page, from, seconds) {
  await page.mouse.move(from.x - 2, from.y);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await pace(seconds, (step) => page.mouse.move(from.x + (step % 100), from.y + Math.sin(step / 8) * 60));
  await page.mouse.move(from.x, from.y);
  await page.mouse.up();
}

async function wheel(page, seconds, at = { x: 700, y: 450 }) {
  await page.mouse.move(at.x, at.y);
  await pace(seconds, (step) => page.mouse.wheel(step % 80 < 40 ? 14 : -14, step % 80 < 40 ? 9 : -9));
}

const type = (page, seconds) => pace(seconds, (step) => page.keyboard.press('abcdefgh'[step % 8]), 40);

/** A place of the window inside the card nearest to a point; far away, cards are drawn on one canvas. */
async function nodeNear(page, point, selector = '') {
  return page.evaluate(
    ([{ x, y }, wanted]) => {
      const far = window.document.querySelector('canvas.far-canvas');
      const boxes = far
        ? far.farBoxes(wanted === '.sel')
        : [...document.querySelectorAll(`.react-flow__node .n${wanted}`)].map((card) =>
            card.getBoundingClientRect(),
          );
      const centres = boxes.map((box) => ({
        x: box.x + box.width / 2,
        y: box.y + Math.min(box.height / 2, 20),
      }));
      centres.sort((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y));
      return centres[0];
    },
    [point, selector],
  );
}

const chosenNear = (page, point) => nodeNear(page, point, '.sel');

/** Draws a box, in the shape of the canvas, that touches the fifty cards nearest to its middle. */
async function chooseFifty(page, middle, canvas) {
  const share = await page.evaluate(
    ([{ x, y }, { width, height }]) => {
      const away = (box) =>
        2 *
        Math.max(
          Math.max(box.left - x, x - box.right, 0) / width,
          Math.max(box.top - y, y - box.bottom, 0) / height,
        );
      const shares = document
        .querySelector('canvas.far-canvas')
        .farBoxes(false)
        .map(away)
        .sort((a, b) => a - b);
      return (shares[49] + shares[50]) / 2;
    },
    [middle, canvas],
  );
  const [width, height] = [canvas.width * share, canvas.height * share];
  await page.keyboard.down('Shift');
  await page.mouse.move(middle.x - width / 2, middle.y - height / 2);
  await page.mouse.down();
  await page.mouse.move(middle.x, middle.y, { steps: 4 });
  await page.mouse.move(middle.x + width / 2, middle.y + height / 2, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
}

async function zoomTo(page, middle, zoom) {
  await page.mouse.move(middle.x, middle.y);
  const percent = async () => Number.parseInt(await page.locator('.tools .z').textContent(), 10) / 100;
  await page.keyboard.down('Control');
  for (let tries = 0; tries < 60; tries += 1) {
    const now = await percent();
    if (Math.abs(now / zoom - 1) < 0.06) break;
    await page.mouse.wheel(0, now < zoom ? -20 : 20);
    await page.waitForTimeout(60);
  }
  await page.keyboard.up('Control');
  await calm(page);
}
