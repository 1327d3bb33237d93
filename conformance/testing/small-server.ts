/** A server in memory for a small API, with or without a fault in front of it: without sockets. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Send, SuiteContext } from '../core/context.ts';
import type { Judgement } from '../core/judgement.ts';
import type { Mutation } from '../core/place.ts';
import { familyOf } from '../families/index.ts';
import { addressesIn } from '../model/addresses.ts';
import type { Call, Exchange, RpcCall } from '../model/exchange.ts';
import { mutationsAt, withHeaders } from '../mutation/language/at.ts';
import { behind, type Handler, type Reply, type Request } from '../mutation/proxy/reply.ts';
import { readBody } from '../run/send/body.ts';
import { credentialsOn } from '../run/send/credentials.ts';
import { reportedOf } from './api.ts';

const ORIGIN = 'http://127.0.0.1';

function outcomeOf(reply: Reply): Exchange['outcome'] {
  if (reply.kind !== 'reply') {
    const reason = reply.kind === 'hang' ? 'timeout' : 'closed';
    return { kind: 'failure', reason, message: `the server: ${reply.kind}` };
  }
  const { status, contentType, body, headers = {} } = reply;
  const { location, etag } = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  return {
    kind: 'answer',
    status,
    contentType,
    retryAfter: null,
    ...(location === undefined ? {} : { location }),
    ...(etag === undefined ? {} : { etag }),
    addresses: addressesIn(headers),
    body: readBody(Buffer.from(body), undefined, 2 ** 23),
  };
}

function rpcRequest(service: string, { method, message }: RpcCall): Request {
  const headers = { 'content-type': 'application/json' };
  const path = `/${service}/${method}`;
  return { method: 'POST', path, query: new URLSearchParams(), headers, body: JSON.stringify(message) };
}

function requestOf({ api, target, rpc }: SuiteContext, call: Call): Request {
  if (call.kind !== 'http') return rpcRequest(rpc?.typeName ?? '', call);
  const { pathname, searchParams } = new URL(call.path, ORIGIN);
  const credentials = credentialsOn(api, target, call);
  for (const [name, value] of Object.entries(credentials.query)) searchParams.set(name, value);
  const request = {
    method: call.method,
    path: pathname,
    query: searchParams,
    headers: {},
    body: call.body?.text ?? '',
  };
  return withHeaders(request, { ...call.headers, ...credentials.headers });
}

/** Sends requests to a handler in place of a server. */
export function sendingOf(suite: SuiteContext, handler: Handler): Send {
  return async (call) => {
    const request = requestOf(suite, call);
    if (call.kind === 'http' && call.pauseMs !== undefined) await wait(call.pauseMs);
    const reply = await handler(request);
    const path = call.kind === 'http' ? call.path : '';
    return {
      call,
      url: `${ORIGIN}${path}`,
      method: request.method,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value ?? ''])),
      requestBody: request.body === '' ? null : request.body,
      receivedAt: Date.now(),
      outcome: outcomeOf(reply),
    };
  };
}

type Reported = Readonly<Record<string, readonly Judgement['verdict'][]>>;

/**
 * The judgements of an API's declarations on a small server, by aspect.
 *
 * @param open creates the suite context: data that was found on one server is not valid for another.
 */
export function reportedOfServer(open: () => SuiteContext, handler: Handler, mutation?: Mutation): Promise<Reported> {
  const suite = open();
  return reportedOf(suite, sendingOf(suite, mutation === undefined ? handler : behind(mutation(), handler)));
}

/** The outcome of a mutant of a declaration. */
export interface MutantOutcome {
  readonly id: string;
  readonly kills: string;
  /** The verdicts on the aspect that must detect it. */
  readonly verdicts: readonly Judgement['verdict'][];
}

/** Each mutant of each declaration of an API, tried on a separate small server. */
export function outcomesOf(open: () => SuiteContext, server: () => Handler): Promise<readonly MutantOutcome[]> {
  const { api } = open();
  const at = mutationsAt(api);
  const mutants = api.declarations.flatMap((declared) =>
    (familyOf(declared)?.mutants(declared, at) ?? []).filter(({ kills }) =>
      declared.rules.some(({ aspect }) => aspect === kills),
    ),
  );
  return Promise.all(
    mutants.map(async ({ id, kills, mutation }) => {
      const reported = await reportedOfServer(open, server(), mutation);
      return { id, kills, verdicts: reported[kills] ?? [] };
    }),
  );
}
