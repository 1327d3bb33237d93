/** The declaration of `moves`, and its members. */
import { chooserOf } from '../../discovery/choices.ts';
import { inPath, neededBy } from '../../discovery/paths.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { declaredAt, declaredOf } from '../../model/document/lists.ts';
import { membersAt } from '../../model/document/members.ts';
import { type Exchange, successJson } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { valueAt, within } from '../../model/values/pointer.ts';

export type Moves = Declared<'moves'>;

/** The path by which the number is read that a request moves: what else the request calls the thing is its name there. */
export function readingPath(api: ApiModel, { read, parameter }: Moves, { path, body }: Pick<Input, 'path' | 'body'>) {
  const needed = neededBy(operationOf(api, read));
  const named = parameter === undefined ? null : (path[parameter] ?? inPath(valueAt(body, within('', parameter))));
  const own = named === null ? path : { ...path, [needed.at(-1) ?? '']: named };
  return Object.fromEntries(needed.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const])));
}

/** The whole number at a pointer into a response; null if there is none. */
export function numberAt(exchange: Exchange, pointer: string): number | null {
  const value = valueAt(successJson(exchange), pointer);
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d+$/.test(value)) ? Number(value) : null;
}

/** What moves the other numbers of the same thing. */
function besideMoves(api: ApiModel, { read, pointer }: Moves): readonly Moves[] {
  return declaredOf(api, 'moves').filter((one) => one.read === read && one.pointer !== pointer);
}

/** The places of the item's other numbers, which other operations change. */
export function neighbours(api: ApiModel, declared: Moves): readonly string[] {
  return [...new Set(besideMoves(api, declared).map(({ pointer }) => pointer))];
}

/** Operations that raise another number of the same thing, and need nothing but what names it and a body. */
export function raisersBeside(api: ApiModel, declared: Moves): readonly Operation[] {
  const needed = neededBy(operationOf(api, declared.operation)).join();
  return besideMoves(api, declared)
    .filter(({ by }) => by > 0)
    .map(({ operation }) => operationOf(api, operation))
    .filter((one) => one.body !== null && neededBy(one).join() === needed && chooserOf(api, one.id) === null);
}

/** The places of the item's other numbers in the response; none if it does not have the item. */
export function reportedBeside(api: ApiModel, declared: Moves): readonly (readonly [read: string, reported: string])[] {
  const { at } = declared;
  return at === undefined
    ? []
    : neighbours(api, declared).map((one) => [one, beside(at, one.split('/').at(-1) ?? '')] as const);
}

/** The place of a member, or of one within it, in the item with the number. */
const beside = (pointer: string, name: string) => pointer.replace(/[^/]*$/, name);

/** Members that are declared to stay: where they are read, and where the response has them; null if it does not. */
export function keptBy({ at, pointer, keeps = [] }: Moves) {
  return keeps.map((name) => ({
    name,
    read: beside(pointer, name),
    reported: at === undefined ? null : beside(at, name),
  }));
}

/**
 * The other members of the item that must stay: its other numbers, and every member that is not declared to be apart.
 */
export function besides(api: ApiModel, declared: Moves): readonly string[] {
  const [{ at = '', apart = null } = {}] = declaredAt(api, declared.read, 'one-of');
  const kept =
    apart === null || declared.keeps !== undefined
      ? []
      : membersAt(api, declared.read, at).filter(({ name }) => !apart.includes(name));
  const all = [...neighbours(api, declared), ...kept.map(({ name }) => within(at, name))];
  return all.filter((one) => one !== declared.pointer);
}
