/** Stands between a client and the reference server: records every request, and answers otherwise where a step wants it. */

import { forwardTo } from '../fault/proxy/forward.ts';
import { behind, type Fault, type Reply, type Request } from '../fault/proxy/reply.ts';
import { start } from '../fault/proxy/start.ts';
import type { Operation } from '../model/document/api.ts';
import type { ServiceContract } from '../model/document/contract.ts';
import { operationFor } from '../model/document/requests.ts';
import { isServiceName, type ContractService as ServiceName } from '../model/document/services.ts';

/** A request of the client. */
export interface Watched {
  readonly request: Request;
  /** Null for what is at the address of no service. */
  readonly service: ServiceName | null;
  /** Undefined for what is no operation of the documents. */
  readonly operation: Operation | undefined;
  /** The values in the path, decoded, by the names of the document. */
  readonly path: Readonly<Record<string, string>>;
  /** What it was answered; null when there was no proper answer. */
  readonly answer: { readonly status: number; readonly json: unknown } | null;
}

export interface Watcher {
  /** Where the client finds the services: `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Begins a step: from now on requests are recorded into the list that is given back. */
  begin(fault: Fault | undefined): readonly Watched[];
  close(): Promise<void>;
}

/** Where requests end up that were redirected away from a service: no credential belongs there. */
export const ELSEWHERE = '/elsewhere';

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function pathValues(template: string, path: string): Readonly<Record<string, string>> {
  const parts = path.split('/');
  return Object.fromEntries(
    template
      .split('/')
      .flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), decoded(parts[index] ?? '')]] : [])),
  );
}

type Contracts = Readonly<Record<ServiceName, ServiceContract>>;

function placed(contracts: Contracts, request: Request): Omit<Watched, 'request' | 'answer'> {
  const [, name = '', ...rest] = request.path.split('/');
  const path = `/${rest.join('/')}`;
  if (!isServiceName(name)) return { service: null, operation: undefined, path: {} };
  const found = operationFor(contracts[name].api, request.method, path);
  // The template may stand at the end of a longer path, which is no operation.
  const operation = found?.path.split('/').length === path.split('/').length ? found : undefined;
  return { service: name, operation, path: operation === undefined ? {} : pathValues(operation.path, path) };
}

function answerOf(reply: Reply): Watched['answer'] {
  if (reply.kind !== 'reply') return null;
  try {
    return { status: reply.status, json: JSON.parse(reply.body) };
  } catch {
    return { status: reply.status, json: undefined };
  }
}

/** A browser's question whether it may ask: not the client's doing. */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Pages of any origin may read what a step answers itself. */
function readable(reply: Reply): Reply {
  if (reply.kind !== 'reply') return reply;
  return {
    ...reply,
    headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*', ...reply.headers },
  };
}

/**
 * Starts watching.
 *
 * @param origin of the reference server
 */
export async function startWatcher(origin: string, contracts: Contracts): Promise<Watcher> {
  const forwarder = forwardTo(origin);
  let fault: Fault | undefined;
  let records: Watched[] = [];
  const running = await start(async (request) => {
    // Uncompressed, so that every answer can be read, and changed.
    const { 'accept-encoding': _, ...headers } = request.headers;
    const plain = { ...request, headers };
    if (isPreflight(request)) return forwarder.handler(plain);
    const into = records;
    const place = into.length;
    const about = { request, ...placed(contracts, request) };
    into.push({ ...about, answer: null });
    if (request.path.startsWith(ELSEWHERE)) {
      return readable({ kind: 'reply', status: 404, contentType: 'application/json', body: '{}' });
    }
    const reply = readable(await behind(fault ?? ((passed, next) => next(passed)), forwarder.handler)(plain));
    into[place] = { ...about, answer: answerOf(reply) };
    return reply;
  });
  return {
    origin: running.origin,
    begin(wanted) {
      fault = wanted;
      records = [];
      return records;
    },
    async close() {
      await running.close();
      forwarder.close();
    },
  };
}
