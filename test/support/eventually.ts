type Seen<Value> = Exclude<Value, undefined | false>;

/**
 * Looks again and again until there is something to see: anything but `undefined` and `false`. The test's own time
 * limit ends it.
 */
export async function eventually<Value>(look: () => Value | Promise<Value>): Promise<Seen<Value>> {
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen as Seen<Value>;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
