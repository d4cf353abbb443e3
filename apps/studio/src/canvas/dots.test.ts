import { expect, it } from 'vitest';
import { dotsAt } from './dots';

it.each([
  [2, { gap: 32, size: 3 }],
  [1, { gap: 16, size: 1.5 }],
  [0.75, { gap: 12, size: 1.5 }],
  [0.5, { gap: 16, size: 1.5 }],
  [0.05, { gap: 12.8, size: 1.5 }],
])(
  'at a zoom of %d dots stand on the grid, and never so near to each other that they are a grey',
  (zoom, dots) => {
    expect(dotsAt(zoom)).toEqual(dots);
  },
);
