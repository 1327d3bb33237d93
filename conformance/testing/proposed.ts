/** What families propose for the documents of small APIs, for tests. */
import { familyOf } from '../families/index.ts';
import type { FamilyName } from '../model/document/behaviour.ts';
import { exchange, type SmallOperation, smallSuite } from './api.ts';

/** The operations of an API. */
export type Api = Readonly<Record<string, SmallOperation>>;

/** Schemas. */
export const [text, integer, flag] = [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }];
export const object = (properties: object) => ({ type: 'object', properties });
/** The declaration of a list of books. */
export const list = { family: 'list', items: '/books', noun: 'books', rules: [] };
/** The schema of an answer with books, and members beside them. */
const books = (item: object, beside: object = {}) =>
  object({ books: { type: 'array', items: object(item) }, ...beside });
/** An operation that lists books with these members. */
export const listOf = (
  item: object,
  more: Partial<SmallOperation> & { readonly beside?: object } = {},
): SmallOperation => {
  const { beside, ...rest } = more;
  return { request: 'GET /books', answer: books(item, beside), behaviour: [list], ...rest };
};
/** A body with these members. */
export const body = (properties: object) => ({ schema: object(properties), example: {} });

/** An answer that was seen: the operation, its JSON, and the body that was sent. */
export type Seen = readonly [operation: string, json: unknown, sent?: unknown];

/** The members of what a family proposes, by operation. */
export function proposed(family: FamilyName, operations: Api, seen: readonly Seen[] = []) {
  const { api, ...suite } = smallSuite({ operations });
  const exchanges = seen.map(([operation, json, sent]) =>
    exchange({ api, ...suite }, operation, { ok: json }, sent === undefined ? {} : { body: sent }),
  );
  return (familyOf({ family })?.candidates?.({ api, exchanges }) ?? []).map(({ operation, members }) => [
    operation,
    members,
  ]);
}
