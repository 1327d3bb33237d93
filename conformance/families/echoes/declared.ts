import type { Operation } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { resolved, type Schema } from '../../model/document/document.ts';
import type { Scene } from '../../rules/rule.ts';

export type Echoes = Declared<'echoes'>;

/** The schema of a member of the request body. */
export function memberSchema({ api: { document } }: Pick<Scene, 'api'>, { body }: Operation, name: string): Schema {
  return resolved(document, (body === null ? undefined : resolved(document, body.schema).properties?.[name]) ?? {});
}
