/** Exchanges as entries of an HTTP archive (HAR 1.2), without credentials. */

import { STATUS_CODES } from 'node:http';
import { isCredentialHeader } from '@wallet-services/kit/credentials';
import type { Exchange } from '../model/exchange.ts';
import type { ExchangeFinished } from '../run/events.ts';
import { withoutSecrets } from '../run/send/redact.ts';
import { REPORT_VERSION } from './json.ts';

/** The number of characters that are kept of a body. */
const MOST_BODY = 65_536;

type Pairs = Iterable<readonly [string, string]>;

/** The parts of an exchange that an entry contains. */
interface Reported {
  /** The time at which the request was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly httpVersion?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Pairs;
    readonly bodySize: number;
    readonly postData: { readonly mimeType: string; readonly text: string; readonly comment?: string } | null;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Pairs;
    readonly content: { readonly size: number; readonly mimeType: string; readonly text?: string };
  };
}

function pairs(values: Pairs) {
  return Array.from(values, ([name, value]) => ({ name, value }));
}

/** An entry in the form of HAR 1.2. Browsers write status 0 for a request without an answer. */
export function harEntryOf({ startedAt, milliseconds, httpVersion = 'HTTP/1.1', request, response }: Reported) {
  const { method, url, headers, bodySize, postData } = request;
  const { status, content } = response;
  const time = Math.round(milliseconds * 1000) / 1000;
  const isAnswer = status > 0;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      method,
      url,
      httpVersion,
      cookies: [],
      headers: pairs(headers),
      queryString: URL.canParse(url) ? pairs(new URL(url).searchParams) : [],
      headersSize: -1,
      bodySize,
      ...(postData === null ? {} : { postData }),
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion: isAnswer ? httpVersion : '',
      cookies: [],
      headers: pairs(response.headers),
      content,
      redirectURL: '',
      headersSize: -1,
      bodySize: isAnswer ? content.size : -1,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

function kept(text: string, secrets: readonly string[]): { readonly text: string; readonly comment?: string } {
  const shown = withoutSecrets(text.slice(0, MOST_BODY), secrets);
  return text.length <= MOST_BODY ? { text: shown } : { text: shown, comment: `cut after ${MOST_BODY} characters` };
}

function requestOf({ url, method, headers, requestBody }: Exchange, secrets: readonly string[]): Reported['request'] {
  const mimeType = headers['content-type'] ?? 'application/json';
  return {
    method,
    url: withoutSecrets(url, secrets),
    headers: Object.entries(headers).map(
      ([name, value]) => [name, isCredentialHeader(name) ? '***' : withoutSecrets(value, secrets)] as const,
    ),
    bodySize: Buffer.byteLength(requestBody ?? ''),
    postData: requestBody === null ? null : { mimeType, ...kept(requestBody, secrets) },
  };
}

function responseOf({ outcome }: Exchange, secrets: readonly string[]): Reported['response'] {
  if (outcome.kind === 'failure') return { status: 0, headers: [], content: { size: 0, mimeType: '' } };
  const { status, contentType, retryAfter, location = null, addresses = {}, body } = outcome;
  const headers = Object.entries({ 'content-type': contentType, 'retry-after': retryAfter, location, ...addresses });
  return {
    status,
    headers: headers.flatMap(([name, value]) =>
      value === null ? [] : [[name, isCredentialHeader(name) ? '***' : withoutSecrets(value, secrets)] as const],
    ),
    content: { size: body.bytes, mimeType: contentType ?? '', ...kept(body.text, secrets) },
  };
}

/** The entry of an exchange, without credentials. */
export function harEntry({ exchange, service, startedAt, milliseconds, repeat, secrets }: ExchangeFinished) {
  const hidden = secrets();
  const { call, outcome } = exchange;
  const httpVersion = call.kind === 'rpc' && call.protocol === 'grpc' ? 'HTTP/2' : 'HTTP/1.1';
  const [request, response] = [requestOf(exchange, hidden), responseOf(exchange, hidden)];
  const entry = harEntryOf({ startedAt, milliseconds, httpVersion, request, response });
  return {
    ...entry,
    response:
      outcome.kind === 'answer'
        ? entry.response
        : { ...entry.response, comment: withoutSecrets(outcome.message, hidden) },
    comment: `${service}: ${withoutSecrets(call.label, hidden)}${repeat ? ' (repeated for a finding)' : ''}`,
  };
}

/** The text before the entries, which are separated by commas, and the text after them. */
export const harFrame = {
  before: `{"log":{"version":"1.2","creator":{"name":"wallet-conformance","version":"${REPORT_VERSION}"},"entries":[`,
  after: ']}}\n',
} as const;
