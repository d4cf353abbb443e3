/** How long the view takes to another place, in milliseconds. */
const MOVE_MS = 240;

/** How the view goes to another place: at once for who wants no motion. Asked at each move, since the wish may change. */
export function viewMove(): { readonly duration: number } {
  return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOVE_MS };
}
