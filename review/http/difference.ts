/** The differences of two canonical documents. */
import type { JsonObject } from '../json.ts';
import type { Frame } from './walk/frame.ts';

/** What kind of node of a canonical document a difference is about. */
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

/** Where a difference is. */
export interface Site {
  readonly frame: Frame;
  /** Path of the member inside of the frame; empty for the whole. */
  readonly member: string;
  /** Whether it is in one of the forms of a `oneOf` that may fit the same value. */
  readonly isOneOf?: boolean;
}

/** The alternatives of a schema, on both sides. */
export interface Alternatives {
  readonly before: readonly JsonObject[];
  readonly after: readonly JsonObject[];
  /** Those that have no counterpart on the other side. */
  readonly removed: readonly JsonObject[];
  readonly added: readonly JsonObject[];
}

/** One difference. */
export interface Difference {
  readonly type: NodeType;
  readonly kind: 'added' | 'removed' | 'modified';
  /** What came, went or changed: a keyword, a member, a status, a media type. */
  readonly name: string;
  readonly base: unknown;
  readonly head: unknown;
  /** The nodes that hold it. */
  readonly owner: { readonly base: JsonObject; readonly head: JsonObject };
  readonly site: Site;
  readonly alternatives?: Alternatives;
}
