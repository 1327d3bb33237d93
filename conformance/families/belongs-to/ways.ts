import type { ApiModel, Operation } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';

/** The ways in which a list is asked for: each word of an optional query parameter that takes one of a few. */
export function waysToAsk(
  { document }: ApiModel,
  { parameters }: Operation,
  parameter: string,
): readonly (readonly [name: string, word: string])[] {
  const free = parameters.filter(
    ({ in: place, required, name }) => place === 'query' && !required && name !== parameter,
  );
  return free.flatMap(({ name, schema }) =>
    (resolved(document, schema).enum ?? []).map((word) => [name, String(word)] as const),
  );
}

/** The words that a query parameter takes, where it takes one of a few: a filter may be right for some of them only. */
export function wordsOf({ document }: ApiModel, { parameters }: Operation, parameter: string): readonly string[] {
  const own = parameters.filter(({ in: place, name }) => place === 'query' && name === parameter);
  return own.flatMap(({ schema }) => (resolved(document, schema).enum ?? []).map(String));
}
