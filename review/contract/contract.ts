/** A state of the contract: the content of `generated/` at some time. */
import type { JsonObject } from '../json.ts';

/** The generated files that the report reads, by their path below `generated/`. */
export type Files = ReadonlyMap<string, string>;

/** A state of the contract. */
export interface Contract {
  /** Name of the state: a git ref, a folder, or "the working tree". */
  readonly label: string;
  /** The OpenAPI documents, by service. */
  readonly documents: ReadonlyMap<string, JsonObject>;
  /** The texts that the documents were read from, by service and by the name of the file. */
  readonly texts?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Notes for the reader about the documents, as sentences. */
  readonly notes?: readonly string[];
  /** The protobuf files, by path below `proto/`. */
  readonly protos: ReadonlyMap<string, string>;
  /** The lines of `ledger/rules.json`. */
  readonly rules: readonly JsonObject[];
  /** The lines of `ledger/unspecified.json`. */
  readonly questions: readonly JsonObject[];
  /** Version of the contract's package; undefined where there is no `package.json`. */
  readonly version: string | undefined;
}

/** Path of a document below `generated/`; its groups are the service and the format. */
export const DOCUMENT = /^openapi\/([^/]+)\.(json|ya?ml)$/;

/** Whether the report reads a file of `generated/`. */
export function isRead(path: string): boolean {
  return (
    DOCUMENT.test(path) ||
    /^proto\/.+\.proto$/.test(path) ||
    path === 'ledger/rules.json' ||
    path === 'ledger/unspecified.json' ||
    path === 'package.json'
  );
}
