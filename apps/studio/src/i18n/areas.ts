/** One file per area and language: messages/<language>/<area>.json. */
export const AREAS = [
  'shell',
  'lists',
  'runs',
  'canvas',
  'versions',
  'settings',
  'actions',
  'keyboard',
  'inspector',
  'issues',
  'errors',
] as const;
export type Area = (typeof AREAS)[number];
