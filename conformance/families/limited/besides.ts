/** Further inputs of a list beside the limit: another order, or another start time. */
import type { PagedList } from '../../discovery/pages.ts';
import { type ApiModel, operationOf } from '../../model/document/api.ts';
import { resolved, type Schema } from '../../model/document/document.ts';
import { declaredAt } from '../../model/document/lists.ts';

export interface Besides {
  /** The query parameter. */
  readonly name: string;
  readonly value: string;
}

/** The values that a schema names one by one. */
function namesIn({ document }: ApiModel, schema: Schema): readonly unknown[] {
  const { enum: names, anyOf = [] } = resolved(document, schema);
  return names ?? anyOf.flatMap((one) => resolved(document, one).enum ?? []);
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)].filter((text) => text !== '') : [];
}

/** Optional parameters of a list, each with its known values, or its example. */
export function besidesOf(api: ApiModel, { operation, cursor, limit }: PagedList): readonly Besides[] {
  const chosen = declaredAt(api, operation, 'chosen-by').flatMap(({ query }) => query);
  const paging = [cursor, limit, ...chosen];
  return operationOf(api, operation).parameters.flatMap((parameter): readonly Besides[] => {
    const { name, in: place, required, schema, example } = parameter;
    if (place !== 'query' || required || paging.includes(name)) return [];
    const named = namesIn(api, schema).flatMap(textOf);
    return (named.length > 0 ? named : textOf(example)).map((value) => ({ name, value }));
  });
}
