export interface Box {
  readonly id: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Boxes sorted by height, so that asking for those in one place does not look at all of them. */
export interface Shelf {
  /** The boxes that reach into a range, borders left out. */
  within(left: number, right: number, top: number, bottom: number): readonly Box[];
}

/** About the height of a card with the gap below it. */
const BOARD = 128;
const boardOf = (y: number) => Math.floor(y / BOARD);

export function createShelf(boxes: readonly Box[]): Shelf {
  const boards = new Map<number, Box[]>();
  for (const box of boxes) {
    for (let at = boardOf(box.top); at <= boardOf(box.bottom); at += 1) {
      const board = boards.get(at);
      if (board) board.push(box);
      else boards.set(at, [box]);
    }
  }
  return {
    within(left, right, top, bottom) {
      const found = new Set<Box>();
      for (let at = boardOf(top); at <= boardOf(bottom); at += 1) {
        for (const box of boards.get(at) ?? []) {
          if (box.left < right && box.right > left && box.top < bottom && box.bottom > top) found.add(box);
        }
      }
      return [...found];
    },
  };
}
