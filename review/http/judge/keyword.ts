/** Judges a changed keyword of a schema. */
import { arrayOf, asText, isObject, type JsonObject, objectOf, ownEntry, stableText } from '../../json.ts';
import { compareNumbers, digitsOf, isMultiple } from '../canonical/number.ts';
import { READ_BY_PEOPLE } from '../canonical/rest.ts';
import { BRANCHES, DISCRIMINATOR, type Direction, EXAMPLES, EXCLUSIVE, INNER } from '../canonical/schema.ts';
import { narrowing, notCompared, nothingElse, type Verdict, verbOf, widening } from '../change.ts';
import { valueText } from '../describe.ts';
import type { Difference } from '../difference.ts';
import { comparePatterns } from '../pattern.ts';
import { isImplied } from './covers.ts';
import { judgeDiscriminator } from './discriminator.ts';
import { judgeExamples } from './examples.ts';

const WIDER_FORMATS: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };

/** Keywords that constrain values independently: adding one allows less, removing one more. */
const LIMITS = new Set(
  [
    'minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems',
    'minContains maxContains minProperties maxProperties dependentRequired contentEncoding contentMediaType',
    'items not if then else contains propertyNames unevaluatedProperties unevaluatedItems contentSchema',
  ].flatMap((names) => names.split(' ')),
);

/** Judges a changed keyword. @returns null when it means the same */
export function judgeKeyword(difference: Difference): Verdict | null {
  const { base, head, name, site } = difference;
  const { direction } = site.frame;
  const before = valueText(base);
  const after = valueText(head);
  const plain: Verdict = {
    ...nothingElse,
    class: before === null ? narrowing(direction) : widening(direction),
    kind: 'limit-changed',
    change: `${name} ${verbOf(before, after)}`,
    before,
    after,
  };
  if (OF_CONTENT.has(name) && contentText(difference.owner.base) === contentText(difference.owner.head)) {
    return { ...plain, class: 'documentation', kind: 'format-changed', corrected: 'another notation for the same' };
  }
  switch (name) {
    case 'type':
      return {
        ...plain,
        class: after === 'integer' ? narrowing(direction) : widening(direction),
        kind: 'type-changed',
      };
    case 'enum':
      return {
        ...plain,
        ...enumClass(base, head, direction),
        kind: 'values-changed',
        change: enumSentence(base, head),
      };
    case 'format':
      return judgeFormat(plain, difference);
    case 'multipleOf':
      return judgeMultiple(plain, direction);
    case 'pattern':
      return judgePattern(plain, direction);
    case 'default':
      return judgeDefault(plain);
    case 'deprecated':
      return judgeDeprecated(plain);
    case 'additionalProperties':
      return closing({ ...plain, kind: 'openness-changed' }, difference, direction);
    case DISCRIMINATOR:
      return judgeDiscriminator(plain, difference, direction);
    case EXCLUSIVE:
      return {
        ...plain,
        kind: 'exclusiveness-changed',
        change:
          after === null
            ? 'more than one of the alternatives may match now'
            : 'only one of the alternatives may match now',
        before: null,
        after: null,
      };
    case BRANCHES:
      return {
        ...notCompared,
        kind: 'exclusiveness-changed',
        change: 'which values fit one alternative alone may have changed; only one may match',
      };
    case INNER:
      return {
        ...plain,
        class: 'documentation',
        kind: 'text-changed',
        change: 'descriptions of the alternatives changed',
        before: null,
        after: null,
      };
    case EXAMPLES:
      return judgeExamples(base, head);
    default:
      if (isText(name)) return textChanged(plain, name);
      return LIMITS.has(name) ? bounded(replaced(plain), name, direction) : unknownKeyword(plain, name);
  }
}

/** Whether a property is only a text for people. */
export function isText(property: string): boolean {
  return READ_BY_PEOPLE.has(property) || property.startsWith('x-');
}

/** The verdict on a text for people that was added, removed or changed. */
export function textChanged(plain: Verdict, name: string): Verdict {
  const what = name === 'externalDocs' ? 'link to external documentation' : name;
  const change = `${what} ${verbOf(plain.before, plain.after)}`;
  return { ...plain, class: 'documentation', kind: 'text-changed', change };
}

/** The verdict on an unknown keyword, which the reader must check. */
export function unknownKeyword({ before, after }: Pick<Verdict, 'before' | 'after'>, name: string): Verdict {
  const change = `${name} ${verbOf(before, after)}; the report cannot tell what that means`;
  return { ...notCompared, change, before, after };
}

/** The verdict on a part that was deprecated, or no longer is. */
export function judgeDeprecated(plain: Verdict): Verdict {
  const isOver = plain.after === null;
  return {
    ...plain,
    class: isOver ? 'documentation' : 'compatible',
    kind: isOver ? 'deprecation-withdrawn' : 'deprecated',
    change: isOver ? 'no longer deprecated' : 'marked as deprecated: it still works, but will be removed',
    before: null,
    after: null,
  };
}

/** The classes where values were removed, also where others were added. */
function enumClass(before: unknown, after: unknown, direction: Direction | null): Partial<Verdict> {
  const [old, now] = [arrayOf(before), arrayOf(after)];
  if (after === undefined || covered(old, now)) return {};
  return covered(now, old) ? { class: narrowing(direction) } : { class: 'breaking', servers: 'breaking' };
}

function enumSentence(before: unknown, after: unknown): string {
  const shown = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(', ');
  if (before === undefined) return `now limited to the values ${shown(arrayOf(after))}`;
  if (after === undefined) return 'no longer limited to a list of values';
  const gone = arrayOf(before).filter((value) => !arrayOf(after).includes(value));
  const added = arrayOf(after).filter((value) => !arrayOf(before).includes(value));
  return [
    ...(gone.length === 0 ? [] : [`${gone.length === 1 ? 'value' : 'values'} removed: ${shown(gone)}`]),
    ...(added.length === 0 ? [] : [`${added.length === 1 ? 'value' : 'values'} added: ${shown(added)}`]),
  ].join('; ');
}

function covered(values: readonly unknown[], others: readonly unknown[]): boolean {
  return values.every((value) => others.includes(value));
}

/** Defaults of bounds that are bounds too: `contains` requires one element (JSON Schema, 6.4.5). */
const UNSAID: Readonly<Record<string, string>> = { minContains: '1' };

/** Judges a bound: raising a lower bound allows less, raising an upper one more; adding any bound allows less. */
function bounded(change: Verdict, name: string, direction: Direction | null): Verdict {
  const [before, after] = [change.before, change.after].map((value) => value ?? ownEntry(UNSAID, name) ?? null);
  const bound = /^(min|max|exclusiveMin|exclusiveMax)/.exec(name)?.[0].toLowerCase();
  if (bound === undefined || change.corrected !== null) return change;
  const raised = compareNumbers(numberOf(after), numberOf(before)) > 0;
  const less = before === null || (after !== null && raised === bound.endsWith('min'));
  return { ...change, class: less ? narrowing(direction) : widening(direction) };
}

function numberOf(text: string | null | undefined): unknown {
  return digitsOf(text) ?? Number(text);
}

const NOT_TOLD = 'the report cannot tell whether the new one allows the same; if it does, accept the change';

/** Judges the replacement of a limit: only numbers can be compared. */
function replaced(change: Verdict): Verdict {
  const { before, after } = change;
  if (before === null || after === null || (isNumber(before) && isNumber(after))) return change;
  return { ...change, class: 'breaking', servers: 'breaking', corrected: NOT_TOLD };
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

const SCALARS = new Set(['string', 'number', 'integer']);

/** The only keyword in which two alternatives of one type differ: this keyword was changed. */
export function onlyKeyword(
  added: readonly JsonObject[],
  removed: readonly JsonObject[],
): Pick<Verdict, 'kind' | 'change' | 'before' | 'after'> | undefined {
  const [now, another] = added;
  const [old, other] = removed;
  if (now === undefined || old === undefined || another !== undefined || other !== undefined) return undefined;
  if (now['type'] !== old['type'] || !SCALARS.has(asText(now['type']))) return undefined;
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const [name, ...more] = [...names].filter((one) => stableText(old[one]) !== stableText(now[one]));
  if (name === undefined || more.length > 0 || isObject(old[name]) || isObject(now[name])) return undefined;
  const [before, after] = [valueText(old[name]), valueText(now[name])];
  if (name === 'enum') return { kind: 'values-changed', change: enumSentence(old[name], now[name]), before, after };
  const kind = name === 'format' ? 'format-changed' : 'limit-changed';
  return { kind, change: `${name} ${verbOf(before, after)}`, before, after };
}

/** Keywords for the representation of bytes as text. */
const OF_CONTENT = new Set(['format', 'contentEncoding', 'contentMediaType']);

/** Content formats of OpenAPI 3.0 in the notation of 3.1; `password` only hides what people type. */
const CONTENT: Readonly<Record<string, JsonObject>> = {
  byte: { contentEncoding: 'base64' },
  binary: { contentMediaType: 'application/octet-stream' },
  password: {},
};

function contentText({ format, contentEncoding, contentMediaType }: JsonObject): string {
  const written = ownEntry(CONTENT, asText(format)) ?? { format };
  return stableText({
    ...written,
    ...(contentEncoding === undefined ? {} : { contentEncoding }),
    ...(contentMediaType === undefined ? {} : { contentMediaType }),
  });
}

function judgeFormat(change: Verdict, { owner, base, head, site }: Difference): Verdict {
  const { before, after } = change;
  const { direction } = site.frame;
  // When other limits imply the format, it only serves people and generated code.
  const asBefore = after === null || isImplied(head, owner.base);
  const asNow = before === null || isImplied(base, owner.head);
  if (asBefore && asNow) {
    return { ...change, class: 'documentation', kind: 'format-changed', corrected: 'the limits beside it say as much' };
  }
  const wider = ownEntry(WIDER_FORMATS, asText(before)) === after;
  const narrower = ownEntry(WIDER_FORMATS, asText(after)) === before;
  if (!wider && !narrower) return replaced({ ...change, kind: 'format-changed' });
  const grade = wider ? widening(direction) : narrowing(direction);
  const corrected = `${before} and ${after} differ only in their range`;
  return { ...change, kind: 'format-changed', class: grade, corrected };
}

function judgeMultiple(change: Verdict, direction: Direction | null): Verdict {
  const before = Number(change.before);
  const after = Number(change.after);
  if (change.before === null || change.after === null) return change;
  if (!isNumber(change.before) || !isNumber(change.after)) return replaced(change);
  const [isMore, isLess] = [isMultiple(before, after), isMultiple(after, before)];
  if (!isMore && !isLess) {
    return { ...change, class: 'breaking', servers: 'breaking', corrected: 'neither is a multiple of the other' };
  }
  const grade = isMore ? widening(direction) : narrowing(direction);
  return { ...change, class: grade, corrected: 'one is a multiple of the other' };
}

/** Judges the replacement of a pattern by comparing the matching texts. */
function judgePattern(change: Verdict, direction: Direction | null): Verdict {
  const { before, after } = change;
  if (before === null || after === null) return change;
  const relation = comparePatterns(before, after);
  if (relation === null) return { ...change, class: 'unclear', servers: 'unclear', corrected: NOT_TOLD };
  if (relation === 'same')
    return { ...change, class: 'documentation', corrected: 'the same texts match both patterns' };
  if (relation === 'others') {
    return {
      ...change,
      class: 'breaking',
      servers: 'breaking',
      corrected: 'some texts match one pattern but not the other',
    };
  }
  const grade = relation === 'more' ? widening(direction) : narrowing(direction);
  return { ...change, class: grade, corrected: `${relation} texts match than before` };
}

function judgeDefault(change: Verdict): Verdict {
  if (change.before === null) return { ...change, class: 'compatible', kind: 'default-added' };
  return {
    ...change,
    class: 'breaking',
    servers: change.after === null ? 'compatible' : 'breaking',
    kind: 'default-changed',
    corrected: 'clients that omit it rely on the default',
  };
}

/** Judges whether an object was closed or opened for other members. */
function closing(change: Verdict, { base, head }: Difference, direction: Direction | null): Verdict {
  const closedBefore = base === false;
  const other = objectOf(closedBefore ? head : base);
  const what = Object.keys(other).length === 0 ? 'members that are not listed' : 'other members of the map';
  return {
    ...change,
    class: closedBefore ? widening(direction) : narrowing(direction),
    change: `${what} ${closedBefore ? 'are now allowed' : 'are no longer allowed'}`,
    before: null,
    after: null,
  };
}
