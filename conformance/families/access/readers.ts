/** The operations that read what another one works on, and their responses. */
import { kin, neededBy, sharedInput } from '../../discovery/paths.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { declaredAt, declaredOf, listOf } from '../../model/document/lists.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { excerpt, isObject } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { parseInstant } from '../../model/values/time.ts';
import { type Moves, readingPath } from '../moves/declared.ts';

interface Working {
  readonly operation: Operation;
  readonly input: Input;
}

/** Larger numbers may be times, which pass by themselves. */
const LARGEST_COUNT = 1_000_000_000;

/** The values of a response by place, without times, which may change by themselves. */
export function reportedBy(value: unknown, pointer = ''): readonly (readonly [pointer: string, value: string])[] {
  if (Array.isArray(value)) return value.flatMap((inner, index) => reportedBy(inner, within(pointer, index)));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => reportedBy(inner, within(pointer, name)));
  if (typeof value === 'string' && parseInstant(value) !== null) return [];
  if (typeof value === 'number' && Math.abs(value) > LARGEST_COUNT) return [];
  return [[pointer, excerpt(value)]];
}

/** Reads what an operation works on. */
export interface Reader {
  readonly operation: Operation;
  readonly input: Input;
  /** What moves a number there. */
  readonly moved?: Moves;
}

/** What reads a number that is moved, and what reads the nearest thing that the path of another names, or part of it. */
export function readersOf(api: ApiModel, { operation, input }: Working): readonly Reader[] {
  const moving = declaredAt(api, operation.id, 'moves').map((moved): Reader => {
    const reader = operationOf(api, moved.read);
    const path = readingPath(api, moved, input);
    return { operation: reader, moved, input: { ...sharedInput(reader, input), path } };
  });
  const near = kin(api, operation)
    .map((id) => operationOf(api, id))
    .filter((one) => one.method === 'GET' && listOf(api, one) === null)
    .filter((one, _, [first]) => one.path === first?.path && !moving.some(({ operation: { id } }) => id === one.id))
    .map((reader): Reader => ({ operation: reader, input: sharedInput(reader, input) }));
  return [...moving, ...near].filter(({ operation: reader, input: { path } }) =>
    neededBy(reader).every((name) => path[name] !== undefined),
  );
}

/** Members that differ when the item is read alone, as declared, and numbers in it that other operations change. */
export function apartIn(api: ApiModel, { id }: Operation): readonly string[] {
  const ofItself = declaredAt(api, id, 'one-of').flatMap(({ at, apart = [] }) => apart.map((name) => within(at, name)));
  const moved = declaredOf(api, 'moves').filter(({ read }) => read === id);
  return [...ofItself, ...moved.map(({ pointer }) => pointer)];
}

/** The values of a response that do not change by themselves. */
export function reportedIn(exchange: Exchange, apart: readonly string[]): ReadonlyMap<string, string> {
  const reported = reportedBy(successJson(exchange));
  return new Map(reported.filter(([place]) => !apart.some((one) => `${place}/`.startsWith(`${one}/`))));
}
