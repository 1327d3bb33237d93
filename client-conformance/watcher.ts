/** A proxy between a client and the reference server: records every request, and changes answers for a step. */

import {
  behind,
  type Fault,
  forwardTo,
  isServiceName,
  jsonReply,
  type Operation,
  operationFor,
  pathInputs,
  type Reply,
  type Request,
  type ServiceContract,
  type ContractService as ServiceName,
  start,
} from '@wallet-services/conformance/testing/clients';
import { jsonOf } from '@wallet-services/kit/exchange';

/** A request of the client. */
export interface Watched {
  readonly request: Request;
  /** Null for an address outside of the services. */
  readonly service: ServiceName | null;
  /** Undefined when it is not an operation of the documents. */
  readonly operation: Operation | undefined;
  /** The values in the path, decoded, by the names of the document. */
  readonly path: Readonly<Record<string, string>>;
  /** The answer to it; null when there was no proper answer. */
  readonly answer: { readonly status: number; readonly json: unknown } | null;
}

export interface Watcher {
  /** The address of the services for the client: `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Begins a step: from now on requests are recorded in the returned list. */
  begin(fault: Fault | undefined): readonly Watched[];
  close(): Promise<void>;
}

/** The destination of requests that were redirected away from a service: no credential may be sent there. */
export const ELSEWHERE = '/elsewhere';

type Contracts = Readonly<Record<ServiceName, ServiceContract>>;

function placed(contracts: Contracts, request: Request): Omit<Watched, 'request' | 'answer'> {
  const [, name = '', ...rest] = request.path.split('/');
  const path = `/${rest.join('/')}`;
  if (!isServiceName(name)) return { service: null, operation: undefined, path: {} };
  const found = operationFor(contracts[name].api, request.method, path);
  // The template may be the end of a longer path, which is not an operation.
  const operation = found?.path.split('/').length === path.split('/').length ? found : undefined;
  return { service: name, operation, path: operation === undefined ? {} : pathInputs(operation, path) };
}

function answerOf(reply: Reply): Watched['answer'] {
  return reply.kind === 'reply' ? { status: reply.status, json: jsonOf(reply.body) } : null;
}

/** Whether a request is a preflight of the browser, which the client does not control. */
function isPreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/** Pages of any origin may read the answers of a step. */
function readable(reply: Reply): Reply {
  if (reply.kind !== 'reply') return reply;
  const open = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' };
  return { ...reply, headers: { ...open, ...reply.headers } };
}

/**
 * Starts watching.
 *
 * @param origin origin of the reference server
 */
export async function startWatcher(origin: string, contracts: Contracts): Promise<Watcher> {
  const forwarder = forwardTo(origin);
  let fault: Fault | undefined;
  let records: Watched[] = [];
  const running = await start(async (request) => {
    // Without compression, so that every answer can be read and changed.
    const { 'accept-encoding': _, ...headers } = request.headers;
    const plain = { ...request, headers };
    if (isPreflight(request)) return forwarder.handler(plain);
    const into = records;
    const place = into.length;
    const about = { request, ...placed(contracts, request) };
    into.push({ ...about, answer: null });
    if (request.path.startsWith(ELSEWHERE)) {
      return readable(jsonReply(404, {}));
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
