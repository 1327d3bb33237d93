/** Decides which requests a fault applies to: by path parameters, query, headers and values of the body. */
import { isDeepStrictEqual } from 'node:util';
import type { Condition } from '@wallet-services/contract/sandbox';
import { jsonOf } from '@wallet-services/kit/exchange';
import { segmentsOf, valueAt } from '@wallet-services/kit/pointer';

/** The parts of a request that a condition is compared with. */
export interface Described {
  readonly inputs: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body's text. */
  readonly body: string;
}

/** Describes the parts of a condition that do not hold. */
export function unmet(condition: Condition | undefined, requested: Described): readonly string[] {
  if (condition === undefined) return [];
  const { path = {}, query = {}, headers = {}, body = {} } = condition;
  const json = Object.keys(body).length === 0 ? undefined : jsonOf(requested.body);
  const texts = (where: string, wanted: Readonly<Record<string, string>>, of: (name: string) => string | null) =>
    Object.entries(wanted).flatMap(([name, value]) => {
      const found = of(name);
      return found === value ? [] : [`${where} ${name} was ${found === null ? 'missing' : JSON.stringify(found)}`];
    });
  return [
    ...texts('path parameter', path, (name) => requested.inputs[name] ?? null),
    ...texts('query parameter', query, (name) => requested.query.get(name)),
    ...texts('header', headers, (name) => requested.headers[name.toLowerCase()] ?? null),
    ...Object.entries(body).flatMap(([name, value]) => {
      const pointer = name.startsWith('/') ? name : `/${name}`;
      const found = valueAt(json, segmentsOf(pointer));
      return isDeepStrictEqual(found, value)
        ? []
        : [`body ${pointer} was ${found === undefined ? 'missing' : JSON.stringify(found)}`];
    }),
  ];
}
