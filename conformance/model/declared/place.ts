/** Finds the lists in the answers of an operation, as far as their schemas show them. */

import { segmentsOf } from '@wallet-services/kit/pointer';
import { type ApiModel, operationOf } from '../document/api.ts';
import { resolved, type Schema } from '../document/document.ts';
import { answerSchema, type Member, membersAt } from '../document/members.ts';
import type { JsonObject } from '../values/json.ts';
import { within } from '../values/pointer.ts';
import { singularOf } from '../values/singular.ts';

/** A declaration before its rules are known. */
export interface Declared extends JsonObject {
  readonly family: string;
}

/** The depth to which lists are searched for: an answer, an envelope, a page. */
const DEEPEST = 2;

/** The pointers of the lists of objects in the successful answer of an operation, the outermost first. */
export function listPointers(api: ApiModel, operation: string): readonly string[] {
  const { document } = api;
  const answer = answerSchema(api, operation);
  if (answer === undefined) return [];
  const isList = (schema: Schema) => {
    const { type, anyOf = [] } = resolved(document, schema);
    return [type, ...anyOf.map((one) => resolved(document, one).type)].flat().includes('array');
  };
  if (isList(answer)) return membersAt(api, operation, '/*').length > 0 ? [''] : [];
  const below = (pointer: string, depth: number): readonly string[] =>
    membersAt(api, operation, pointer).flatMap(({ name, schema }) => {
      const place = within(pointer, name);
      if (isList(schema)) return membersAt(api, operation, within(place, '*')).length > 0 ? [place] : [];
      return depth < DEEPEST ? below(place, depth + 1) : [];
    });
  return below('', 1);
}

/** The last words of paths that a POST reads from: `/flows/filter`, `/orders/_search`. */
export const SEARCH = /^_?(filter|search|query|list|find|paginate)$/i;

/** The last segment of a path that is not a parameter, or a word for searching: it names the subject of the operation. */
export function subjectOf(path: string): string {
  return path.split('/').findLast((part) => part !== '' && !part.includes('{') && !SEARCH.test(part)) ?? 'items';
}

/** The list in the answers of an operation; null where its schema has none, or several. */
export function listDeclared(api: ApiModel, operation: string, pointer?: string): Declared | null {
  const all = listPointers(api, operation);
  const items = pointer ?? (all.length === 1 ? all[0] : undefined);
  if (items === undefined) return null;
  const noun = segmentsOf(items).at(-1) ?? subjectOf(operationOf(api, operation).path);
  const key = keyAmong(membersAt(api, operation, within(items, '*')), noun);
  return { family: 'list', items, noun, ...(key === 'id' ? {} : { key }) };
}

/** The member that identifies items, by its name; empty where there is none. */
function keyAmong(members: readonly Member[], noun: string): string {
  const names = members.map(({ name }) => name);
  const singular = singularOf(noun);
  const wanted = ['id', `${singular}_id`, `${singular}Id`, `${singular}-id`, 'uuid', 'key', 'code'];
  return wanted.find((name) => names.includes(name)) ?? '';
}
