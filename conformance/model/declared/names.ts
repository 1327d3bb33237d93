/** Finds unknown names in declarations: a typing error must not disable a check. */

import type { ApiModel, Operation } from '../document/api.ts';
import type { Declaration } from '../document/behaviour.ts';
import { isObject } from '../values/json.ts';

/** Members of a declaration that name operations, and those that name parameters of its own operation. */
const OPERATIONS = ['list', 'lists', 'read', 'of', 'other', 'except'];
const PARAMETERS = ['limit', 'cursor', 'offset', 'page', 'unless'];

/** Families with an `except` that names members, not operations. */
const MEMBERS_EXCEPTED: ReadonlySet<string> = new Set(['same-as']);

function namesIn(value: unknown): readonly string[] {
  return [value].flat().filter((one) => typeof one === 'string');
}

function parametersIn(declared: Declaration, own: Operation | undefined, { operations }: ApiModel) {
  const { family, read, parameter, when } = declared;
  const names = PARAMETERS.flatMap((member) => namesIn(declared[member]));
  if (family === 'sorted' && isObject(when))
    names.push(...namesIn(when['parameter']), ...Object.keys(isObject(when['beside']) ? when['beside'] : {}));
  if (family === 'belongs-to' || family === 'one-of') names.push(...namesIn(parameter));
  const there = operations.find(({ id }) => id === read);
  const isReading = (family === 'refers-to' || family === 'read-back') && there !== undefined;
  return [
    ...(own === undefined ? [] : names.map((name) => [name, own] as const)),
    ...(isReading ? namesIn(parameter).map((name) => [name, there] as const) : []),
  ];
}

/** The first unknown name in the declarations of a document, in a sentence; null where all are known. */
export function unknownName(api: ApiModel): string | null {
  for (const declared of api.declarations) {
    const { family, operation, schema } = declared;
    const where = `x-behaviour of ${operation ?? schema ?? 'the root'}: ${family}`;
    if (family === 'list' && declared['items'] === undefined)
      return `${where}: it is not clear which list is meant; add items, a JSON pointer into the answer`;
    const isWrite = api.operations.some(({ id, method }) => id === operation && method !== 'GET');
    if (family === 'conditional' && isWrite && declared['read'] === undefined)
      return `${where}: it is not clear whose ETag is meant; add read, the operation that returns it`;
    const members = OPERATIONS.filter((member) => member !== 'except' || !MEMBERS_EXCEPTED.has(family));
    for (const name of members.flatMap((member) => namesIn(declared[member]))) {
      if (!api.operations.some(({ id }) => id === name)) return `${where}: there is no operation ${name}`;
    }
    const own = api.operations.find(({ id }) => id === operation);
    for (const [name, { id, parameters }] of parametersIn(declared, own, api)) {
      if (!parameters.some((one) => one.name === name)) return `${where}: ${id} has no parameter ${name}`;
    }
  }
  return null;
}
