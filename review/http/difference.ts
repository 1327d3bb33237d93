/** Differences between two canonical documents. */
import type { JsonObject } from '../json.ts';
import type { Frame } from './walk/frame.ts';

/** The kind of node that differs. */
export type NodeType =
  | 'Root'
  | 'Server'
  | 'Servers'
  | 'ServerVariable'
  | 'SecurityScheme'
  | 'Operation'
  | 'Security'
  | 'Parameter'
  | 'RequestBody'
  | 'Content'
  | 'MediaType'
  | 'Encoding'
  | 'Response'
  | 'Header'
  /** A keyword of a schema with a value that is no schema. */
  | 'Keyword'
  /** A keyword of a schema with a schema as its value. */
  | 'Subschema'
  | 'Member'
  | 'Alternatives';

/** The place of a difference. */
export interface Site {
  readonly frame: Frame;
  /** Path of the member within the frame; empty for the whole. */
  readonly member: string;
  /** Whether it is inside an alternative of a `oneOf` that may match the same value as another one. */
  readonly isOneOf?: boolean;
}

/** The alternatives of a schema, on both sides. */
export interface Alternatives {
  readonly before: readonly JsonObject[];
  readonly after: readonly JsonObject[];
  /** Alternatives without a counterpart on the other side. */
  readonly removed: readonly JsonObject[];
  readonly added: readonly JsonObject[];
}

/** One difference. */
export interface Difference {
  readonly type: NodeType;
  readonly kind: 'added' | 'removed' | 'modified';
  /** What was added, removed or changed: a keyword, a member, a status, a media type. */
  readonly name: string;
  readonly base: unknown;
  readonly head: unknown;
  /** The nodes that contain it. */
  readonly owner: { readonly base: JsonObject; readonly head: JsonObject };
  readonly site: Site;
  readonly alternatives?: Alternatives;
}
