import type { SuiteContext } from '../../core/context.ts';
import type { Operation } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { resolved, type Schema } from '../../model/document/document.ts';

export type Echoes = Declared<'echoes'>;

/** The schema of a member of the request body; of a body of several forms, in the first that has it. */
export function memberSchema(
  { api: { document } }: Pick<SuiteContext, 'api'>,
  { body }: Operation,
  name: string,
): Schema {
  const whole = body === null ? {} : resolved(document, body.schema);
  const forms = [whole, ...(whole.oneOf ?? whole.anyOf ?? []).map((form) => resolved(document, form))];
  return resolved(document, forms.find(({ properties }) => properties?.[name] !== undefined)?.properties?.[name] ?? {});
}
