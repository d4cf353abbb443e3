/** What a browser shows while something is done to its page: frames, and how long an input waits for its paint. */
import { sleep } from '../peers/lib/proc.mjs';

/** Does a step again and again, at most one each few milliseconds, as a hand does. */
export async function pace(seconds, step, everyMs = 12) {
  const startedAt = performance.now();
  for (let count = 0; performance.now() - startedAt < seconds * 1000; count += 1) {
    await step(count);
    const due = startedAt + (count + 1) * everyMs;
    if (performance.now() < due) await sleep(due - performance.now());
  }
}

export async function framesDuring(page, act) {
  await page.evaluate(() => {
    window.__frames = [];
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      window.__frames?.push(now - last);
      last = now;
      if (window.__frames) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const startedAt = performance.now();
  await act();
  const seconds = (performance.now() - startedAt) / 1000;
  const frames = await page.evaluate(() => {
    const seen = window.__frames;
    window.__frames = undefined;
    return seen;
  });
  frames.sort((a, b) => a - b);
  return {
    seconds,
    frames: frames.length,
    p50: quantile(frames, 0.5),
    p95: quantile(frames, 0.95),
    max: frames.at(-1),
    over34: frames.filter((each) => each > 34).length / Math.max(1, frames.length),
  };
}

export const quantile = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

/** Keeps, for each key, the time from the press to the frame that shows it. */
export function listenToInput(page) {
  return page.evaluate(() => {
    window.__paints = [];
    if (window.__listens) return;
    window.__listens = true;
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => window.__paints.push(performance.now() - timeStamp);
          port2.postMessage(0);
        }),
      true,
    );
  });
}

export async function inputToPaint(page) {
  const paints = await page.evaluate(() => window.__paints.splice(0));
  paints.sort((a, b) => a - b);
  return {
    count: paints.length,
    p50: quantile(paints, 0.5),
    p95: quantile(paints, 0.95),
    max: paints.at(-1),
  };
}

/** Notes when the first node was painted, from the start of the navigation. */
export function markFirstNode(page) {
  return page.addInitScript(() => {
    window.__firstNode = new Promise((done) => {
      const look = () => {
        if (document.querySelector('.react-flow__node [data-node-id], canvas.far-canvas[data-drawn]')) {
          requestAnimationFrame(() => setTimeout(() => done(performance.now())));
        } else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  });
}
