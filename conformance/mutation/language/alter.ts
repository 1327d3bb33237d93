/** Other values of the same form, for servers that return wrong values. */
import { parseIso } from '@wallet-services/expressions/iso';
import { Decimal } from 'decimal.js';
import { isDecimal } from '../../model/values/decimal.ts';
import { isObject } from '../../model/values/json.ts';
import { formOf } from '../../model/values/same.ts';
import { gone } from './edit.ts';

/** Ids that belong to no item, in each form. */
export const unknownIds = {
  uuid: 'f00dcafe-0000-4000-8000-00000000beef',
  number: 900_000_017,
  text: 'nobody-at-all',
} as const;

/** An id that belongs to no item, in the form of another id. */
export function unknownIdLike(id: unknown): unknown {
  const form = formOf(id) ?? 'text';
  return form === 'number' && typeof id === 'string' ? String(unknownIds.number) : unknownIds[form];
}

/** The time some hours later, in the same form: the error of a server that writes its local time as UTC. */
function shifted(text: string, hours: number): string {
  const time = new Date(Number((parseIso(text)?.nanoseconds ?? 0n) / 1_000_000n) + hours * 3_600_000);
  const fraction = /[.,]\d+/.exec(text)?.[0] ?? '';
  const zone = /(?:[Zz]|[+-]\d\d(?::?\d\d)?)$/.exec(text.slice(10))?.[0] ?? '';
  return Number.isNaN(time.getTime()) ? text : `${time.toISOString().slice(0, 19)}${fraction}${zone === '' ? '' : 'Z'}`;
}

const steps: readonly ((value: Decimal) => Decimal)[] = [
  (value) => value.plus(1),
  (value) => value.minus(1),
  (value) => value.times(2).plus(1),
  () => new Decimal(0),
  (value) => value.negated(),
  (value) => value.times(1_000_000).plus(7),
  (value) => value.div(1000),
];

/** Replacements of a value, the most similar first; `gone` removes it. */
export function alterations(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [...steps.map((step) => step(new Decimal(value)).toNumber()), gone];
  if (typeof value === 'boolean') return [!value, gone];
  if (Array.isArray(value)) return [value.slice(0, -1), [...value, ...value.slice(-1)], [], [{}], gone];
  if (isObject(value)) return [{ ...value, altered: 1 }, {}, gone];
  if (typeof value !== 'string') return ['altered', 1, '1', true, {}, ['altered']];
  if (isDecimal(value)) return [...steps.map((step) => step(new Decimal(value)).toFixed()), '', gone];
  if (parseIso(value) !== null)
    return [...[1, -1, 24, -24, 9600, -9600].map((hours) => shifted(value, hours)), '', gone];
  const other = formOf(value) === 'uuid' ? [unknownIds.uuid] : [];
  return [...other, `${value} altered`, '', value.toUpperCase(), value.toLowerCase(), gone];
}

/** Changes a number, or a text that contains one; other values are unchanged. */
export function renumbered(value: unknown, change: (number: number) => number): unknown {
  if (typeof value === 'number') return change(value);
  return typeof value === 'string' && isDecimal(value) ? String(change(Number(value))) : value;
}

/** Another value of the same form. */
export function altered(value: unknown): unknown {
  if (isObject(value)) {
    const [[name, inner] = ['altered', null]] = Object.entries(value);
    return { ...value, [name]: altered(inner) };
  }
  const [first] = alterations(value).filter((other) => JSON.stringify(other) !== JSON.stringify(value));
  return first;
}
