/** The differences of two documents, as Redocly tells them. */

/** One side of a difference. */
export interface Side {
  /** JSON pointer in that side's document. */
  readonly pointer: string;
  readonly value: unknown;
}

/** One difference, as Redocly reports it. */
export interface Difference {
  /** The way from the root, with `$ref` where it follows a reference. */
  readonly path: string;
  /** What kind of node it is in OpenAPI, as in `Schema` or `Parameter`. */
  readonly typeName: string;
  readonly kind: 'added' | 'removed' | 'modified';
  /** The part of a semantic version that it asks to raise. */
  readonly impact: 'major' | 'minor' | 'patch';
  /** The rules that gave the impact. */
  readonly rules: readonly string[];
  /** The changed property of the node; `key` when the node was renamed. */
  readonly property: string | undefined;
  readonly base: Side | undefined;
  readonly revision: Side | undefined;
}
