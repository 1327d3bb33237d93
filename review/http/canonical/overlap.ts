/** Decides whether a value may match two alternatives of a schema, which `oneOf` forbids. */
import { arrayOf, asText, type JsonObject, objectOf } from '../../json.ts';
import { arePatternsApart } from '../pattern.ts';
import type { Alternative } from './alternative.ts';
import { commonType } from './intersection.ts';
import { compareNumbers, isNumeric } from './number.ts';
import { unionOf } from './union.ts';

/** Depth to which members are compared; deeper ones are assumed to overlap. */
const DEEPEST = 4;
/** Number of alternatives above which comparing all pairs would take too long. */
const MANY = 100;

/**
 * Whether two of some alternatives may match the same value.
 *
 * @param chosenBy the member of a discriminator: OpenAPI requires it in each value, so it distinguishes components
 */
export function overlap(document: JsonObject, alternatives: readonly Alternative[], chosenBy?: string): boolean {
  if (alternatives.length > MANY) return true;
  return alternatives.some((one, index) =>
    alternatives.slice(index + 1).some((other) => !areApart(document, one, other, 0, chosenBy)),
  );
}

/** Whether a value may match alternatives of two branches. */
export function branchesOverlap(document: JsonObject, branches: readonly (readonly Alternative[])[]): boolean {
  if (branches.length > MANY) return true;
  return branches.some((ones, index) =>
    branches
      .slice(index + 1)
      .some((others) => ones.some((one) => others.some((other) => !areApart(document, one, other, 0)))),
  );
}

/** Whether no value can match both; false when unknown. */
function areApart(
  document: JsonObject,
  one: Alternative,
  other: Alternative,
  depth: number,
  chosenBy?: string,
): boolean {
  return (
    commonType(one.type, other.type) === undefined ||
    areDisjoint(one.limits.get('enum'), other.limits.get('enum')) ||
    isExcluded(one, other) ||
    isExcluded(other, one) ||
    isBeyond(one, other) ||
    isBeyond(other, one) ||
    havePatternsApart(one, other) ||
    isClosedTo(one, other) ||
    isClosedTo(other, one) ||
    isRuledOut(one, other) ||
    isRuledOut(other, one) ||
    haveFormatsApart(one, other) ||
    areChosen(one, other, chosenBy) ||
    haveMembersApart(document, one, other, depth, chosenBy)
  );
}

function areDisjoint(one: unknown, other: unknown): boolean {
  return Array.isArray(one) && Array.isArray(other) && !one.some((value) => other.includes(value));
}

/** Whether no value of a list is within the limits of another alternative. */
function isExcluded(one: Alternative, other: Alternative): boolean {
  const values = one.limits.get('enum');
  if (!Array.isArray(values) || values.length === 0) return false;
  const pattern = other.limits.get('pattern');
  if (other.limits.has('format') && values.every((value) => value === '')) return true;
  const isOutside = (value: unknown) =>
    isNumeric(value) && (isBelow(value, other.limits.get('minimum')) || isBelow(other.limits.get('maximum'), value));
  if (values.every(isOutside)) return true;
  if (typeof pattern !== 'string') return false;
  try {
    const expression = new RegExp(pattern, 'u');
    return values.every((value) => typeof value === 'string' && !expression.test(value));
  } catch {
    return false;
  }
}

function isBelow(one: unknown, other: unknown): boolean {
  return isNumeric(one) && isNumeric(other) && compareNumbers(one, other) < 0;
}

const BOUNDS = [
  ['maximum', 'minimum'],
  ['maxLength', 'minLength'],
  ['maxItems', 'minItems'],
  ['maxProperties', 'minProperties'],
] as const;

/** Whether all values of one are smaller than all values of the other. */
function isBeyond(one: Alternative, other: Alternative): boolean {
  return BOUNDS.some(([most, least]) => isBelow(one.limits.get(most), other.limits.get(least)));
}

function havePatternsApart(one: Alternative, other: Alternative): boolean {
  const [first, second] = [one.limits.get('pattern'), other.limits.get('pattern')];
  const isText = one.type === 'string' && other.type === 'string';
  return isText && typeof first === 'string' && typeof second === 'string' && arePatternsApart(first, second);
}

function isRequired({ limits }: Alternative, name: string): boolean {
  return arrayOf(limits.get('required')).includes(name);
}

/** Whether an object is closed and the other one requires a member that it does not have. */
function isClosedTo(one: Alternative, other: Alternative): boolean {
  if (one.type !== 'object' || other.type !== 'object') return false;
  if (one.parts.get('additionalProperties')?.schema !== false || one.limits.has('patternProperties')) return false;
  return arrayOf(other.limits.get('required')).some((name) => !one.members.has(asText(name)));
}

/** Whether an object may not have the members that the other one requires. */
function isRuledOut({ parts }: Alternative, other: Alternative): boolean {
  const { required, type = 'object', ...rest } = objectOf(parts.get('not')?.schema);
  const names = arrayOf(required);
  if (other.type !== 'object' || type !== 'object' || names.length === 0 || Object.keys(rest).length > 0) return false;
  return names.every((name) => isRequired(other, asText(name)));
}

/** Formats that exclude each other. */
const FORMATS_APART = new Set(['date', 'date-time', 'uuid', 'ipv4', 'email']);

function haveFormatsApart(one: Alternative, other: Alternative): boolean {
  const [first, second] = [one.limits.get('format'), other.limits.get('format')];
  return first !== second && FORMATS_APART.has(asText(first)) && FORMATS_APART.has(asText(second));
}

/** Whether a discriminator distinguishes the two, by the names of their components. */
function areChosen(one: Alternative, other: Alternative, chosenBy: string | undefined): boolean {
  return chosenBy !== undefined && one.component !== undefined && other.component !== undefined
    ? one.component !== other.component
    : false;
}

function isConstant({ type, limits }: Alternative): boolean {
  return type === 'string' && limits.has('enum');
}

/** Whether a required member has no value that matches both. */
function haveMembersApart(
  document: JsonObject,
  one: Alternative,
  other: Alternative,
  depth: number,
  chosenBy?: string,
): boolean {
  if (depth >= DEEPEST || one.type !== 'object' || other.type !== 'object') return false;
  return [...new Set([...one.members.keys(), ...other.members.keys()])].some((name) => {
    const [member, counterpart] = [one.members.get(name), other.members.get(name)];
    if (member === undefined || counterpart === undefined) {
      return (member ?? counterpart)?.schema === false && (isRequired(one, name) || isRequired(other, name));
    }
    const own = unionOf(document, member).alternatives;
    const others = unionOf(document, counterpart).alternatives;
    // Different constants distinguish the alternatives, and clients send them even if they are optional.
    const isTag = own.every(isConstant) && others.every(isConstant);
    if (name !== chosenBy && !isTag && !isRequired(one, name) && !isRequired(other, name)) return false;
    return own.every((first) => others.every((second) => areApart(document, first, second, depth + 1)));
  });
}
