/** A few of many things that differ as much as they can: a mistake may lie in values that only some of them have. */
import { parseIso } from '@wallet-services/expressions/iso';
import { pick } from '../../core/answers.ts';
import type { Found } from '../../discovery/things.ts';
import { isDecimal } from '../../model/values/decimal.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { isBlank } from '../../model/values/same.ts';

/** A member with at most this many values in a whole list distinguishes kinds of items: states, types, owners. */
const KINDS = 12;

/** The number of items that are read. */
const MOST = 2_000;

/** Digits of a second, and places of an amount, are lost in threes and fours. */
const places = (text: string) => Math.ceil((/[.,](\d+)/.exec(text)?.[1]?.length ?? 0) / 3);

/** The unusual form of a value. */
function formsOf(value: unknown): readonly string[] {
  if (isBlank(value)) return ['nothing'];
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => formsOf(inner).map((one) => `${name} ${one}`));
  if (Array.isArray(value)) return ['some'];
  const text = String(value);
  if (isDecimal(text))
    return [`${text.startsWith('-') ? 'minus' : Number(text) === 0 ? 'zero' : 'plus'} ${places(text)}`];
  const isTime = typeof value === 'string' && parseIso(value) !== null;
  return isTime ? [`${places(text)} ${/(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/.exec(text)?.[0] ?? ''}`] : ['text'];
}

/** What things have in common with some of the others, by thing. */
function traitsOf(items: readonly JsonObject[]): readonly (readonly string[])[] {
  const values = new Map<string, Set<string>>();
  for (const item of items) {
    for (const [name, value] of Object.entries(item)) {
      const reported = values.get(name) ?? new Set();
      values.set(name, reported);
      if (reported.size <= KINDS) reported.add(JSON.stringify(value));
    }
  }
  return items.map((item) =>
    [...values].flatMap(([name, reported]) => {
      const value = item[name];
      return (reported.size <= KINDS ? [JSON.stringify(value)] : formsOf(value)).map((trait) => `${name} ${trait}`);
    }),
  );
}

/** As many as `pick` takes: the first and the last, and those between that show the most that no other one shows. */
export function varied(found: readonly Found[]): readonly Found[] {
  const [usual, all] = [pick(found), found.slice(0, MOST)];
  const items = all.flatMap(({ item }) => (item === null ? [] : [item]));
  if (items.length < all.length || all.length <= usual.length) return usual;
  const traits = traitsOf(items);
  const chosen = [0, all.length - 1];
  while (chosen.length < usual.length) {
    const shown = new Set(chosen.flatMap((place) => traits[place] ?? []));
    const news = traits.map((some) => some.filter((trait) => !shown.has(trait)).length);
    const most = news.reduce((best, count, place) => (count > (news[best] ?? 0) ? place : best), 0);
    const spare = usual.map((one) => all.indexOf(one)).find((place) => !chosen.includes(place)) ?? -1;
    chosen.push((news[most] ?? 0) > 0 ? most : spare);
  }
  return chosen.toSorted((left, right) => left - right).flatMap((place) => all[place] ?? []);
}
