/** Judges a changed keyword of a schema. */
import { arrayOf, isObject, type JsonObject, objectOf, stableText } from '../../json.ts';
import { DISCRIMINATOR, type Direction, EXAMPLES, EXCLUSIVE, IDENTITY, INNER } from '../canonical/schema.ts';
import { type Change, narrowing, nothingElse, redoclyClass, widening } from '../change.ts';
import { valueText } from '../describe.ts';
import type { Difference } from '../difference.ts';
import { type Context, directionAt, nodesOf, objectAt } from './context.ts';
import { judgeDiscriminator } from './discriminator.ts';
import { judgeExamples } from './examples.ts';
import { comparePatterns } from './pattern.ts';

/** Keywords that only people read. */
const TEXTS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  summary: 'summary',
  externalDocs: 'link to external documentation',
  tags: 'tags',
};

const WIDER_FORMATS: Readonly<Record<string, string>> = { int32: 'int64', float: 'double' };

/** Judges a changed keyword. @returns null when it means the same */
export function judgeKeyword(difference: Difference, context: Context): Change | null {
  const { base, revision, property = '' } = difference;
  const direction = directionAt(context, difference);
  const before = valueText(base?.value);
  const after = valueText(revision?.value);
  const plain: Change = {
    ...nothingElse,
    ...nodesOf(difference),
    class: redoclyClass(difference),
    kind: 'limit-changed',
    change: `${property} ${verb(before, after)}`,
    before,
    after,
    property,
  };
  switch (property) {
    case 'type':
      return { ...plain, kind: 'type-changed', change: 'type changed' };
    case 'enum':
      return {
        ...plain,
        servers: isSwap(base?.value, revision?.value) ? 'breaking' : null,
        kind: 'values-changed',
        change: enumSentence(base?.value, revision?.value),
      };
    case 'format':
      return judgeFormat(plain, direction);
    case 'multipleOf':
      return judgeMultiple(plain, direction);
    case 'pattern':
      return judgePattern(plain, direction);
    case 'default':
      return judgeDefault(plain);
    case 'deprecated':
      return {
        ...plain,
        class: after === null ? 'documentation' : 'compatible',
        kind: after === null ? 'deprecation-withdrawn' : 'deprecated',
        change: after === null ? 'no longer deprecated' : 'marked as deprecated: it still works, but will be removed',
        before: null,
        after: null,
      };
    case 'additionalProperties':
      return closing({ ...plain, kind: 'openness-changed' }, difference, context);
    case DISCRIMINATOR:
      return judgeDiscriminator(plain, difference, direction);
    case EXCLUSIVE:
      return {
        ...plain,
        class: after === null ? widening(direction) : narrowing(direction),
        kind: 'exclusiveness-changed',
        change:
          after === null
            ? 'more than one of the alternatives may match now'
            : 'only one of the alternatives may match now',
        before: null,
        after: null,
      };
    case INNER:
      return {
        ...plain,
        class: 'documentation',
        kind: 'text-changed',
        change: 'descriptions of the alternatives changed',
      };
    case EXAMPLES:
      return judgeExamples(difference);
    default:
      return isText(property)
        ? {
            ...plain,
            class: 'documentation',
            kind: 'text-changed',
            change: `${TEXTS[property] ?? property} ${verb(before, after)}`,
          }
        : bounded(replaced(plain), direction);
  }
}

/** Whether a property is for people only. */
export function isText(property: string): boolean {
  return property in TEXTS || property.startsWith('x-');
}

function verb(before: string | null, after: string | null): string {
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
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

function isSwap(before: unknown, after: unknown): boolean {
  const [old, now] = [arrayOf(before), arrayOf(after)];
  return before !== undefined && after !== undefined && !covered(old, now) && !covered(now, old);
}

function covered(values: readonly unknown[], others: readonly unknown[]): boolean {
  return values.every((value) => others.includes(value));
}

/** What a bound is where none is said, if that is a bound as well: `contains` asks for one (JSON Schema, 6.4.5). */
const UNSAID: Readonly<Record<string, string>> = { minContains: '1' };

/** A lower bound that is raised allows less, an upper one more; where there was none, any bound allows less. */
function bounded(change: Change, direction: Direction | null): Change {
  const { property } = change;
  const [before, after] = [change.before, change.after].map((said) => said ?? UNSAID[property ?? ''] ?? null);
  const bound = /^(min|max|exclusiveMin|exclusiveMax)/.exec(property ?? '')?.[0].toLowerCase();
  if (bound === undefined) return change;
  const raised = Number(after) > Number(before);
  const less = before === null || (after !== null && raised === bound.endsWith('min'));
  return { ...change, class: less ? narrowing(direction) : widening(direction) };
}

const NOT_TOLD = 'the report cannot tell whether the new one allows the same; if it does, accept the change';

/** One limit in place of another: which of them allows more can be told of numbers only. */
function replaced(change: Change): Change {
  const { before, after } = change;
  if (before === null || after === null || (isNumber(before) && isNumber(after))) return change;
  return { ...change, class: 'breaking', servers: 'breaking', corrected: NOT_TOLD };
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

const SCALARS = new Set(['string', 'number', 'integer']);

/** Two alternatives of one type that differ in one keyword: it is the keyword that was changed. */
export function onlyKeyword(
  added: readonly JsonObject[],
  removed: readonly JsonObject[],
): Pick<Change, 'kind' | 'change' | 'before' | 'after'> | undefined {
  const [now, another] = added;
  const [old, other] = removed;
  if (now === undefined || old === undefined || another !== undefined || other !== undefined) return undefined;
  if (now['type'] !== old['type'] || !SCALARS.has(String(now['type']))) return undefined;
  const names = new Set([...Object.keys(old), ...Object.keys(now)].filter((name) => name !== IDENTITY));
  const [name, ...more] = [...names].filter((one) => stableText(old[one]) !== stableText(now[one]));
  if (name === undefined || more.length > 0 || isObject(old[name]) || isObject(now[name])) return undefined;
  const [before, after] = [valueText(old[name]), valueText(now[name])];
  if (name === 'enum') return { kind: 'values-changed', change: enumSentence(old[name], now[name]), before, after };
  const kind = name === 'format' ? 'format-changed' : 'limit-changed';
  return { kind, change: `${name} ${verb(before, after)}`, before, after };
}

function judgeFormat(change: Change, direction: Direction | null): Change {
  const { before, after } = change;
  const wider = before !== null && WIDER_FORMATS[before] === after;
  const narrower = after !== null && WIDER_FORMATS[after] === before;
  if (!wider && !narrower) return replaced({ ...change, kind: 'format-changed' });
  const grade = wider ? widening(direction) : narrowing(direction);
  const corrected = grade === change.class ? null : `${before} and ${after} differ only in their range`;
  return { ...change, kind: 'format-changed', class: grade, corrected };
}

function judgeMultiple(change: Change, direction: Direction | null): Change {
  const before = Number(change.before);
  const after = Number(change.after);
  if (change.before === null || change.after === null) return change;
  const divides = (one: number, other: number) => Number.isInteger(other / one);
  if (!divides(after, before) && !divides(before, after)) return replaced(change);
  const grade = divides(after, before) ? widening(direction) : narrowing(direction);
  return { ...change, class: grade, corrected: grade === change.class ? null : 'one is a multiple of the other' };
}

/** One pattern in place of another: the texts that fit them are compared. */
function judgePattern(change: Change, direction: Direction | null): Change {
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
  return { ...change, class: grade, corrected: grade === change.class ? null : `${relation} texts match than before` };
}

function judgeDefault(change: Change): Change {
  if (change.before === null) return { ...change, class: 'compatible', kind: 'default-added' };
  return {
    ...change,
    class: 'breaking',
    servers: change.after === null ? 'compatible' : 'breaking',
    kind: 'default-changed',
    corrected: 'clients that omit it rely on the default',
  };
}

/** The members of an object are now a closed list, or no longer. */
function closing(change: Change, difference: Difference, context: Context): Change {
  const { base, head } = nodesOf(difference);
  const closedBefore = objectAt(context.base, base)['additionalProperties'] === false;
  const other = objectOf(
    objectAt(closedBefore ? context.head : context.base, closedBefore ? head : base)['additionalProperties'],
  );
  const what = Object.keys(other).length === 0 ? 'members that are not listed' : 'other members of the map';
  return {
    ...change,
    change: `${what} ${closedBefore ? 'are now allowed' : 'are no longer allowed'}`,
    before: null,
    after: null,
  };
}
