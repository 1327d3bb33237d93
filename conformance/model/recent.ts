/** A map of the most recently used entries, with a limit on their number. */
export class Recent<Value> {
  readonly #most: number;
  readonly #entries = new Map<string, Value>();

  /** @param most the number of entries; the least recently used one makes room. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    const [oldest = key] = this.#entries.keys();
    this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  keys(): readonly string[] {
    return [...this.#entries.keys()];
  }
}
