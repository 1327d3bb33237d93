/** Sends the example of an operation and its variants, and judges how the invalid ones are answered. */
import type { CheckContext, InputProfile, SuiteContext } from '../../core/context.ts';
import {
  blockedBy,
  broken,
  CORRECT,
  inconclusive,
  type Judgement,
  observed,
  pass,
  unjudged,
  unsupported,
  warn,
} from '../../core/judgement.ts';
import type { Conversation } from '../../core/rule.ts';
import { isGuess, retried, withNeeded } from '../../discovery/guess.ts';
import { keepsId } from '../../discovery/own-id.ts';
import { type PagedList, pagedListOf, pageOf } from '../../discovery/pages.ts';
import { visit } from '../../discovery/visit.ts';
import { isDenied } from '../../families/unknown.ts';
import { callOf } from '../../model/call.ts';
import { isTaken, type Operation } from '../../model/document/api.ts';
import { type Exchange, type HttpCall, isSuccess, outcomeText } from '../../model/exchange.ts';
import type { InputVariant } from '../../model/judging.ts';
import { sameJson } from '../../model/values/json.ts';
import { acceptance } from '../open/words.ts';
import { ACCEPTED, MALFORMED, READ, REFUSED, UNMARKED, variantsOf, wrongVariants } from './planned.ts';
import { BASE, prepared, settled } from './prepare.ts';
import { boundaryProbes, nothingProbes } from './probes.ts';
import { judgeServed } from './served.ts';
import { sendEachAlone, sendUnsigned, UNSIGNED } from './unsigned.ts';

/** Whether the list at an unknown path is empty, which is a correct answer. */
function holdsNothing({ place }: InputVariant, exchange: Exchange, list: PagedList | null): boolean {
  return list !== null && place?.startsWith('path/') === true && pageOf(list, exchange)?.items.length === 0;
}

function judgeInvalid(variant: InputVariant, exchange: Exchange, list: PagedList | null): Judgement {
  const { name } = variant;
  if (exchange.call.intent === 'open') return observed(`${name}: ${acceptance(exchange)}`);
  if (exchange.outcome.kind === 'failure' || exchange.outcome.status === 429) return blockedBy(exchange);
  if (!isSuccess(exchange)) return pass;
  if (holdsNothing(variant, exchange, list)) return observed(`${name}: ${acceptance(exchange)}, an empty list`);
  return takenThough(variant, exchange);
}

/** An invalid request was accepted: one finding for each input, however many wrong values of it were accepted. */
function takenThough({ name, place: about = name }: InputVariant, exchange: Exchange): Judgement {
  const expected = `a refusal, since the request is invalid (${name})`;
  return broken({ expected, actual: outcomeText(exchange), about, exchange });
}

/** Statuses about the caller, or about the rate of requests: the values of a request do not lead to them. */
const ABOUT_CALLER: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

/**
 * Whether a rejection is about the wrong value of a request: the same request without it is rejected with another
 * status, or in words that do not name the input.
 */
function isNoticed({ place = '' }: InputVariant, { outcome }: Exchange, base: Exchange): boolean {
  if (outcome.kind === 'failure' || base.outcome.kind === 'failure') return false;
  const { status, body } = outcome;
  if (status < 400 || status >= 500 || ABOUT_CALLER.has(status)) return false;
  const input = place.split('/').at(-1) ?? '';
  const isNamed = ({ text }: typeof body) => input !== '' && text.includes(`"${input}"`);
  return status !== base.outcome.status || (isNamed(body) && !isNamed(base.outcome.body));
}

/**
 * The answer to the same request where it was already sent and accepted; only reading requests are also sent for other
 * rules.
 */
async function visitedAs(ctx: CheckContext, { id, method }: Operation, { path, headers }: HttpCall) {
  const [visited] = method === 'GET' ? await visit(ctx, id) : [];
  if (visited === undefined || !isSuccess(visited) || visited.call.kind !== 'http') return undefined;
  const isSame = visited.call.path === path && sameJson(visited.call.headers, headers);
  return isSame ? visited : undefined;
}

type ReportTo = (rule: string, judgement: Judgement) => void;

/** Reports why nothing can be sent, and which schemas cannot be used. @returns whether requests can be sent */
function isSendable(operation: Operation, { schemas }: SuiteContext, report: ReportTo): boolean {
  if (operation.otherBody !== null) {
    const untried = unsupported(`${operation.id} takes ${operation.otherBody}, which the suite cannot send`);
    report(REFUSED, untried);
    report(ACCEPTED, untried);
    return false;
  }
  const places = [...operation.parameters, ...(operation.body === null ? [] : [operation.body])];
  for (const { schema, schemaPointer } of places) {
    const isOpen = Object.keys(schema).length === 0;
    const unusable = isOpen ? null : schemas.unusable(schemaPointer);
    if (unusable !== null)
      report(REFUSED, unjudged(`the schema at ${schemaPointer} cannot be used: ${unusable}`, CORRECT));
  }
  return true;
}

type Fresh = (variant: InputVariant) => InputVariant;

/** The example of an operation, and the values of its answer for further requests. */
interface Sent {
  readonly base: InputVariant['input'];
  readonly example: InputVariant['input'];
  /** Whether every server that accepts the example accepts valid variants of it. */
  readonly sure: Pick<HttpCall, 'isCertain'>;
  /** The accepted example. */
  readonly first: Exchange;
  /** Changes a request to be as unique as the operation needs it to be. */
  readonly fresh: Fresh;
}

/** Sends what is guessed from a schema, at first and with more members; null when the server accepts none of it. */
async function accepted(ctx: CheckContext, operation: Operation, call: HttpCall, input: InputVariant['input']) {
  const exchange = await ctx.send({ ...call, intent: 'open' });
  return isSuccess(exchange) ? { input, exchange } : retried(ctx, operation, input, exchange);
}

/** Sends the example, unless it was sent before. @returns null when it was not accepted, which is reported */
async function sendExample(
  profile: InputProfile,
  operation: Operation,
  ctx: CheckContext,
  { report, input: base, isNamed, isKnown }: Awaited<ReturnType<typeof prepared>> & { readonly report: ReportTo },
): Promise<Sent | null> {
  const { suite } = ctx;
  const fresh: Fresh = (variant) => profile.refresh?.(operation, base, variant, suite) ?? variant;
  const example = fresh({ name: BASE, input: base }).input;
  const isListed = profile.certain?.includes(operation.id) === true && operation.path.includes('{');
  // The item in the path must exist, which is unknown for the item of an example.
  const sure = isListed ? { isCertain: isNamed || isKnown } : {};
  const call: HttpCall = {
    ...callOf(operation, example, { label: BASE }),
    ...(isKnown ? { isCertain: true } : sure),
    isNamed,
  };
  const visited = await visitedAs(ctx, operation, call);
  if (visited !== undefined) report(ACCEPTED, pass);
  // A value that an answer has in a wrong form does not make a valid request.
  const isValid = suite.oracle.problems(operation, example).length === 0;
  const guessed = isValid && isGuess(suite, operation) ? await accepted(ctx, operation, call, example) : null;
  if (guessed !== null) {
    report(ACCEPTED, pass);
    return { base: withNeeded(suite, operation, base), example: guessed.input, sure, first: guessed.exchange, fresh };
  }
  const first = visited ?? (await ctx.send(isValid ? call : { ...call, intent: 'open' }));
  if (isSuccess(first)) return { base, example, sure, first, fresh };
  // An operation that only answers with redirects, or is gone, cannot reject requests for their inputs.
  if (first.outcome.kind === 'answer' && isTaken(operation, first.outcome.status)) return null;
  const unbased = profile.isStrict === true ? await judgeUnbased(profile, operation, { example, first }, ctx) : null;
  if (!isValid) {
    const reason = `what is found to ask ${operation.id} with is not in the form that the document gives`;
    for (const rule of [ACCEPTED, REFUSED]) report(rule, inconclusive(reason));
    return null;
  }
  const absent = await judgeServed(ctx, operation, first, example);
  if (absent !== null) report(ACCEPTED, absent);
  for (const judgement of unbased ?? [blockedBy(first)]) report(REFUSED, judgement);
  return null;
}

/**
 * Sends the example first, and the variants only when it was accepted: the rejection of an invalid request proves
 * nothing when the valid one is rejected too.
 */
async function send(profile: InputProfile, operation: Operation, ctx: CheckContext, report: ReportTo): Promise<void> {
  const { suite } = ctx;
  if (!isSendable(operation, suite, report)) return;
  const required = await prepared(operation, 'required', ctx);
  const { input: all } = await prepared(operation, 'all', ctx);
  const sent = await sendExample(profile, operation, ctx, { ...required, report });
  if (sent === null) return;
  const { base, example, sure, first, fresh } = sent;
  await settled(operation, example, first, ctx);
  const list = pagedListOf(suite.api, operation.id);
  const optional = { tried: 0, accepted: [] as string[] };
  for (const planned of variantsOf(profile, operation, suite, { base, all: withNeeded(suite, operation, all) })) {
    const { intent, rule, isCertain: own, isSound, ...variant } = planned;
    const { name: label, input, rawBody, place } = fresh(variant);
    const options = {
      label,
      intent,
      ...(isSound === undefined ? {} : { isSound }),
      ...(place === undefined ? {} : { place }),
      ...(rawBody === undefined ? {} : { rawBody }),
    };
    const certainty = own === undefined ? sure : { isCertain: own };
    const probing = intent === 'open' ? { isProbe: true } : {};
    const exchange = await ctx.send({ ...callOf(operation, input, options), ...certainty, ...probing });
    if (rule !== undefined) report(rule, judgeInvalid(variant, exchange, list));
    if (rule === MALFORMED || rule === UNMARKED) {
      optional.tried += 1;
      if (isSuccess(exchange)) optional.accepted.push(label);
    }
    if (variant.isLimit === true && intent === 'valid' && isDenied(exchange)) {
      // A repeated request may be rejected because of the first one, whatever it contains.
      const again = await ctx.send(callOf(operation, example, { label: `${BASE}, again`, intent: 'open' }));
      await settled(operation, example, again, ctx);
      const expected = `a 2xx, as for the example, since the document allows ${label}`;
      if (isSuccess(again)) report(ACCEPTED, warn({ expected, actual: outcomeText(exchange), about: label, exchange }));
    }
    await settled(operation, input, exchange, ctx);
  }
  const last = fresh({ name: BASE, input: base }).input;
  await sendEachAlone(operation, last, ctx, (judgement) => report(ACCEPTED, judgement));
  await sendUnsigned(operation, last, ctx, (judgement) => report(UNSIGNED, judgement));
  if (optional.accepted.length > 0) report(REFUSED, observed(acceptedText(optional)));
}

/** The invalid values of inputs that no document requires to be rejected, and that were accepted. */
function acceptedText({ tried, accepted }: { readonly tried: number; readonly accepted: readonly string[] }): string {
  return `accepted ${accepted.length} of ${tried} invalid values of optional inputs: ${accepted.join(', ')}`;
}

/** The number of invalid requests that are sent although they decide nothing. */
const MOST_UNBASED = 12;

/**
 * Sends what is judged although no valid request is known: a server error, a wrong media type and a wrong body are
 * faults for any request. Writes are sent to ids that are unlikely to exist.
 *
 * @returns the judgements of the wrong requests: one that is accepted is a fault, too, and their rejections are those
 *   that the document wants where each differs from that of the request without the wrong value
 */
async function judgeUnbased(
  profile: InputProfile,
  operation: Operation,
  { example, first }: Pick<Sent, 'example' | 'first'>,
  { suite, send }: CheckContext,
): Promise<readonly Judgement[]> {
  const isSound = ({ input }: InputVariant) => suite.oracle.problems(operation, input).length === 0;
  const probes = [...nothingProbes(suite.api, operation, example), ...boundaryProbes(suite.api, operation, example)];
  const isHarmless = ({ input }: InputVariant) => keepsId(suite.api, operation, input.body, example.body);
  for (const { name: label, input } of probes.filter(isSound).filter(isHarmless)) {
    await send({ ...callOf(operation, input, { label, intent: 'open', isSound: true }), isProbe: true });
  }
  const wrong = wrongVariants(profile, operation, suite, example).filter(({ rule }) => rule === REFUSED);
  if (wrong.length === 0) return [];
  if (operation.method === 'DELETE') return [blockedBy(first)];
  const list = pagedListOf(suite.api, operation.id);
  const taken: Judgement[] = [];
  let isDecided = true;
  for (const [place, variant] of wrong.entries()) {
    if (!isDecided && place >= MOST_UNBASED) break;
    const { name: label, input, rawBody } = variant;
    const options = { label, intent: 'open' as const, ...(rawBody === undefined ? {} : { rawBody }) };
    const exchange = await send({ ...callOf(operation, input, options), isProbe: true });
    if (isSuccess(exchange) && !holdsNothing(variant, exchange, list)) taken.push(takenThough(variant, exchange));
    else if (!isNoticed(variant, exchange, first)) isDecided = false;
  }
  return [...taken, isDecided ? pass : blockedBy(first)];
}

/** A conversation for each operation. */
export function inputConversations(profile: InputProfile, suite: SuiteContext): readonly Conversation[] {
  return suite.api.operations
    .filter(({ id }) => profile.apart?.includes(id) !== true)
    .map((operation) => ({
      id: `inputs of ${operation.id}`,
      operation: operation.id,
      rules: [ACCEPTED, REFUSED, READ, MALFORMED, UNMARKED, UNSIGNED],
      hold: (ctx, report) => send(profile, operation, ctx, report),
    }));
}
