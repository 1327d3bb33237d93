import type { Operation } from '../../model/api.ts';
import type { Declaration } from '../../model/behaviour.ts';
import { resolved, type Schema } from '../../model/document.ts';
import type { Scene } from '../../rules/rule.ts';

export interface Echoes extends Declaration {
  readonly operation: string;
  /** Members of the request body, with the pointer to the same value in the answer. */
  readonly members: Readonly<Record<string, string>>;
  /** White space at the ends apart. */
  readonly trimmed?: true;
}

/** The schema of a member of the request body. */
export function memberSchema({ api: { document } }: Pick<Scene, 'api'>, { body }: Operation, name: string): Schema {
  return body === null ? {} : (resolved(document, body.schema).properties?.[name] ?? {});
}
