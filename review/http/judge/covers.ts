/** Decides whether an alternative of a canonical schema allows everything that another one allows. */
import { arrayOf, asText, type JsonObject, ownEntry, stableText } from '../../json.ts';
import { compareNumbers, isNumeric } from '../canonical/number.ts';

const IGNORED = new Set(['type', 'enum']);

/** Whether `outer` certainly allows all values of `inner`; false when unknown. */
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

const LARGEST_FLOAT = 3.402_823_466_385_288_6e38;

/** Formats of the OpenAPI registry that limit a number to a range; integer formats first. */
const WHOLE: Readonly<Record<string, readonly [unknown, unknown]>> = {
  int8: [-(2 ** 7), 2 ** 7 - 1],
  uint8: [0, 2 ** 8 - 1],
  int16: [-(2 ** 15), 2 ** 15 - 1],
  uint16: [0, 2 ** 16 - 1],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  int64: ['-9223372036854775808', '9223372036854775807'],
  uint64: [0, '18446744073709551615'],
};
const REAL: Readonly<Record<string, readonly [unknown, unknown]>> = {
  float: [-LARGEST_FLOAT, LARGEST_FLOAT],
  double: [-Number.MAX_VALUE, Number.MAX_VALUE],
};

/** Whether the limits or the values of a number are at least as strict as a format. */
export function isImplied(format: unknown, { type, minimum, maximum, enum: values }: JsonObject): boolean {
  const isNumber = type === 'integer' || type === 'number';
  const [least, most] =
    (type === 'integer' ? ownEntry(WHOLE, asText(format)) : undefined) ?? ownEntry(REAL, asText(format)) ?? [];
  if (!isNumber || least === undefined) return false;
  const extremes = Array.isArray(values) ? values : [minimum, maximum];
  return extremes.every(
    (value) => isNumeric(value) && compareNumbers(value, least) >= 0 && compareNumbers(value, most) <= 0,
  );
}

/** Whether a limit allows all that another value of the same keyword allows. */
function allows(keyword: string, outer: unknown, inner: unknown): boolean {
  if (stableText(outer) === stableText(inner)) return true;
  if (keyword === 'required') return arrayOf(outer).every((name) => arrayOf(inner).includes(name));
  if (!isNumeric(outer) || !isNumeric(inner)) return false;
  const order = compareNumbers(outer, inner);
  if (/^(min|exclusiveMin)/.test(keyword)) return order <= 0;
  return /^(max|exclusiveMax)/.test(keyword) && order >= 0;
}
