/** Requests that the documents do not mention: sizes and cursors out of range, unknown parameters, and unknown ids. */
import { pagedListOf } from '../../discovery/pages.ts';
import type { ApiModel, Operation, Parameter } from '../../model/document/api.ts';
import { type OpenApiDocument, resolved } from '../../model/document/document.ts';
import type { Input } from '../../model/input.ts';
import type { InputVariant } from '../../model/judging.ts';
import { excerpt } from '../../model/values/json.ts';
import { seededUuid } from '../../model/values/uuid.ts';

const limits = ['0', '-1', '1000000000000'] as const;
const cursors = ['-1', '999999999999999', '99999999999999999999999'] as const;

/** A value in the form of a parameter that belongs to no item. */
function nothingLike(document: OpenApiDocument, { schema }: Parameter): string {
  const { type, format } = resolved(document, schema);
  if (type === 'integer' || type === 'number') return '2000000011';
  return format === 'uuid' ? seededUuid(0, 'nothing') : 'no-such-thing';
}

/** The input with ids of nothing in its path: those of the document's example may be ids of items. */
export function onNothing({ document }: ApiModel, { parameters }: Operation, input: Input): Input {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const named = inPath.map((parameter) => [parameter.name, nothingLike(document, parameter)] as const);
  return { ...input, path: { ...input.path, ...Object.fromEntries(named) } };
}

/** The form of a rejection of an unknown id is open; a server error is unusual. */
export function nothingProbes({ document }: ApiModel, { parameters }: Operation, base: Input): readonly InputVariant[] {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => ({
      name: `path/${parameter.name} of nothing`,
      place: `path/${parameter.name}`,
      input: { ...base, path: { ...base.path, [parameter.name]: nothingLike(document, parameter) } },
    }));
}

/** Ids at the limits of their range: for reading requests also ones that may exist. */
export function boundaryProbes(
  { document }: ApiModel,
  { parameters, method }: Operation,
  base: Input,
): readonly InputVariant[] {
  const ids = method === 'GET' ? ['0', '1', '2147483647'] : method === 'DELETE' ? [] : ['0'];
  return parameters
    .filter((one) => one.in === 'path' && /integer|number/.test(String(resolved(document, one.schema).type)))
    .flatMap(({ name }) =>
      ids.map((id) => ({ name: `path/${name}: ${id}`, input: { ...base, path: { ...base.path, [name]: id } } })),
    );
}

/** The probes of a list; none for an operation that does not answer with one. */
export function listProbes(api: ApiModel, { id }: Operation, base: Input): readonly InputVariant[] {
  const list = pagedListOf(api, id);
  if (list === null) return [];
  const probe = (name: string, value: string): InputVariant => ({
    name: `${name}=${value}`,
    place: `query/${name}`,
    input: { ...base, query: { ...base.query, [name]: value } },
  });
  const { limit } = list;
  return [
    ...(limit === null ? [] : limits.map((value) => probe(limit, value))),
    ...(list.by === null ? [] : cursors.map((value) => probe(list.cursor, value))),
    probe('unknown', 'text'),
  ];
}

/** Requests with values that the documents of a service do not mention. */
export function silentProbes(
  silent: Readonly<Record<string, readonly string[]>>,
  { id, parameters }: Operation,
  base: Input,
): readonly InputVariant[] {
  return Object.entries(silent).flatMap(([place, values]) => {
    const [, operation = id, where = '', name = ''] = /^(?:(\w+) )?(query|body)\/(\w+)$/.exec(place) ?? [];
    const isMeant = operation === id && (where === 'body' || parameters.some((one) => one.name === name));
    return (isMeant ? values : []).map((value): InputVariant => {
      const part = where === 'body' ? base.body : base.query;
      return {
        name: `${where}/${name}: ${excerpt(value)}`,
        place: `${where}/${name}`,
        input: { ...base, [where]: { ...Object(part), [name]: value } },
      };
    });
  });
}
