/**
 * Sends large blocks of bytes in parts, each after the one before it was written: a message with all of them would need
 * their memory twice on each side, and block the sender.
 */
import { isObject } from '../json.ts';

/** The size in bytes below which a block is sent with its task. */
export const SMALL = 256 * 1024;

type Path = readonly string[];

/** A block of a task, and its place. */
export interface Block {
  readonly path: Path;
  readonly bytes: Uint8Array;
}

const NOTHING = new Uint8Array();

/** A task without its large blocks. */
export function withoutBlocks(task: unknown): { readonly task: unknown; readonly blocks: readonly Block[] } {
  const blocks: Block[] = [];
  const without = (value: unknown, path: Path): unknown => {
    if (value instanceof Uint8Array) {
      if (value.length <= SMALL) return value;
      blocks.push({ path, bytes: value });
      return NOTHING;
    }
    const isPlain = isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
    if (!isPlain) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(one, [...path, name])]));
  };
  return { task: without(task, []), blocks };
}

/** Puts the blocks back into a task, which is changed. */
export function putBack(task: unknown, paths: readonly Path[], blocks: readonly Uint8Array[]): void {
  for (const [index, path] of paths.entries()) {
    const holder = path
      .slice(0, -1)
      .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), task);
    const name = path.at(-1);
    if (isObject(holder) && name !== undefined) Object.assign(holder, { [name]: blocks[index] ?? NOTHING });
  }
}

/** Collects the parts of blocks. */
export class Parts {
  #blocks: Uint8Array[] = [];
  #filled = 0;

  /** @param total of the block, in bytes */
  take(block: number, total: number, bytes: Uint8Array): void {
    if (this.#blocks.length === block) {
      this.#blocks.push(new Uint8Array(total));
      this.#filled = 0;
    }
    this.#blocks[block]?.set(bytes, this.#filled);
    this.#filled += bytes.length;
  }

  /** The blocks, which are forgotten. */
  all(): readonly Uint8Array[] {
    const blocks = this.#blocks;
    this.#blocks = [];
    return blocks;
  }
}
