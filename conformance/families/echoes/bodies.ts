/** Bodies by which an echo shows: texts that get lost on the way, and members that a fixed answer would not follow. */

import type { SuiteContext } from '../../core/context.ts';
import { keepsId, withOwnId } from '../../discovery/own-id.ts';
import { knownInputs } from '../../discovery/paths.ts';
import { freeMembers, freshBody, freshText, isFree, NAMING } from '../../discovery/texts.ts';
import type { Operation } from '../../model/document/api.ts';
import { type OpenApiDocument, resolved, type Schema } from '../../model/document/document.ts';
import { sampleOf } from '../../model/document/sample.ts';
import { isObject } from '../../model/values/json.ts';
import { isBlank } from '../../model/values/same.ts';
import { type Echoes, memberSchema } from './declared.ts';

/** What the request with it is called, and the body. */
type Labelled = readonly [label: string, body: unknown];

/** Texts that get lost or changed where a server escapes them, cuts them, or puts them into another encoding. */
export const oddTexts: Readonly<Record<string, string>> = {
  'letters of many scripts': 'Ünïcödé, 中文, עברית, ﬁne №１, an apple 🍎 and a farmer 👩\u200d🌾',
  'what is markup elsewhere': `a < b && c > "d" 'e' <b>not bold</b> &amp; %20 \\n {{x}} $1 *y* _z_ [u](v)`,
  'lines and a tab': 'two\nlines,\r\na third,\u00a0and  a\ttab',
  'a long text': `a longer one: ${'lorem ipsum '.repeat(81)}end`,
};

/** White space at both ends, if the documents do not allow to trim it. */
const spaced: Readonly<Record<string, string>> = { 'white space at its ends': '  two spaces, and a line at last\n' };

/** The odd texts by which an echo is tried. */
export function textsFor({ trimmed }: Pick<Echoes, 'trimmed'>): Readonly<Record<string, string>> {
  return { ...oddTexts, ...(!trimmed && spaced) };
}

/** A text with a unique word appended, before trailing white space; as much as the schema allows. */
export function besideWord(text: string, word: string, { maxLength = Number.POSITIVE_INFINITY }: Schema): string {
  const reported = text.trimEnd();
  const end = text.slice(reported.length);
  const room = Number(maxLength) - word.length - end.length - 1;
  return room > 0 ? `${[...reported].slice(0, room).join('')} ${word}${end}` : word;
}

/** This many of the document's examples are sent. */
const MOST_EXAMPLES = 4;

/** Another value of a schema that is no text, the greatest if there is one; undefined if none is known. */
function anotherOf(schema: Schema, value: unknown): unknown {
  const { enum: names, maximum } = schema;
  if (names !== undefined) return names.find((name) => name !== value);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'number') return undefined;
  return typeof maximum === 'number' && maximum !== value ? maximum : value + 2;
}

/** The first body with another value of each member that is no text: a single value may be a constant of the server. */
function varied(suite: SuiteContext, operation: Operation, names: readonly string[], first: unknown) {
  if (!isObject(first)) return [];
  return names.flatMap((name): Labelled[] => {
    const value = anotherOf(memberSchema(suite, operation, name), first[name]);
    return value === undefined || first[name] === undefined ? [] : [[`another ${name}`, { ...first, [name]: value }]];
  });
}

/** What a value may be. */
interface Shape {
  /** The form that it has where it is something. */
  readonly schema: Schema;
  /** It may be null. */
  readonly mayLack: boolean;
  /** A list, also of nothing. */
  readonly mayBeEmpty: boolean;
  /** A list of any words. */
  readonly isWords: boolean;
  /** Any words, by names of any kind. */
  readonly isMap: boolean;
}

export function shapeOf(document: OpenApiDocument, whole: Schema): Shape {
  const forms = (whole.anyOf ?? [whole]).map((form) => resolved(document, form));
  const isNothing = ({ type }: Schema) => [type].flat().includes('null');
  const schema = forms.find((form) => !isNothing(form)) ?? {};
  const { type, items = {}, maxItems = 2, properties } = schema;
  const values = schema.additionalProperties ?? schema.unevaluatedProperties;
  const isWord = (one: unknown) => isObject(one) && isFree(document, resolved(document, one));
  return {
    schema,
    mayLack: forms.some(isNothing),
    mayBeEmpty: type === 'array' && !schema.minItems,
    isWords: type === 'array' && Number(maxItems) > 1 && isWord(items),
    isMap: type === 'object' && properties === undefined && isWord(values),
  };
}

/**
 * The body with an id that no item has, where another one was invented: a POST with the id of an item may replace it.
 * Null where no such id is known.
 */
function withoutHarm(suite: SuiteContext, operation: Operation, body: unknown, given: unknown, name: string): unknown {
  if (suite.profile.isStrict !== true || keepsId(suite.api, operation, body, given)) return body;
  const own = withOwnId(suite, operation, body, name);
  return own === body ? null : own;
}

/** A body with a value in each echoed member: an optional one may be returned without being stored. */
export function withAll(suite: SuiteContext, operation: Operation, names: readonly string[], body: unknown) {
  const given = isObject(body) ? body : {};
  const lacking = names.filter((name) => isBlank(given[name]));
  if (lacking.length === 0) return null;
  const whole = { ...given, ...Object.fromEntries(lacking.map((name) => [name, reportingOf(suite, operation, name)])) };
  const harmless = withoutHarm(suite, operation, whole, given, 'with all members');
  return isObject(harmless) ? harmless : null;
}

/** A value that shows how a member comes back: with unique words, in an order that no server would produce. */
function reportingOf(suite: SuiteContext, operation: Operation, name: string): unknown {
  const { document } = suite.api;
  const { schema, isWords, isMap } = shapeOf(document, memberSchema(suite, operation, name));
  const text = (what: string) => freshText(suite, operation.id, name, what);
  const words = ['first', 'second'].map(text).toSorted().toReversed();
  if (isFree(document, schema)) return text('lacking');
  if (isWords) return words;
  const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  if (isMap) return Object.fromEntries(words.map((word) => [capital(word), word]));
  const sample = sampleOf(document, schema);
  // What it was made with may be the first that comes to mind.
  return typeof sample === 'number' ? (anotherOf(schema, sample) ?? sample) : sample;
}

/** The first body with a member that none of the others has anything in, each; and with nothing in each that may be so. */
function lacking(suite: SuiteContext, operation: Operation, names: readonly string[], bodies: readonly unknown[]) {
  const [first] = bodies;
  const given = isObject(first) ? first : {};
  const has = (body: unknown, name: string) => isObject(body) && !isBlank(body[name]);
  const shapeAt = (name: string) => shapeOf(suite.api.document, memberSchema(suite, operation, name));
  return [
    ...names
      .filter((name) => !bodies.some((body) => has(body, name)))
      .map((name): Labelled => [`with ${name}`, { ...given, [name]: reportingOf(suite, operation, name) }]),
    ...names
      .filter((name) => shapeAt(name).mayLack)
      .map((name): Labelled => [`without ${name}`, { ...given, [name]: null }]),
    ...names
      .filter((name) => shapeAt(name).mayBeEmpty)
      .map((name): Labelled => [`with an empty ${name}`, { ...given, [name]: [] }]),
  ];
}

/** The first body with an odd text in each member that it lacks and that takes any text: all in one request. */
function oddlyFilled(
  suite: SuiteContext,
  operation: Operation,
  names: readonly string[],
  given: unknown,
  isTrimmed: boolean,
) {
  const first = isObject(given) ? given : {};
  const free = names.filter((name) => {
    const schema = memberSchema(suite, operation, name);
    return first[name] === undefined && isFree(suite.api.document, schema) && !NAMING.test(name);
  });
  const text = `<b> & two\nlines, ÿ 🍎${isTrimmed ? '' : ' '}`;
  const filled = free.map((name) => {
    const word = freshText(suite, operation.id, name, 'oddly filled');
    return [name, besideWord(text, word, memberSchema(suite, operation, name))] as const;
  });
  return filled.length === 0
    ? []
    : [[`odd texts as ${free.join(', ')}`, { ...first, ...Object.fromEntries(filled) }] as const];
}

/** Bodies like the further examples, the target's first, each with unique texts. */
export function examplesOf(suite: SuiteContext, operation: Operation, what: string): readonly Labelled[] {
  const known = knownInputs(suite, operation.id).flatMap(({ body }) => (body === undefined ? [] : [body]));
  const examples = [...known.slice(1), ...(operation.body?.examples ?? []).slice(known.length === 0 ? 1 : 0)];
  return examples.slice(0, MOST_EXAMPLES).map((example, place) => {
    const name = `${what} ${place + 2}`;
    return [name, freshBody(suite, operation, example, name)];
  });
}

/**
 * The bodies that are sent, each with unique texts: the examples, the first one with odd texts, with each member that
 * none of them has, and with another value of each that is no text.
 */
export function bodiesOf(
  suite: SuiteContext,
  operation: Operation,
  names: readonly string[],
  given: unknown,
  { trimmed }: Pick<Echoes, 'trimmed'>,
) {
  const odd = freeMembers(suite.api, operation).flatMap((member) =>
    Object.entries(textsFor({ trimmed })).map(([name, text]): Labelled => {
      const word = freshText(suite, operation.id, member, name);
      const shown = besideWord(text, word, memberSchema(suite, operation, member));
      return [`${member}: ${name}`, { ...(isObject(given) ? given : {}), [member]: shown }];
    }),
  );
  const bodies: readonly Labelled[] = [['example', given], ...examplesOf(suite, operation, 'example'), ...odd];
  const sent = bodies.map(([, body]) => body);
  const all = [
    ...bodies,
    ...lacking(suite, operation, names, sent),
    ...oddlyFilled(suite, operation, names, given, trimmed === true),
    ...varied(suite, operation, names, given),
  ];
  return all.flatMap(([name, body]): Labelled[] => {
    const harmless = withoutHarm(suite, operation, body, given, name);
    return harmless === null ? [] : [[name, harmless]];
  });
}
