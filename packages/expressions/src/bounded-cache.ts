/** A map that forgets what was used longest ago. Keys are texts; very long ones are not kept. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Value>();

  constructor(
    private readonly maxEntries: number,
    private readonly maxKeyLength = 16_384,
  ) {}

  getOrCreate(key: string, create: () => Value): Value {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known;
    }
    const made = create();
    if (key.length > this.maxKeyLength) return made;
    if (this.#entries.size >= this.maxEntries) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
    this.#entries.set(key, made);
    return made;
  }

  get size(): number {
    return this.#entries.size;
  }
}
