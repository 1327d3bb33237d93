/**
 * Bodies that are only made from a schema: many servers need members that their document does not mark as required, or
 * values that it does not list. After a rejection the request is sent with them, and what is accepted is kept for the run.
 */

import type { CheckContext, SuiteContext } from '../core/context.ts';
import type { CallOptions } from '../model/call.ts';
import type { Operation } from '../model/document/api.ts';
import { resolved } from '../model/document/document.ts';
import { sampleOf } from '../model/document/sample.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import type { Input } from '../model/input.ts';
import { isObject, type JsonObject, sameJson } from '../model/values/json.ts';
import { keepsId } from './own-id.ts';
import { knownInputs } from './paths.ts';
import { send } from './send.ts';

/** A request that the server accepted. */
export interface Accepted {
  readonly input: Input;
  readonly exchange: Exchange;
}

/** What a server was found to need. */
interface Needed {
  /** Members that its document does not mark as required. */
  readonly members: JsonObject;
  /** Values of members that it lists in a rejection, and its document does not. */
  readonly values: JsonObject;
}

/** By run and operation: what the server needs, nothing if no guess helped. */
const learned = new WeakMap<SuiteContext['found'], Map<string, Needed>>();

function bodyWith(body: JsonObject, { members, values }: Needed): JsonObject {
  return { ...members, ...body, ...values };
}

/** The input with what the server was found to need. */
export function withNeeded({ found }: SuiteContext, { id }: Operation, input: Input): Input {
  const needed = learned.get(found)?.get(id);
  return needed === undefined || !isObject(input.body) ? input : { ...input, body: bodyWith(input.body, needed) };
}

/** The members of a body with values that the server lists: another text in their place would be rejected. */
export function listedMembers({ found }: Pick<SuiteContext, 'found'>, { id }: Operation): readonly string[] {
  return Object.keys(learned.get(found)?.get(id)?.values ?? {});
}

/** Whether the body of an operation is made from its schema, by a suite that knows no more than the document. */
export function isGuess(suite: SuiteContext, { id, body, method }: Operation): boolean {
  const isMade = body !== null && body.examples.length === 0 && method !== 'GET' && method !== 'DELETE';
  return suite.profile.isStrict === true && isMade && knownInputs(suite, id).length === 0;
}

/** Statuses of rejections that may be about the values of a request. */
const ABOUT_VALUES: ReadonlySet<number> = new Set([400, 404, 409, 422]);

function isAboutValues({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && ABOUT_VALUES.has(outcome.status);
}

/**
 * Whether a rejection is about a body that was only made from its schema: even where the server returned the ids in the
 * path, which a 404 would be about, it did not return the values in the body.
 */
export function rejectsGuess(suite: SuiteContext, operation: Operation, exchange: Exchange) {
  const { outcome, requestBody } = exchange;
  const isOfPath = outcome.kind === 'answer' && outcome.status === 404;
  return requestBody !== null && isGuess(suite, operation) && isAboutValues(exchange) && !isOfPath;
}

/** Optional members that a body lacks, with samples. None of them names the item that the request makes. */
function optionalIn({ api }: SuiteContext, operation: Operation, body: JsonObject): JsonObject {
  const { document } = api;
  const { properties = {} } = resolved(document, operation.body?.schema ?? {});
  const members = Object.entries(properties).flatMap(([name, schema]) => {
    const isSent = resolved(document, schema)['readOnly'] !== true && !Object.hasOwn(body, name);
    return isSent ? [[name, sampleOf(document, schema)] as const] : [];
  });
  const isOther = ([name, value]: readonly [string, unknown]) =>
    value !== null && keepsId(api, operation, { ...body, [name]: value }, body);
  return Object.fromEntries(members.filter(isOther));
}

/** What a rejection says from a name on, as it is or in other words (`startTime`, `start_time`, `start time`); null if nothing. */
function reportedOf(name: string, { outcome }: Exchange): string | null {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== '');
  const isThere = new RegExp(`(?<![A-Za-z0-9])${words.join('[ _-]?')}(?![A-Za-z0-9])`, 'i');
  const text = outcome.kind === 'answer' && words.length > 0 ? outcome.body.text : '';
  const found = isThere.exec(text);
  return found === null ? null : text.slice(found.index + found[0].length);
}

/** The values that a server takes: `must be in list [1.0 1.1]`, `should be 'a' or 'b'`. */
const LISTED =
  /^[^\n]{0,60}?\b(?:one of|in list|must be|should be|allowed|expected)\b[^[('"`\n]{0,30}[[('"`][\s"'`]*([\w.:/-]+[^\])}\n]*)/i;

/** The texts among some members for which a rejection lists values, each with the value at a place of its list. */
function valuesIn(members: JsonObject, rejected: Exchange, place: number): JsonObject {
  const found = Object.keys(members).flatMap((name) => {
    const [, text = ''] = LISTED.exec(reportedOf(name, rejected) ?? '') ?? [];
    const value = (text.match(/[\w.:/-]+/g) ?? []).at(place);
    return value === undefined || typeof members[name] !== 'string' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** The members that are added next: those that the first rejection names, all, and all but those that the last one names. */
const ways: readonly ((all: readonly string[], first: Exchange, last: Exchange) => readonly string[])[] = [
  (all, first) => all.filter((name) => reportedOf(name, first) !== null),
  (all) => all,
  (all, _, last) => all.filter((name) => reportedOf(name, last) === null),
];

/**
 * Sends a rejected request again, with optional members that the server may need, and values that it lists.
 *
 * @returns null where that does not help, or was tried before
 */
export async function retried(
  ctx: CheckContext,
  operation: Operation,
  input: Input,
  rejected: Exchange,
  options: Partial<CallOptions> = {},
): Promise<Accepted | null> {
  const { suite } = ctx;
  const known = learned.get(suite.found) ?? new Map<string, Needed>();
  learned.set(suite.found, known);
  const { body } = input;
  if (!isGuess(suite, operation) || !isObject(body) || !isAboutValues(rejected) || known.has(operation.id)) return null;
  known.set(operation.id, { members: {}, values: {} });
  const optional = optionalIn(suite, operation, body);
  const tried: unknown[] = [body];
  let [last, values]: [Exchange, JsonObject] = [rejected, {}];
  const given = { ...optional, ...body };
  // Of the values that are listed, the first may be one that is no longer supported.
  const tries = [0, -1].flatMap((place) => ways.map((way) => ({ way, place })));
  for (const { way, place } of tries) {
    values = { ...values, ...valuesIn(given, last, place), ...(place < 0 ? valuesIn(given, rejected, place) : {}) };
    const members = Object.fromEntries(
      way(Object.keys(optional), rejected, last).map((name) => [name, optional[name]]),
    );
    const whole: Input = { ...input, body: bodyWith(body, { members, values }) };
    if (tried.some((one) => sameJson(one, whole.body)) || suite.oracle.problems(operation, whole).length > 0) continue;
    tried.push(whole.body);
    last = await send(ctx, operation, whole, `${operation.id} with what it needs`, options);
    if (isSuccess(last)) {
      known.set(operation.id, { members, values });
      return { input: whole, exchange: last };
    }
    if (!isAboutValues(last)) return null;
  }
  return null;
}
