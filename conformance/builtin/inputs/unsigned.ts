/**
 * Requests without a credential that a standalone document requires. Where the document declares `access`, that is
 * judged in its place.
 */
import type { CheckContext, SuiteContext } from '../../core/context.ts';
import { broken, type Judgement, judgeRefused, unsupported } from '../../core/judgement.ts';
import { valueOn } from '../../families/access/carriers.ts';
import { callOf } from '../../model/call.ts';
import { carrierOf } from '../../model/carrier.ts';
import { isPublic, type Operation, operationOf, securityScheme } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { type Exchange, isSuccess, outcomeText, queryOf } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';

export const UNSIGNED = 'input.unsigned-refused';

/** Types of schemes with a credential in the request; a certificate, for one, is part of the connection. */
const CARRIED = new Set(['apiKey', 'http', 'oauth2', 'openIdConnect']);

function isCarried({ api }: SuiteContext, name: string): boolean {
  return CARRIED.has(securityScheme(api, name)?.type ?? '');
}

/** Whether a request can show that a credential is required. Headers of the target may be credentials, too. */
function isJudged(operation: Operation, suite: SuiteContext): boolean {
  const { api, target, profile } = suite;
  if (profile.isStrict !== true || isPublic(operation)) return false;
  const isDeclared = declaredAt(api, operation.id, 'access').length > 0;
  const isSeen = operation.security.flat().every((name) => isCarried(suite, name));
  const hasOwn = Object.keys(target.headers ?? {}).length > 0;
  return !isDeclared && !hasOwn && isSeen;
}

/** A request of any rule that was accepted without a credential. */
export function watchUnsigned(exchange: Exchange, suite: SuiteContext): readonly Judgement[] {
  const { call } = exchange;
  if (call.kind !== 'http' || call.operation === null || !isSuccess(exchange)) return [];
  const operation = operationOf(suite.api, call.operation);
  if (!isJudged(operation, suite)) return [];
  const request = { headers: exchange.headers, query: queryOf(exchange) };
  const isSigned = operation.security.flat().some((name) => {
    const scheme = securityScheme(suite.api, name);
    return scheme !== undefined && valueOn(request, carrierOf(scheme, suite.target.transport?.[name])) !== undefined;
  });
  if (isSigned) return [];
  const expected = 'a refusal, since the document requires a credential and the request has none';
  return [broken({ expected, actual: outcomeText(exchange), about: 'no credential', exchange })];
}

/** Schemes that are not enough together: none of them, or all but one of an alternative. */
function insufficient({ security }: Operation): readonly (readonly string[])[] {
  const fewer = security.flatMap((all) => (all.length < 2 ? [] : all.map((left) => all.filter((one) => one !== left))));
  const isEnough = (schemes: readonly string[]) => security.some((all) => all.every((one) => schemes.includes(one)));
  return [[], ...fewer].filter((schemes) => !isEnough(schemes));
}

/**
 * Sends an accepted read with each of the alternatives alone: the first request has the credentials of all, and a
 * server that takes only one of them would not be noticed.
 */
export async function sendEachAlone(
  operation: Operation,
  input: Input,
  { suite, send }: CheckContext,
  report: (judgement: Judgement) => void,
): Promise<void> {
  const { security, method } = operation;
  const { profile, target } = suite;
  const isKnown = (all: readonly string[]) => all.every((name) => target.credentials[name] !== undefined);
  if (profile.isStrict !== true || method !== 'GET' || security.length < 2) return;
  for (const schemes of security.filter(isKnown)) {
    const what = schemes.length === 0 ? 'no credential' : `the credential of ${schemes.join(' and ')} alone`;
    const exchange = await send({
      ...callOf(operation, input, { label: what, intent: 'open', schemes }),
      isProbe: true,
    });
    const { outcome } = exchange;
    if (outcome.kind === 'failure' || (outcome.status !== 401 && outcome.status !== 403)) continue;
    const expected = `a 2xx, since the document takes ${what}`;
    report(broken({ expected, actual: outcomeText(exchange), about: what, exchange }));
  }
}

/** Sends an accepted request again without credentials, and without each of those that are needed together. */
export async function sendUnsigned(
  operation: Operation,
  input: Input,
  { suite, send }: CheckContext,
  report: (judgement: Judgement) => void,
): Promise<void> {
  const { credentials } = suite.target;
  const unseen = isPublic(operation) ? undefined : operation.security.flat().find((name) => !isCarried(suite, name));
  if (suite.profile.isStrict === true && unseen !== undefined)
    return report(unsupported(`no request of the suite has, or lacks, the credential of ${unseen}`));
  const isSigned = operation.security.some((all) => all.every((name) => credentials[name] !== undefined));
  if (!isJudged(operation, suite) || !isSigned) return;
  if (operation.method === 'DELETE') return report(unsupported('the suite deletes nothing without a credential'));
  for (const schemes of insufficient(operation)) {
    const what = schemes.length === 0 ? 'no credential' : `no credential but ${schemes.join(' and ')}`;
    const call = callOf(operation, input, { label: what, intent: 'open', schemes });
    report(judgeRefused(await send({ ...call, isProbe: true }), `a request with ${what}`));
  }
}
