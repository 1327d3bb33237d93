/** A request that the document allows is answered; one that breaks a demand of the document is rejected. */

import type { CheckContext, InputProfile, SuiteContext } from '../../core/context.ts';
import {
  blockedBy,
  broken,
  CORRECT,
  hintFor,
  inconclusive,
  inputsHint,
  type Judgement,
  observed,
  pass,
  unjudged,
  unsupported,
  warn,
} from '../../core/judgement.ts';
import type { Conversation } from '../../core/rule.ts';
import { type PagedList, pagedListOf, pageOf } from '../../discovery/pages.ts';
import { visit } from '../../discovery/visit.ts';
import { casesOf, type RequiredWhen } from '../../families/required-when/declared.ts';
import { isDenied } from '../../families/unknown.ts';
import { type Demand, demandOf, isReadAsText } from '../../generate/demands.ts';
import { invalidVariants, validVariants } from '../../generate/inputs.ts';
import { callOf } from '../../model/call.ts';
import { type ApiModel, isTaken, type Operation, operationOf } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { callText, type Exchange, type HttpCall, type Intent, isSuccess, outcomeText } from '../../model/exchange.ts';
import type { InputVariant } from '../../model/judging.ts';
import { isObject, sameJson } from '../../model/values/json.ts';
import { acceptance } from '../open/words.ts';
import { BASE, prepared, settled } from './prepare.ts';
import { boundaryProbes, listProbes, nothingProbes, silentProbes } from './probes.ts';
import { judgeServed } from './served.ts';

export const ACCEPTED = 'input.valid-accepted';
export const REFUSED = 'input.invalid-refused';
/** The same for a demand that is only inferred. */
export const READ = 'input.unmarked-refused';
/** Open questions of every service. */
export const MALFORMED = 'all.inputs.malformed';
export const UNMARKED = 'all.inputs.required';

/** The place of a variant that sends every input. */
const EVERY_INPUT = '*';

interface Planned extends InputVariant {
  readonly intent: Intent;
  /** For an invalid request: the rule that is broken when it is accepted. */
  readonly rule?: string;
  /** Any server that accepted the example must accept it. Absent: it depends on the operation. */
  readonly isCertain?: boolean;
  /** The request may be rejected, but no correct server fails on it. Absent: that depends on its inputs. */
  readonly isSound?: boolean;
}

function ruleOf(demand: Demand, { change }: InputVariant): string {
  if (demand === 'open') return change === 'missing' ? UNMARKED : MALFORMED;
  return demand === 'must' ? REFUSED : READ;
}

/** The cases in which the invalid member of a request is required. */
function casesAbout(api: ApiModel, operation: Operation, { place }: InputVariant) {
  const declared = declaredAt(api, operation.id, 'required-when') as readonly RequiredWhen[];
  return declared.filter(({ member }) => `body/${member}` === place).flatMap(casesOf);
}

/**
 * Whether a request is one of those in which its invalid member is required: `strategy_name` of an airdrop to comments.
 */
function isRequiredHere(
  profile: InputProfile,
  operation: Operation,
  variant: InputVariant,
  suite: SuiteContext,
): boolean {
  const cases = casesAbout(suite.api, operation, variant);
  if (cases.length === 0) return false;
  const { body } = (profile.refresh?.(operation, variant.input, variant, suite) ?? variant).input;
  return cases.some(([name, value]) => isObject(body) && body[name] === value);
}

/**
 * The request in a case in which its invalid member is required, if there is one; a profile that refreshes requests
 * handles such cases itself.
 */
function inItsCase(
  { refresh }: InputProfile,
  operation: Operation,
  variant: InputVariant,
  { api }: SuiteContext,
): InputVariant {
  const { input } = variant;
  const [first] = casesAbout(api, operation, variant);
  if (first === undefined || refresh !== undefined || !isObject(input.body)) return variant;
  return { ...variant, input: { ...input, body: { ...input.body, [first[0]]: first[1] } } };
}

/** The demand of the documents on the invalid input of a request: `body/amount: two points`. */
export function wanted(
  profile: InputProfile,
  operation: Operation,
  variant: InputVariant,
  suite: SuiteContext,
): Demand {
  if (profile.isOpen?.(operation, variant) === true) return 'open';
  if (profile.isStrict === true) return 'must';
  if (isReadAsText(variant)) return 'open';
  if (isRequiredHere(profile, operation, variant, suite)) return 'must';
  return demandOf(suite.api.document, operation, variant.place ?? '');
}

/** The variants that are tried on an operation, besides the example itself. */
function variantsOf(
  profile: InputProfile,
  operation: Operation,
  suite: SuiteContext,
  { base, all }: { readonly base: InputVariant['input']; readonly all: InputVariant['input'] },
): readonly Planned[] {
  const { api } = suite;
  const wrong = invalidVariants(suite, operation, base).map((one): Planned => {
    const variant = inItsCase(profile, operation, one, suite);
    const demand = wanted(profile, operation, variant, suite);
    return { ...variant, intent: demand === 'open' ? 'open' : 'invalid', rule: ruleOf(demand, variant) };
  });
  const isOptional = operation.parameters.some(({ required }) => !required);
  const documented = [
    ...(isOptional ? [{ name: 'every input', place: EVERY_INPUT, input: all }] : []),
    ...validVariants(suite, operation, base),
  ];
  const silent = [
    ...listProbes(api, operation, base),
    ...nothingProbes(api, operation, base),
    ...silentProbes(profile.silent ?? {}, operation, base),
  ];
  const edges = profile.isStrict === true ? boundaryProbes(api, operation, base) : [];
  const sound = edges.filter(({ input }) => suite.oracle.problems(operation, input).length === 0);
  const mayRefuse = (one: InputVariant) => profile.mayRefuse?.(operation, one) === true;
  return [
    ...documented.map((one): Planned => ({ ...one, intent: mayRefuse(one) ? 'open' : 'valid' })),
    ...(profile.allowed?.(operation, base) ?? []).map((one): Planned => ({ ...one, intent: 'valid', isCertain: true })),
    ...silent.map((one): Planned => ({ ...one, intent: 'open' })),
    ...sound.map((one): Planned => ({ ...one, intent: 'open', isSound: true })),
    ...wrong.filter(({ intent }) => intent === 'invalid'),
    ...wrong.filter(({ intent }) => intent === 'open'),
  ];
}

/** Whether the list at an unknown path is empty, which is a correct answer. */
function holdsNothing({ place }: InputVariant, exchange: Exchange, list: PagedList | null): boolean {
  return list !== null && place?.startsWith('path/') === true && pageOf(list, exchange)?.items.length === 0;
}

function judgeInvalid(variant: InputVariant, exchange: Exchange, list: PagedList | null): Judgement {
  const { name, place: about = name } = variant;
  if (exchange.call.intent === 'open') return observed(`${name}: ${acceptance(exchange)}`);
  if (exchange.outcome.kind === 'failure' || exchange.outcome.status === 429) return blockedBy(exchange);
  if (!isSuccess(exchange)) return pass;
  if (holdsNothing(variant, exchange, list)) return observed(`${name}: ${acceptance(exchange)}, an empty list`);
  const expected = `a refusal, since the request is invalid (${name})`;
  // One finding for each input, however many wrong values of it were accepted.
  return broken({ expected, actual: outcomeText(exchange), about, exchange });
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

/**
 * Sends the example first, and the variants only when it was accepted: the rejection of an invalid request proves
 * nothing when the valid one is rejected too.
 */
async function send(
  profile: InputProfile,
  operation: Operation,
  ctx: CheckContext,
  report: (rule: string, judgement: Judgement) => void,
) {
  const { suite } = ctx;
  if (operation.otherBody !== null) {
    const untried = unsupported(`${operation.id} takes ${operation.otherBody}, which the suite cannot send`);
    report(REFUSED, untried);
    return report(ACCEPTED, untried);
  }
  const places = [...operation.parameters, ...(operation.body === null ? [] : [operation.body])];
  for (const { schema, schemaPointer } of places) {
    const isOpen = Object.keys(schema).length === 0;
    const unusable = isOpen ? null : suite.schemas.unusable(schemaPointer);
    if (unusable !== null)
      report(REFUSED, unjudged(`the schema at ${schemaPointer} cannot be used: ${unusable}`, CORRECT));
  }
  const { input: base, isNamed, isKnown } = await prepared(operation, 'required', ctx);
  const { input: all } = await prepared(operation, 'all', ctx);
  const fresh = (variant: InputVariant) => profile.refresh?.(operation, base, variant, suite) ?? variant;
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
  const first = visited ?? (await ctx.send(isValid ? call : { ...call, intent: 'open' }));
  const { outcome } = first;
  const isTakenFirst = outcome.kind === 'answer' && isTaken(operation, outcome.status);
  // An operation that only answers with redirects, or is gone, cannot reject requests for their inputs.
  if (!isSuccess(first) && isTakenFirst) return;
  if (!isSuccess(first) && profile.isStrict === true) await sendUnbased(operation, example, ctx);
  if (!isSuccess(first) && !isValid) {
    const reason = `what is found to ask ${operation.id} with is not in the form that the document gives`;
    for (const rule of [ACCEPTED, REFUSED]) report(rule, inconclusive(reason));
    return;
  }
  if (!isSuccess(first)) {
    const absent = await judgeServed(ctx, operation, first, example);
    if (absent !== null) report(ACCEPTED, absent);
    return report(REFUSED, blockedBy(first));
  }
  await settled(operation, example, first, ctx);
  const list = pagedListOf(suite.api, operation.id);
  const optional = { tried: 0, accepted: [] as string[] };
  for (const { intent, rule, isCertain: own, isSound, ...variant } of variantsOf(profile, operation, suite, {
    base,
    all,
  })) {
    const { name: label, input, rawBody, place } = fresh(variant);
    const soundness = isSound === undefined ? {} : { isSound };
    const options = {
      label,
      intent,
      ...soundness,
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
  if (optional.accepted.length > 0) report(REFUSED, observed(acceptedText(optional)));
}

/** The invalid values of inputs that no document requires to be refused, and that were accepted. */
function acceptedText({ tried, accepted }: { readonly tried: number; readonly accepted: readonly string[] }): string {
  return `accepted ${accepted.length} of ${tried} invalid values of optional inputs: ${accepted.join(', ')}`;
}

/** The number of invalid requests that show how an operation rejects, where no request is known to be accepted. */
const MOST_UNBASED = 12;

/**
 * Requests that are judged although no valid one is known: a server error, a wrong media type and a wrong body are
 * faults for any request. Writes are sent to ids that are unlikely to exist.
 */
async function sendUnbased(operation: Operation, base: InputVariant['input'], { suite, send }: CheckContext) {
  const isSound = ({ input }: InputVariant) => suite.oracle.problems(operation, input).length === 0;
  const probes = [...nothingProbes(suite.api, operation, base), ...boundaryProbes(suite.api, operation, base)];
  for (const { name: label, input } of probes.filter(isSound)) {
    await send({ ...callOf(operation, input, { label, intent: 'open', isSound: true }), isProbe: true });
  }
  if (operation.method === 'DELETE') return;
  const wrong = invalidVariants(suite, operation, base, MOST_UNBASED);
  for (const { name: label, input, rawBody } of wrong) {
    const options = { label, intent: 'open' as const, ...(rawBody === undefined ? {} : { rawBody }) };
    await send({ ...callOf(operation, input, options), isProbe: true });
  }
}

/** A conversation for each operation. */
export function inputConversations(profile: InputProfile, suite: SuiteContext): readonly Conversation[] {
  return suite.api.operations
    .filter(({ id }) => profile.apart?.includes(id) !== true)
    .map((operation) => ({
      id: `inputs of ${operation.id}`,
      operation: operation.id,
      rules: [ACCEPTED, REFUSED, READ, MALFORMED, UNMARKED],
      hold: (ctx, report) => send(profile, operation, ctx, report),
    }));
}

/**
 * Whether any server must accept the example of an operation; for most operations it may lack the items that the
 * example names.
 */
function isCertain({ certain = [] }: InputProfile, { id, path, parameters, body }: Operation): boolean {
  if (certain.includes(id)) return true;
  return !path.includes('{') && body === null && parameters.every(({ required }) => !required);
}

/** Whether a request has a page size that the suite chose, while the document shows no bounds. */
function choosesSize({ operation: id, path }: HttpCall, api: ApiModel): boolean {
  const limit = id === null ? undefined : pagedListOf(api, id)?.limit;
  const sized = id === null ? undefined : operationOf(api, id).parameters.find(({ name }) => name === limit);
  const { maximum, default: usual } = resolved(api.document, sized?.schema ?? {});
  const isSent = sized !== undefined && new URL(path, 'http://localhost').searchParams.has(sized.name);
  return isSent && maximum === undefined && usual === undefined;
}

/** The number of characters of a request, and of its answer, that are shown. */
const EXCERPT = 160;

/**
 * Reports the rejection of a request that the document allows, with the request and the server's answer, so that users
 * can find the reason.
 */
function rejectedText({ call, requestBody, outcome }: Exchange, { body, path }: Operation): string {
  const cut = (text: string) => (text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text).replaceAll(/\s+/g, ' ');
  const words = outcome.kind === 'answer' ? cut(outcome.body.text) : outcome.message;
  const status = outcome.kind === 'answer' ? `status ${outcome.status}` : 'no response';
  const sent = `${callText(call)}${requestBody === null ? '' : ` with ${cut(requestBody)}`}`;
  const made = body === null || body.examples.length > 0 ? '' : ', made from the schema,';
  const ids = path.includes('{') ? '; its ids may not exist on this server' : '';
  return `${sent}${made} was rejected with ${status}${words === '' ? '' : `: ${words}`}${ids}`;
}

/** Applies to the requests of all rules: a valid request that is rejected anywhere is a finding. */
export function watchAccepted(profile: InputProfile, exchange: Exchange, suite: SuiteContext): readonly Judgement[] {
  const { call, outcome } = exchange;
  if (call.kind !== 'http' || call.operation === null || call.intent !== 'valid') return [];
  const operation = operationOf(suite.api, call.operation);
  if (outcome.kind === 'answer' && isTaken(operation, outcome.status)) return [pass];
  if (outcome.kind === 'failure' || hintFor(exchange) !== undefined) return [blockedBy(exchange)];
  // A status that the document does not list is not a rejection, but the finding of another rule.
  if (outcome.status < 400 || outcome.status >= 500) return [blockedBy(exchange)];
  if (outcome.status === 409) {
    const hint = `run with another --seed, or ${inputsHint(call.operation)}`;
    return [inconclusive('the server reports a conflict with an earlier request', hint)];
  }
  const actual = outcomeText(exchange);
  // This applies to any body, since it is JSON, as documented.
  if (outcome.status === 415 && exchange.requestBody !== null) {
    return [
      broken({ expected: `the server to accept a body of ${operation.body?.mediaType ?? 'JSON'}`, actual, exchange }),
    ];
  }
  const certain = call.isCertain ?? profile.isCertain?.(call, suite) ?? isCertain(profile, operation);
  if (choosesSize(call, suite.api)) {
    const hint = `set known.inputs.${call.operation} in the target file to a request with a page size that it accepts`;
    return [inconclusive(`a page size that the suite chose was refused with ${actual}`, hint)];
  }
  if (certain) return [broken({ expected: 'a 2xx, since the request is valid', actual, exchange })];
  if (call.isNamed === true) {
    return [warn({ expected: 'a 2xx, since the server itself returned the ids in the request', actual, exchange })];
  }
  return [inconclusive(rejectedText(exchange, operation), inputsHint(call.operation))];
}
