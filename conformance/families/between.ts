/**
 * What passed by between two of another kind. Where those two say the same, what they enclose was said of the same: nobody
 * changed anything meanwhile, or changed it and changed it back.
 */
import { Recent } from '../model/recent.ts';
import { isBetween, type Span } from './kept.ts';

/** What encloses, and what passed by since. */
interface Begun<Around, Inner> extends Span {
  readonly around: Around;
  readonly since: readonly (Span & { readonly inner: Inner })[];
}

export class Between<Around, Inner> {
  readonly #begun: Recent<Begun<Around, Inner>>;
  readonly #most: number;

  /** @param most things, by key, are remembered, and of each so many since. */
  constructor(most: number, since: number) {
    this.#begun = new Recent(most);
    this.#most = since;
  }

  keys(): readonly string[] {
    return this.#begun.keys();
  }

  /** What would enclose what passes by now; undefined where nothing would. */
  get(key: string): Around | undefined {
    return this.#begun.get(key)?.around;
  }

  /** Takes something that may come to be enclosed. */
  add(key: string, inner: Inner, { began, at }: Span): void {
    const begun = this.#begun.get(key);
    if (begun === undefined) return;
    this.#begun.set(key, { ...begun, since: [...begun.since, { inner, began, at }].slice(-this.#most) });
  }

  /** Takes something that encloses. @returns what passed by between the one before it and this. */
  close(key: string, around: Around, { began, at }: Span): readonly Inner[] {
    const begun = this.#begun.get(key);
    this.#begun.set(key, { around, since: [], began, at });
    return (begun?.since ?? []).flatMap((one) => (begun && isBetween(begun, one, { began, at }) ? [one.inner] : []));
  }
}
