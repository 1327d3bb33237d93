/** Sends the calls of the rules to one service and records the answers. */
import { setTimeout as wait } from 'node:timers/promises';
import { changes } from '../../model/call.ts';
import { type ApiModel, findOperation } from '../../model/document/api.ts';
import type { RpcModel } from '../../model/document/rpc.ts';
import type { Answer, Call, Exchange, Failure, HttpCall, RpcCall, RpcProtocol } from '../../model/exchange.ts';
import type { ServiceTarget } from '../../model/target.ts';
import { means } from '../../model/values/media.ts';
import { Ending } from '../ending.ts';
import type { Effort } from '../judge/effort.ts';
import type { LeftOut } from '../left-out.ts';
import { credentialsOn } from './credentials.ts';
import type { GrpcClient } from './grpc.ts';
import { closeAgents, type HttpLimits, type HttpRequest, openAgents, sendHttp } from './http.ts';
import { Patience } from './patience.ts';

export interface Client {
  /** @throws only when the run is interrupted. */
  send(call: Call): Promise<Exchange>;
  /** Uses the credentials of this target from now on. */
  useTarget(target: ServiceTarget): void;
  close(): void;
}

export interface ClientOptions {
  readonly limits: HttpLimits;
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** Limits the effort of judging. */
  readonly effort?: Effort;
  /** The possible early end of the run. Absent: it ends when everything was sent. */
  readonly ending?: Ending;
  /** Operations that are never called. Absent: all are. */
  readonly leftOut?: LeftOut;
}

function operationOf(call: Call): string {
  return call.kind === 'rpc' ? `rpc ${call.method}` : (call.operation ?? call.path);
}

/** Protocols with binary messages. */
type BinaryProtocol = 'grpc' | 'grpc-web';

const JSON_TYPE = 'application/json';

/** The possible routes of the methods: the documents do not give the route. */
function routes(protocol: RpcProtocol, model: RpcModel, given: string | undefined): readonly string[] {
  if (given !== undefined) return [given];
  const usual = [`/${model.typeName}/`, `/${model.name}/`];
  return protocol === 'twirp' ? usual.map((route) => `/twirp${route}`) : usual;
}

function isNowhere(outcome: Answer | Failure): boolean {
  if (outcome.kind === 'failure') return false;
  return outcome.status === 404 || outcome.status === 405;
}

function join(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`;
}

/** A path with further parameters in its query. */
function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const more = new URLSearchParams(query).toString();
  return more === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${more}`;
}

/** Opens a client for a service. */
export function openClient(
  api: ApiModel,
  service: ServiceTarget,
  rpc: RpcModel | null,
  { limits, concurrency, signal, effort, leftOut, ending = new Ending() }: ClientOptions,
): Client {
  let target = service;
  const stops = [signal, ending.stop].filter((one) => one !== undefined);
  const stopped = stops.length === 0 ? undefined : AbortSignal.any(stops);
  const agents = openAgents(concurrency);
  const patience = new Patience(limits.timeoutMs);
  /** The route that answered, by protocol. */
  const answering = new Map<RpcProtocol, string>();
  const grpc = new Map<BinaryProtocol, Promise<GrpcClient>>();

  function bytesOf(outcome: Answer | Failure): number {
    if (outcome.kind === 'answer') return outcome.body.bytes;
    return outcome.reason === 'too-large' ? limits.maxBytes : 0;
  }

  /** Why a request is not sent; null where it is sent. */
  function refusal(call: Call): Failure | null {
    const why = call.kind === 'http' && call.operation !== null ? leftOut?.get(call.operation) : undefined;
    if (why !== undefined) {
      return { kind: 'failure', reason: 'skipped', message: `${operationOf(call)} is left out: ${why}` };
    }
    const over = ending.refusal();
    if (over !== null) return over;
    const exhausted = effort?.exhausted ?? null;
    if (exhausted === null) return patience.refusal(operationOf(call));
    return { kind: 'failure', reason: 'skipped', message: `the suite gave up on the service: ${exhausted}` };
  }

  function sendOnce(call: Call, request: HttpRequest): Promise<Answer | Failure> {
    // The answer to a request that may create something is awaited: what it created is removed at the end.
    return patiently(call, () => sendHttp(request, limits, agents, changes(call) ? signal : stopped));
  }

  /** The result; null where the user stopped the run meanwhile. @throws when the run is interrupted */
  function orNothing<Result>(result: Promise<Result>): Promise<Result | null> {
    return result.catch((error) => {
      if (signal?.aborted !== true && ending.stop?.aborted === true) return null;
      throw error;
    });
  }

  /** Repeats a request while the server limits its rate, or is away for a moment. */
  async function patiently(call: Call, send: () => Promise<Answer | Failure>): Promise<Answer | Failure> {
    const sent = { isReading: !changes(call) };
    for (let times = 1; ; times += 1) {
      const refused = refusal(call);
      if (refused !== null) return refused;
      const outcome = await orNothing(send());
      // The run was stopped, so `refusal` ends the loop.
      if (outcome === null) continue;
      if (call.kind === 'http' && call.patient === false) return outcome;
      const pause = patience.pause(operationOf(call), sent, outcome, times);
      if (pause === null) return outcome;
      await orNothing(wait(pause, undefined, { signal: stopped }));
    }
  }

  async function overHttp(call: HttpCall): Promise<Exchange> {
    if (call.pauseMs !== undefined && !ending.isOver)
      await orNothing(wait(call.pauseMs, undefined, { signal: stopped }));
    const credentials = credentialsOn(api, target, call);
    const request: HttpRequest = {
      url: join(target.url, withQuery(call.path, credentials.query)),
      method: call.method,
      headers: {
        accept: accepted(call),
        ...(call.body === null ? {} : { 'content-type': call.body.contentType }),
        ...target.headers,
        ...call.headers,
        ...credentials.headers,
      },
      body: call.body?.text ?? null,
    };
    return record(call, request, await sendOnce(call, request));
  }

  /** JSON, or where the document has none, any media type that it has. */
  function accepted({ operation: id }: HttpCall): string {
    const operation = findOperation(api, id);
    const shown = (operation?.responses ?? []).flatMap(({ contents }) => contents.map(({ mediaType }) => mediaType));
    const types = shown.length === 0 ? (operation?.produces ?? []) : shown;
    const plain = types.length === 0 || types.some((type) => means(type, JSON_TYPE));
    return plain ? JSON_TYPE : [...new Set(types)].join(', ');
  }

  function record(call: Call, request: HttpRequest, outcome: Answer | Failure): Exchange {
    const { url, method, headers, body } = request;
    return { call, url, method, headers, requestBody: body, receivedAt: Date.now(), outcome };
  }

  function rpcHeaders(): Readonly<Record<string, string>> {
    const schemes = Object.keys(target.credentials);
    return credentialsOn(api, target, { schemes, credentials: 'given' }).headers;
  }

  async function overRpc(call: RpcCall): Promise<Exchange> {
    const base = target.rpc[call.protocol];
    if (base === undefined || rpc === null) throw new Error(`the target has no ${call.protocol} address`);
    const { protocol } = call;
    return protocol === 'grpc' || protocol === 'grpc-web'
      ? await overGrpc(call, protocol, base, rpc)
      : await overJson(call, base, rpc);
  }

  async function overJson(call: RpcCall, base: string, model: RpcModel): Promise<Exchange> {
    const known = answering.get(call.protocol) ?? target.rpcRoute;
    let first: Exchange | undefined;
    for (const route of routes(call.protocol, model, known)) {
      const request: HttpRequest = {
        url: join(base, `${route.replace(/\/*$/, '/')}${call.method}`),
        method: 'POST',
        headers: {
          'content-type': JSON_TYPE,
          ...(call.protocol === 'connect' ? { 'connect-protocol-version': '1' } : {}),
          ...rpcHeaders(),
        },
        body: JSON.stringify(call.message),
      };
      const outcome = await sendOnce(call, request);
      const exchange = record(call, request, outcome);
      first ??= exchange;
      if (isNowhere(outcome)) continue;
      if (outcome.kind === 'answer' && outcome.status === 200) answering.set(call.protocol, route);
      return exchange;
    }
    if (first === undefined) throw new Error(`${call.protocol} has no route`);
    return first;
  }

  async function overGrpc(call: RpcCall, protocol: BinaryProtocol, base: string, model: RpcModel): Promise<Exchange> {
    const opened =
      grpc.get(protocol) ?? import('./grpc.ts').then(({ openGrpc }) => openGrpc(protocol, base, model, limits));
    grpc.set(protocol, opened);
    const headers = rpcHeaders();
    const url = join(base, `/${model.typeName}/${call.method}`);
    const request: HttpRequest = { url, method: 'POST', headers, body: JSON.stringify(call.message) };
    const client = await opened;
    const send = () => client.send(call.method, call.message, headers, stopped);
    const outcome = await patiently(call, async () => {
      const first = await send();
      // Servers close kept connections at any time, as over HTTP.
      return first.kind === 'failure' && first.reason === 'closed' && !changes(call) ? await send() : first;
    });
    return record(call, request, outcome);
  }

  return {
    async send(call) {
      const exchange = call.kind === 'http' ? await overHttp(call) : await overRpc(call);
      effort?.read(bytesOf(exchange.outcome));
      const outcome = patience.judged(operationOf(call), call.intent !== 'invalid', exchange.outcome);
      return { ...exchange, outcome };
    },
    useTarget(other) {
      target = other;
      patience.forget();
    },
    close() {
      closeAgents(agents);
      for (const client of grpc.values()) client.then((open) => open.close()).catch(() => undefined);
    },
  };
}
