/**
 * How often a case is tried: as often as it says with `WEFTWORK_CASES=full`, otherwise as often as leaves time to the
 * other tests.
 */
export function scaled(full: number, short: number): number {
  return process.env.WEFTWORK_CASES === 'full' ? full : short;
}
