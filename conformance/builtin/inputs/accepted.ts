/** Judges the answers to valid requests, whichever rule sent them: the server must accept them. */
import type { InputProfile, SuiteContext } from '../../core/context.ts';
import {
  blockedBy,
  broken,
  hintFor,
  inconclusive,
  inputsHint,
  type Judgement,
  pass,
  warn,
} from '../../core/judgement.ts';
import { rejectsGuess } from '../../discovery/guess.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { type ApiModel, isTaken, type Operation, operationOf } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import { callText, type Exchange, type HttpCall, outcomeText } from '../../model/exchange.ts';

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
  if (call.isNamed === true && !rejectsGuess(suite, operation, exchange)) {
    return [warn({ expected: 'a 2xx, since the server itself returned the ids in the request', actual, exchange })];
  }
  return [inconclusive(rejectedText(exchange, operation), inputsHint(call.operation))];
}
