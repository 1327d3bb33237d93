/** Exchanges as entries of an HTTP archive (HAR 1.2), without credentials. */

import { STATUS_CODES } from 'node:http';
import { isCredentialHeader } from '@wallet-services/kit/credentials';
import type { Answer, Exchange, Failure } from '../model/exchange.ts';
import type { ExchangeFinished } from '../run/events.ts';
import { withoutSecrets } from '../run/send/redact.ts';
import { REPORT_VERSION } from './json.ts';

/** Of a body so many characters are kept. */
const MOST_BODY = 65_536;

interface Named {
  readonly name: string;
  readonly value: string;
}

function pairs(values: Iterable<readonly [string, string]>): readonly Named[] {
  return Array.from(values, ([name, value]) => ({ name, value }));
}

function kept(text: string, secrets: readonly string[]): { readonly text: string; readonly comment?: string } {
  const shown = withoutSecrets(text.slice(0, MOST_BODY), secrets);
  return text.length <= MOST_BODY ? { text: shown } : { text: shown, comment: `cut after ${MOST_BODY} characters` };
}

function httpVersion({ call }: Exchange): string {
  return call.kind === 'rpc' && call.protocol === 'grpc' ? 'HTTP/2' : 'HTTP/1.1';
}

function requestOf(exchange: Exchange, secrets: readonly string[]) {
  const { url, method, headers, requestBody } = exchange;
  const safeUrl = withoutSecrets(url, secrets);
  const safeHeaders = Object.entries(headers).map(
    ([name, value]) => [name, isCredentialHeader(name) ? '***' : withoutSecrets(value, secrets)] as const,
  );
  return {
    method,
    url: safeUrl,
    httpVersion: httpVersion(exchange),
    cookies: [],
    headers: pairs(safeHeaders),
    queryString: URL.canParse(safeUrl) ? pairs(new URL(safeUrl).searchParams) : [],
    headersSize: -1,
    bodySize: Buffer.byteLength(requestBody ?? ''),
    ...(requestBody === null
      ? {}
      : { postData: { mimeType: headers['content-type'] ?? 'application/json', ...kept(requestBody, secrets) } }),
  };
}

function answerOf(answer: Answer, exchange: Exchange, secrets: readonly string[]) {
  const { status, contentType, retryAfter, body } = answer;
  const headers: readonly (readonly [string, string | null])[] = [
    ['content-type', contentType],
    ['retry-after', retryAfter],
  ];
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: httpVersion(exchange),
    cookies: [],
    headers: pairs(headers.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))),
    content: { size: body.bytes, mimeType: contentType ?? '', ...kept(body.text, secrets) },
    redirectURL: '',
    headersSize: -1,
    bodySize: body.bytes,
  };
}

/** Browsers write status 0 for a request without an answer. */
function failureOf({ message }: Failure, secrets: readonly string[]) {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    comment: withoutSecrets(message, secrets),
  };
}

/** The entry of an exchange. */
export function harEntry({ exchange, service, startedAt, milliseconds, repeat, secrets }: ExchangeFinished) {
  const hidden = secrets();
  const { call, outcome } = exchange;
  const time = Math.round(milliseconds * 1000) / 1000;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: requestOf(exchange, hidden),
    response: outcome.kind === 'answer' ? answerOf(outcome, exchange, hidden) : failureOf(outcome, hidden),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: `${service}: ${withoutSecrets(call.label, hidden)}${repeat ? ' (repeated for a finding)' : ''}`,
  };
}

/** What stands before the entries, which are separated by commas, and what stands after them. */
export const harFrame = {
  before: `{"log":{"version":"1.2","creator":{"name":"wallet-conformance","version":"${REPORT_VERSION}"},"entries":[`,
  after: ']}}\n',
} as const;
