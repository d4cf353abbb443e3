import { describe, expect, it } from 'vitest';
import { readableViewport } from './readable-viewport';

const graph = { x: 0, y: 0, width: 2000, height: 100 };
const screen = { width: 700, height: 400 };
const card = (x: number) => ({ x, y: 0, width: 200, height: 80 });

describe('a graph too large to be read as a whole', () => {
  it.each([
    ['its beginning at the left margin', 0, 28],
    ['a card within it in the middle', 900, 350 - 600],
    ['its end at the right margin', 1800, 700 - 28 - 1200],
  ])('shows %s', (_, at, x) => {
    expect(readableViewport(graph, card(at), screen)).toMatchObject({ zoom: 0.6, x });
  });

  it('stands in the middle where it fits', () => {
    expect(readableViewport(graph, card(900), screen).y).toBe((400 - 60) / 2);
  });
});
