/** Converts an exchange of others into an exchange that the suite can judge. */
import { isCredentialHeader } from '@wallet-services/kit/credentials';
import { jsonOf } from '@wallet-services/kit/exchange';
import { addressesIn, keptHeaders } from '../model/addresses.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import { documentedHeaders, headerInputs, operationFor, pathInputs, queryInputs } from '../model/document/requests.ts';
import type { AnswerBody, Exchange, Intent } from '../model/exchange.ts';
import type { Input } from '../model/input.ts';
import { isJson } from '../model/values/media.ts';
import type { ServiceContract } from '../run/contract.ts';

/** An exchange, from a recording or from passing traffic. */
export interface Recorded {
  /** The method in capitals. */
  readonly method: string;
  /** The address, with the query. */
  readonly url: string;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body; null if none was sent. */
  readonly requestBody: string | null;
  readonly status: number;
  /** Names in small letters. */
  readonly answerHeaders: Readonly<Record<string, string>>;
  readonly body: AnswerBody;
  /** The decompressed bytes of the bodies; absent where only their text is known. */
  readonly bytes?: { readonly request: Uint8Array | null; readonly answer: Uint8Array };
  /** The times of the request and of the answer, in milliseconds since the epoch. */
  readonly began: number;
  readonly at: number;
}

/** The path below the base address; null where a request is not below it. */
function pathBelow(base: URL, url: URL): string | null {
  const prefix = base.pathname.replace(/\/+$/, '');
  if (base.origin !== url.origin || !`${url.pathname}/`.startsWith(`${prefix}/`)) return null;
  return url.pathname.slice(prefix.length) || '/';
}

/** The operation of a request; null where it belongs to none. */
export function operationOf(api: ApiModel, base: URL, { method, url }: Pick<Recorded, 'method' | 'url'>) {
  const path = pathBelow(base, new URL(url));
  return path === null ? null : operationAt(api, method, path);
}

/** The operation of a path below the base address; the path must not have a prefix. */
function operationAt(api: ApiModel, method: string, path: string): Operation | null {
  const found = operationFor(api, method, path);
  return found !== undefined && found.path.split('/').length === path.split('/').length ? found : null;
}

/** The JSON of the request; undefined where the body is not JSON. */
function bodyOf({ requestBody, headers }: Recorded): unknown {
  return isJson(headers['content-type'] ?? 'application/json') ? jsonOf(requestBody ?? '') : undefined;
}

/** Whether the document makes a request invalid; traffic does not show that a server must accept one. */
function intentOf({ oracle, api }: ServiceContract, operation: Operation, recorded: Recorded, url: URL): Intent {
  if (operation.otherBody !== null || (operation.body !== null && operation.body.kind !== 'json')) return 'open';
  const body = bodyOf(recorded);
  if (body === undefined && (recorded.requestBody ?? '') !== '') return 'invalid';
  const input: Input = {
    path: pathInputs(operation, url.pathname),
    query: queryInputs(api.document, operation, url.searchParams),
    headers: headerInputs(operation, recorded.headers),
    body,
  };
  return oracle.problems(operation, input).length === 0 ? 'open' : 'invalid';
}

/** The headers of the document, and those of credentials; headers that browsers add are irrelevant to a server. */
function ownHeaders({ parameters }: Operation, { headers }: Recorded): Readonly<Record<string, string>> {
  const known = new Set([
    'accept',
    'content-type',
    'x-http-method-override',
    ...parameters.map(({ name }) => name.toLowerCase()),
  ]);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => known.has(name) || isCredentialHeader(name)));
}

/** The operation of a path that the document has with other methods only; null for any other path. */
function strayAt(api: ApiModel, method: string, path: string): Operation | null {
  const known = api.operations.filter((one) => one.method !== method).map((one) => operationAt(api, one.method, path));
  return known.find((one) => one !== null) ?? null;
}

/**
 * An exchange of a service; without an operation where the path only has other methods; null where the document has no
 * such path, or has it without the HEAD or OPTIONS that was sent.
 *
 * @param base the address in front of the document's paths.
 */
export function exchangeOf(contract: ServiceContract, base: URL, recorded: Recorded): Exchange | null {
  const url = new URL(recorded.url);
  const path = pathBelow(base, url);
  if (path === null) return null;
  const own = operationAt(contract.api, recorded.method, path);
  // Servers and browsers add these by themselves: they are no sign of a wrong method.
  const isAdded = recorded.method === 'HEAD' || recorded.method === 'OPTIONS';
  const operation = own ?? (isAdded ? null : strayAt(contract.api, recorded.method, path));
  if (operation === null) return null;
  const { method, requestBody, status, answerHeaders, body, at } = recorded;
  const headers = ownHeaders(operation, recorded);
  const contentType = headers['content-type'];
  const { location, etag } = answerHeaders;
  return {
    call: {
      kind: 'http',
      label: 'in traffic',
      operation: own?.id ?? null,
      schemes: own === null ? [] : [...new Set(operation.security.flat())],
      method,
      path: `${path}${url.search}`,
      headers: documentedHeaders(operation, headers),
      body: requestBody === null ? null : { contentType: contentType ?? 'application/json', text: requestBody },
      intent: own === null ? 'open' : intentOf(contract, operation, recorded, url),
      credentials: 'given',
    },
    url: recorded.url,
    method,
    headers,
    requestBody,
    receivedAt: at,
    outcome: {
      kind: 'answer',
      status,
      contentType: answerHeaders['content-type'] ?? null,
      retryAfter: answerHeaders['retry-after'] ?? null,
      date: answerHeaders['date'],
      ...(location === undefined ? {} : { location }),
      ...(etag === undefined ? {} : { etag }),
      addresses: addressesIn(answerHeaders),
      headers: keptHeaders(answerHeaders),
      body,
    },
  };
}
