/** The body of a successful answer: its content type, that it is JSON, and that it has the documented shape. */

import { BODILESS } from '@wallet-services/kit/exchange';
import { closestOf } from '@wallet-services/kit/media';
import type { SuiteContext } from '../../core/context.ts';
import {
  broken,
  CORRECT,
  type Judgement,
  pass,
  passUnless,
  unjudged,
  warn,
  withoutJson,
} from '../../core/judgement.ts';
import type { GeneralRule } from '../../core/rule.ts';
import { isPlain } from '../../generate/readings.ts';
import { type Content, listedFor, operationOf, type Response, responseFor } from '../../model/document/api.ts';
import { nullLists, writeOnlyIn } from '../../model/document/places.ts';
import type { SchemaJudge } from '../../model/document/schemas.ts';
import { type Answer, type Exchange, isSuccess, sentObject } from '../../model/exchange.ts';
import { isObject, type JsonObject, sameJson } from '../../model/values/json.ts';
import { isJson, means } from '../../model/values/media.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { jsonProblems, ROUNDED, textProblems } from './texts.ts';

/** The number of problems of one response that are reported: the first ones explain it. */
const MOST_PROBLEMS = 10;

/** A response with a documented form. */
interface Documented {
  readonly answer: Answer;
  readonly response: Response;
}

/** Whether a response is undocumented: its schema accepts everything. */
function isOpen({ contents }: Response, schemas: SchemaJudge): boolean {
  return contents.every(
    ({ schemaPointer }) =>
      schemaPointer === null ||
      [null, [], {}, 'text', 0].every((value) => schemas.problems(schemaPointer, value).length === 0),
  );
}

/**
 * The 2xx response of an operation with a documented body. Rejections are judged if a standalone document lists their
 * status, a range with it, or `default`: the form of rejections is open in the contract.
 */
function documentedOf(
  exchange: Exchange,
  { api, schemas, profile }: Pick<SuiteContext, 'api' | 'schemas' | 'profile'>,
): Documented | null {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return null;
  const operation = operationOf(api, call.operation);
  const isListed = profile.isStrict === true && listedFor(operation, outcome.status) !== undefined;
  if (!isSuccess(exchange) && !isListed) return null;
  const response = responseFor(operation, outcome.status);
  if (response === undefined || response.contents.length === 0) return null;
  if (outcome.body.bytes === 0 && BODILESS.has(outcome.status)) return null;
  // A body without a documented form may also be empty.
  return outcome.body.bytes === 0 && isOpen(response, schemas) ? null : { answer: outcome, response };
}

/** Whether a media type is documented; JSON under another name counts as JSON. */
function isMeantBy(documented: string, given: string): boolean {
  return means(documented, given) || (isJson(documented) && isJson(given));
}

/** The documented form that matches a media type most closely, or as other JSON; undefined if none does. */
function meantBy({ contents }: Response, given: string): Content | undefined {
  return closestOf(contents, given) ?? contents.find(({ mediaType }) => isMeantBy(mediaType, given));
}

/**
 * The documented form that matches an answer. If none matches, the expected form: JSON, if it is documented. Null: not
 * JSON.
 */
function jsonOf({ answer, response }: Documented): Content | null {
  const given = answer.contentType ?? '';
  const meant = meantBy(response, given);
  if (meant !== undefined) return isJson(given) ? meant : null;
  return response.contents.find(({ mediaType }) => isJson(mediaType)) ?? null;
}

export const contentType: GeneralRule = {
  id: 'wire.content-type',
  text: 'A response has its documented content type.',
  watch: (exchange, suite) => {
    const documented = documentedOf(exchange, suite);
    if (documented === null) return [];
    const { response, answer } = documented;
    const types = response.contents.map(({ mediaType }) => mediaType);
    if (types.some((type) => answer.contentType !== null && isMeantBy(type, answer.contentType))) return [pass];
    const actual = answer.contentType === null ? 'no content type' : `content type ${answer.contentType}`;
    return [broken({ expected: `content type ${types.join(' or ')}`, actual, exchange })];
  },
};

export const json: GeneralRule = {
  id: 'wire.json',
  text: 'A successful response is JSON in UTF-8.',
  watch: (exchange, suite) => {
    const documented = documentedOf(exchange, suite);
    if (documented === null || jsonOf(documented) === null) return [];
    const { json: parsed } = documented.answer.body;
    if (!parsed.ok) return [withoutJson(parsed, { expected: 'a JSON body', about: 'body', exchange })];
    if (parsed.duplicate === undefined) return [pass];
    const [expected, actual] = ['JSON objects without duplicate members', 'an object that has a member twice'];
    return [broken({ expected, actual, quoted: parsed.duplicate, about: 'names', exchange })];
  },
};

/** The documented form that an answer matches which is not JSON; null where it should be JSON. */
function otherOf({ answer, response }: Documented): Content | null {
  const given = answer.contentType ?? '';
  if (isJson(given)) return null;
  return meantBy(response, given) ?? null;
}

const READABLE = /^text\/(?!event-stream|xml)/i;

/** Judges a body that is not JSON: a text by its schema; other forms are not read. */
function judgeOther(
  { schema: described, schemaPointer }: Content,
  { contentType: given, body }: Answer,
  exchange: Exchange,
  { api, schemas }: SuiteContext,
): readonly Judgement[] {
  if (described === null || schemaPointer === null) return [];
  const unusable = schemas.unusable(schemaPointer);
  if (unusable !== null) return [unjudged(`the schema of the response cannot be used: ${unusable}`, CORRECT)];
  const isRead = isPlain(api.document, described);
  const problems = isRead ? textProblems({ api, schemas }, { schema: described, schemaPointer }, body.text) : [];
  if (isRead && problems.length === 0) return [pass];
  if (isRead && READABLE.test(given ?? '')) return problems.map((problem) => broken({ ...problem, exchange }));
  return [unjudged(`the suite does not read ${given}, so the schema of the response is not judged`)];
}

const REVEALED = {
  expected: 'nothing here, since only requests have it (writeOnly)',
  actual: 'it is there',
  about: 'writeOnly',
} as const;

/** For each run: accepted objects that had an intentional fault, with the member that they were sent as. */
const wrongSent = new WeakMap<SuiteContext['found'], (readonly [name: string, value: JsonObject])[]>();

/** The number of entries that are kept. */
const MOST_WRONG = 100;

function rememberWrong(exchange: Exchange, { found }: SuiteContext): void {
  if (exchange.call.kind !== 'http' || exchange.call.intent === 'valid') return;
  const members = Object.entries(sentObject(exchange));
  const objects = members.filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  if (objects.length > 0) wrongSent.set(found, [...(wrongSent.get(found) ?? []), ...objects].slice(-MOST_WRONG));
}

/**
 * Whether a place lies in a value that the server returns exactly as it was sent: then an error there is not the
 * server's.
 */
function isAsSent(json: unknown, pointer: string, { found }: SuiteContext): boolean {
  const names = pointer.split('/');
  return (wrongSent.get(found) ?? []).some(([name, value]) => {
    const end = names.indexOf(name) + 1;
    return end > 0 && sameJson(valueAt(json, names.slice(0, end).join('/')), value);
  });
}

export const schema: GeneralRule = {
  id: 'wire.schema',
  text: 'A response matches its documented schema.',
  watch: (exchange, suite): readonly Judgement[] => {
    const { schemas } = suite;
    const documented = documentedOf(exchange, suite);
    const other = documented === null ? null : otherOf(documented);
    if (documented !== null && other !== null) return judgeOther(other, documented.answer, exchange, suite);
    const pointer = documented === null ? null : (jsonOf(documented)?.schemaPointer ?? null);
    if (documented === null || pointer === null || !documented.answer.body.json.ok) return [];
    const unusable = schemas.unusable(pointer);
    if (unusable !== null) return [unjudged(`the schema of the response cannot be used: ${unusable}`, CORRECT)];
    const { value } = documented.answer.body.json;
    rememberWrong(exchange, suite);
    // A null in place of a list is reported once, by its own rule.
    const nulls = new Set(nullListsOf(documented, suite));
    const isOther = (one: { readonly pointer: string }) =>
      !nulls.has(one.pointer) && !isAsSent(value, one.pointer, suite);
    const { problems: found, isRounded } = jsonProblems(schemas, pointer, value, documented.answer.body.text);
    const problems = found.filter(isOther);
    const hidden = writeOnlyIn(suite.api.document, jsonOf(documented)?.schema ?? {}, value);
    return passUnless([
      ...problems.slice(0, MOST_PROBLEMS).map((problem) => broken({ ...problem, exchange })),
      ...hidden.slice(0, MOST_PROBLEMS).map((place) => warn({ ...REVEALED, pointer: place, exchange })),
      ...(isRounded ? [unjudged(`in the body, ${ROUNDED}`)] : []),
    ]);
  },
};

/**
 * The places of a response with null instead of a list. In a standalone document, the schemas decide whether null is
 * allowed.
 */
function nullListsOf(documented: Documented, { api, profile }: SuiteContext): readonly string[] {
  const described = profile.isStrict === true ? null : jsonOf(documented)?.schema;
  const { json: parsed } = documented.answer.body;
  return described && parsed.ok ? nullLists(api.document, described, parsed.value) : [];
}

/**
 * The documents type lists as arrays. This is a separate rule, so that a target that writes null for an empty list can
 * list it under `known_failures` and is still checked against the rest of the schema.
 */
export const lists: GeneralRule = {
  id: 'wire.lists',
  text: 'A list is an array, even when it is empty.',
  watch: (exchange, suite): readonly Judgement[] => {
    const documented = suite.profile.isStrict === true ? null : documentedOf(exchange, suite);
    if (documented === null || !jsonOf(documented)?.schema || !documented.answer.body.json.ok) return [];
    const nulls = nullListsOf(documented, suite);
    const [expected, actual] = ['an array, even when it is empty', 'null'];
    const reported = nulls.slice(0, MOST_PROBLEMS).map((pointer) => broken({ expected, actual, pointer, exchange }));
    return passUnless(reported);
  },
};
