/** Bodies with unique texts: a server may reject a repeated text, and later responses must identify the item. */

import { within } from '@wallet-services/kit/judge';
import type { SuiteContext } from '../core/context.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import { type OpenApiDocument, resolved, type Schema } from '../model/document/document.ts';
import { expressionOf } from '../model/document/expressions.ts';
import { bare, isBelow } from '../model/document/hierarchy.ts';
import { declaredAt } from '../model/document/lists.ts';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { plain } from '../model/values/near.ts';
import { seededUuid } from '../model/values/uuid.ts';
import { isGuess, listedMembers } from './guess.ts';
import { withOwnId } from './own-id.ts';

const CONSONANTS = 'bdfgklmnprtvz';
const VOWELS = 'aeiou';

/** A fresh text is this prefix and this many letters. */
const BEGINNING = 'conformance';
const LETTERS = 10;

/**
 * A plain text that no other request of any run has: one word of lowercase letters, which fits everywhere and which
 * every search treats as a word.
 */
export function freshText({ seed, run }: Pick<SuiteContext, 'seed' | 'run'>, ...names: readonly string[]): string {
  const digits = seededUuid(seed, run, ...names).replaceAll('-', '');
  const letters = Array.from({ length: LETTERS }, (_, place) => {
    const alphabet = place % 2 === 0 ? CONSONANTS : VOWELS;
    return alphabet[Number.parseInt(digits.slice(2 * place, 2 * place + 2), 16) % alphabet.length];
  });
  return `${BEGINNING}${letters.join('')}`;
}

const FRESH = new RegExp(`^${BEGINNING}([${CONSONANTS}][${VOWELS}]){${LETTERS / 2}}$`);

/** Whether a text is in the form of {@link freshText}, so that no item had it before a run sent it. */
export function isFreshText(text: string): boolean {
  return FRESH.test(text);
}

/** The length of a fresh text. */
const LENGTH = BEGINNING.length + LETTERS;

/** Texts in the form of fresh ones. */
const FORMS = ['be', 'ki', 'zu'].map((syllable) => `${BEGINNING}${syllable.repeat(LETTERS / 2)}`);

/** The longest time in which a pattern is tried, in milliseconds: those of a foreign document may take for ever. */
const LONGEST_TRIAL = 100;

/** Whether a pattern allows fresh texts: many only exclude some characters. */
function allowsFresh(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return pattern === undefined;
  const expression = expressionOf(pattern);
  if (expression === null) return false;
  const tried = within(LONGEST_TRIAL, () => FORMS.every((text) => expression.test(text)));
  return tried.kind === 'judged' && tried.result;
}

/** Whether any text in the form of a fresh one is valid. */
export function isFree(document: OpenApiDocument, schema: Schema): boolean {
  const { type, format, pattern, enum: names, minLength = 0, maxLength = LENGTH } = resolved(document, schema);
  const isAny = type === 'string' && format === undefined && names === undefined && allowsFresh(pattern);
  return isAny && Number(minLength) <= LENGTH && Number(maxLength) >= LENGTH;
}

/** Members that name an item that must exist: `screening_id`, `bookId`, `currency_code`. */
export const NAMING = /(^|_)(id|slug|code)$|[a-z](Id|Slug|Code)$/;

/** Members of the body that hold any text, and that the answer repeats: required ones, or any where none is required. */
export function freeMembers(api: ApiModel, { id, body }: Operation): readonly string[] {
  if (body === null) return [];
  const { document } = api;
  const { properties = {}, required = [] } = resolved(document, body.schema);
  const echoed = declaredAt(api, id, 'echoes').flatMap(({ members }) => Object.keys(members));
  const found = declaredAt(api, id, 'found-in').flatMap(({ parameters }) => Object.keys(parameters));
  const isNaming = (name: string) => NAMING.test(name) || found.includes(name);
  return (required.length > 0 ? required : Object.keys(properties)).filter(
    (name) => echoed.includes(name) && !isNaming(name) && isFree(document, properties[name] ?? {}),
  );
}

/**
 * The members of a guessed body that hold any text, and for which the document shows none: the names of new items, which
 * many servers take once.
 */
export function guessedTexts(suite: SuiteContext, operation: Operation): readonly string[] {
  if (!isGuess(suite, operation) || operation.method !== 'POST' || operation.body === null) return [];
  const { document } = suite.api;
  const { properties = {}, required = [] } = resolved(document, operation.body.schema);
  const listed = listedMembers(suite, operation);
  return required.filter((name) => {
    const schema = resolved(document, properties[name] ?? {});
    const isShown = [schema.example, schema.examples, schema.default].some((one) => one !== undefined);
    return !isShown && !listed.includes(name) && !NAMING.test(name) && isFree(document, schema);
  });
}

const ownNames = new WeakMap<ApiModel['operations'], Map<string, string | null>>();

/** The parameter by which the caller names the new item of an operation: that of the paths below its own. */
export function ownNameOf({ operations }: ApiModel, operation: Operation): string | null {
  if (operation.method !== 'POST' || operation.body === null) return null;
  const names = ownNames.get(operations) ?? new Map<string, string | null>();
  ownNames.set(operations, names);
  const known = names.get(operation.id);
  const name = known === undefined ? ownNameIn(operations, operation) : known;
  names.set(operation.id, name);
  return name;
}

function ownNameIn(operations: ApiModel['operations'], { path, body }: Operation): string | null {
  const below = operations.map((one) =>
    isBelow(one.path, path) ? /^\/\{([^}]+)\}\/?$/.exec(one.path.slice(bare(path).length))?.[1] : undefined,
  );
  return below.find((name) => name !== undefined && namesIn(body?.example, name).length > 0) ?? null;
}

/** The values under a name anywhere in a body. */
export function namesIn(body: unknown, name: string): readonly string[] {
  if (Array.isArray(body)) return body.flatMap((inner) => namesIn(inner, name));
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([member, inner]) =>
    member === name && typeof inner === 'string' ? [inner] : namesIn(inner, name),
  );
}

/** An example text longer than this is prose, which can have one more word. */
const PROSE = /\S\s+\S+\s+\S/;

/** Items with unique names, which their texts repeat, so that a search finds the items. */
function renamed(body: unknown, name: string, make: (place: number) => string, place = 0): unknown {
  if (Array.isArray(body)) return body.map((inner, index) => renamed(inner, name, make, index));
  if (!isObject(body)) return body;
  const word = make(place);
  const change = (member: string, inner: unknown) => {
    if (member === name) return word;
    const isProse = Object.hasOwn(body, name) && typeof inner === 'string' && PROSE.test(inner);
    return isProse ? `${inner} ${word}` : renamed(inner, name, make, place);
  };
  return Object.fromEntries(Object.entries(body).map(([member, inner]) => [member, change(member, inner)]));
}

/** Characters that a server might escape to show a text on a page. */
const SIGNS = ' & "so" on';

/** A fresh body with these characters after each unique text that has prose as its example; null if there is none. */
export function withSigns(api: ApiModel, operation: Operation, body: unknown): JsonObject | null {
  if (!isObject(body) || operation.body === null) return null;
  const { schema, example } = operation.body;
  const { properties = {} } = resolved(api.document, schema);
  const signed = freeMembers(api, operation).flatMap((name) => {
    const [text, shown] = [body[name], isObject(example) ? example[name] : undefined];
    const { maxLength = Number.POSITIVE_INFINITY } = resolved(api.document, properties[name] ?? {});
    const isProse = typeof shown === 'string' && PROSE.test(shown);
    const fits = typeof text === 'string' && text.length + SIGNS.length <= Number(maxLength);
    return isProse && fits ? [[name, `${text}${SIGNS}`] as const] : [];
  });
  return signed.length === 0 ? null : { ...body, ...Object.fromEntries(signed) };
}

/** In the name of a member that has the text of another one once more: `password_repeat`, `confirmEmail`. */
const REPEATING = /repeat(ed)?|confirm(ed|ation)?|again|verif(y|ication)/;

/** The member with the text that a member repeats; the member itself if it repeats none. */
function repeatedBy(names: ReadonlySet<string>, name: string): string {
  const repeated = plain(name).replace(REPEATING, '');
  return [...names].find((one) => plain(one) === repeated) ?? name;
}

/**
 * The body of a request, with unique texts and names.
 * @param names the purpose: the same names give the same texts.
 */
export function freshBody(
  suite: SuiteContext,
  operation: Operation,
  body: unknown,
  ...names: readonly string[]
): unknown {
  const { api } = suite;
  if (!isObject(body) || operation.body === null) return body;
  const members = new Set([...freeMembers(api, operation), ...guessedTexts(suite, operation)]);
  const free = Array.from(members, (name) => [
    name,
    freshText(suite, operation.id, repeatedBy(members, name), ...names),
  ]);
  const texts = { ...body, ...Object.fromEntries(free) };
  const ownName = ownNameOf(api, operation);
  if (ownName === null) return withOwnId(suite, operation, texts, ...names);
  return renamed(texts, ownName, (place) => freshText(suite, operation.id, String(place), ...names));
}
