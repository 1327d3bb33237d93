/**
 * Behaviour that the documents declare: `x-behaviour`, a family and its options, with the rules that express it in
 * words.
 */
import { arrayOf, isObject, type JsonObject, stableText } from '../json.ts';
import { type Entry, entryAt } from './entry.ts';
import { carriersOf, type Place, type Renames } from './place.ts';

/** One declaration. */
export interface Declaration {
  readonly service: string;
  readonly place: Place;
  /** The family, such as `sorted`. Unknown families are accepted as well. */
  readonly family: string;
  /** The options: all members except family, source and rules. */
  readonly members: JsonObject;
  readonly source: string;
  readonly rules: readonly Entry[];
}

/** The declarations of a document, in its order. */
export function declarationsIn(document: JsonObject, service: string, renames: Renames): readonly Declaration[] {
  return [...carriersOf(document, 'x-behaviour', renames)].flatMap(({ value, place }) =>
    arrayOf(value).flatMap((node): readonly Declaration[] => {
      if (!isObject(node) || typeof node['family'] !== 'string') return [];
      const { family, source, rules, ...members } = node;
      return [
        {
          service,
          place,
          family,
          members,
          source: typeof source === 'string' ? source : '',
          rules: arrayOf(rules).flatMap((rule) => entryAt(rule, service, place) ?? []),
        },
      ];
    }),
  );
}

/** A declaration before and after; one of them is undefined when it was added or removed. */
export type Pair = readonly [Declaration | undefined, Declaration | undefined];

/**
 * Pairs the declarations of two documents with the same place and family: first equal ones, then those that share a
 * rule, then single remaining ones.
 */
export function pairsOf(before: readonly Declaration[], after: readonly Declaration[]): readonly Pair[] {
  const key = ({ service, place, family }: Declaration) => [service, place.label, family].join('\n');
  const [old, now] = [Map.groupBy(before, key), Map.groupBy(after, key)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((one) => paired(old.get(one) ?? [], now.get(one) ?? []));
}

function paired(before: readonly Declaration[], after: readonly Declaration[]): readonly Pair[] {
  const [left, right] = [new Set(before), new Set(after)];
  const pairs: Pair[] = [];
  const match = (alike: (old: Declaration, now: Declaration) => boolean) => {
    for (const old of left) {
      const now = [...right].find((other) => alike(old, other));
      if (now === undefined) continue;
      pairs.push([old, now]);
      left.delete(old);
      right.delete(now);
    }
  };
  match((old, now) => stableText(old.members) === stableText(now.members));
  match((old, now) => old.rules.some(({ id }) => now.rules.some((rule) => rule.id === id)));
  if (left.size === 1 && right.size === 1) match(() => true);
  return [
    ...pairs,
    ...[...left].map((old): Pair => [old, undefined]),
    ...[...right].map((now): Pair => [undefined, now]),
  ];
}

const LEVELS = ['must', 'should', 'observe'];

/** The strongest level of a declaration's rules; `must` when it has none. */
export function levelOf({ rules }: Pick<Declaration, 'rules'>): string {
  if (rules.length === 0) return 'must';
  return LEVELS.find((level) => rules.some((rule) => rule.level === level)) ?? 'observe';
}

/** The rules in words, or the members when there are no rules. */
export function wordsOf({ rules, members }: Declaration): string {
  const texts = rules.map(({ text }) => text).filter((text) => text !== '');
  if (texts.length > 0) return texts.join(' ');
  return [...leavesOf(members)].map(([name, value]) => `${name} ${shown(value)}`).join(', ');
}

/** Describes the differences between two declarations' members: `direction is now ascending, was descending`. */
export function differenceOf(before: JsonObject, after: JsonObject): readonly string[] {
  const [old, now] = [new Map(leavesOf(before)), new Map(leavesOf(after))];
  return [...new Set([...now.keys(), ...old.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), now.get(name)];
    if (stableText(from) === stableText(to)) return [];
    if (to === undefined) return [`${name} is no longer declared, was ${shown(from)}`];
    return [from === undefined ? `${name} is now ${shown(to)}` : `${name} is now ${shown(to)}, was ${shown(from)}`];
  });
}

function* leavesOf(value: JsonObject, path = ''): Generator<readonly [string, unknown]> {
  for (const [name, inner] of Object.entries(value)) {
    const whole = path === '' ? name : `${path}.${name}`;
    if (isObject(inner) && Object.keys(inner).length > 0) yield* leavesOf(inner, whole);
    else yield [whole, inner];
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}
