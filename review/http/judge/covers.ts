/** Whether one alternative of a canonical schema allows everything that another one allows. */
import { arrayOf, type JsonObject, stableText } from '../../json.ts';
import { compareNumbers, isNumeric } from '../canonical/number.ts';

const IGNORED = new Set(['type', 'enum']);

/** Whether `outer` surely allows all that `inner` allows. False means: not known. */
export function covers(outer: JsonObject, inner: JsonObject): boolean {
  const sameType = outer['type'] === inner['type'] || (outer['type'] === 'number' && inner['type'] === 'integer');
  if (outer['type'] !== undefined && !sameType) return false;
  const values = outer['enum'];
  if (values !== undefined) {
    const inside = arrayOf(inner['enum']);
    if (inside.length === 0 || !inside.every((value) => arrayOf(values).includes(value))) return false;
  }
  return Object.entries(outer)
    .filter(([keyword]) => !IGNORED.has(keyword))
    .every(([keyword, value]) =>
      keyword === 'format' && isImplied(value, inner) ? true : allows(keyword, value, inner[keyword]),
    );
}

const RANGES: Readonly<Record<string, readonly [unknown, unknown]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: ['-9223372036854775808', '9223372036854775807'],
};

/** Whether the limits of a whole number are at least as strict as a format. */
export function isImplied(format: unknown, { type, minimum, maximum }: JsonObject): boolean {
  const [least, most] = RANGES[String(format)] ?? [];
  if (type !== 'integer' || least === undefined || !isNumeric(minimum) || !isNumeric(maximum)) return false;
  return compareNumbers(minimum, least) >= 0 && compareNumbers(maximum, most) <= 0;
}

/** Whether a limit allows all that another one of the same keyword allows. */
function allows(keyword: string, outer: unknown, inner: unknown): boolean {
  if (stableText(outer) === stableText(inner)) return true;
  if (keyword === 'required') return arrayOf(outer).every((name) => arrayOf(inner).includes(name));
  if (!isNumeric(outer) || !isNumeric(inner)) return false;
  const order = compareNumbers(outer, inner);
  if (/^(min|exclusiveMin)/.test(keyword)) return order <= 0;
  return /^(max|exclusiveMax)/.test(keyword) && order >= 0;
}
