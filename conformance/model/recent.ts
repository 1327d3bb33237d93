/** What was seen last: a map that never holds more than so many entries. */
export class Recent<Value> {
  readonly #most: number;
  readonly #entries = new Map<string, Value>();

  /** @param most entries; the one that was not used for the longest time makes room. */
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
