/** Whether one alternative of a canonical schema allows everything that another one allows. */
import { arrayOf, type JsonObject, stableText } from '../../json.ts';
import { IDENTITY } from '../canonical/schema.ts';

const IGNORED = new Set([IDENTITY, 'type', 'enum']);

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
    .every(([keyword, value]) => allows(keyword, value, inner[keyword]));
}

/** Whether a limit allows all that another one of the same keyword allows. */
function allows(keyword: string, outer: unknown, inner: unknown): boolean {
  if (stableText(outer) === stableText(inner)) return true;
  if (keyword === 'required') return arrayOf(outer).every((name) => arrayOf(inner).includes(name));
  if (typeof outer !== 'number' || typeof inner !== 'number') return false;
  if (/^(min|exclusiveMin)/.test(keyword)) return outer <= inner;
  return /^(max|exclusiveMax)/.test(keyword) && outer >= inner;
}
