/** Sends the answers of the mock. */
import type { ServerResponse } from 'node:http';
import type { IPrismDiagnostic } from '@stoplight/prism-core';
import type { IHttpResponse } from '@stoplight/prism-http';
import { DiagnosticSeverity } from '@stoplight/types';
import { exposedHeaders } from '@wallet-services/kit/cors';
import { BODILESS } from '@wallet-services/kit/exchange';
import { writeBody } from './write.ts';

/** An answer to send. */
export interface Outgoing {
  readonly output: IHttpResponse;
  /** The violations of request and response. */
  readonly violations: readonly Described[];
  /** The preferences that were followed; empty when there were none. */
  readonly applied: string;
  /** The schema of the body. */
  readonly schema: unknown;
  /** For HEAD, only the headers are sent. */
  readonly isHead: boolean;
}

/** A violation in the form of the header `sl-violations`. */
export interface Described {
  readonly location: readonly string[];
  readonly severity: string | undefined;
  readonly code: string | number | undefined;
  readonly message: string;
}

/** Converts a diagnostic of Prism to the form of that header. */
export function describe(
  side: 'request' | 'response',
  { path = [], severity, code, message }: IPrismDiagnostic,
): Described {
  return { location: [side, ...path], severity: DiagnosticSeverity[severity], code, message };
}

/** Sends an answer. */
export function send(response: ServerResponse, { output, violations, applied, schema, isHead }: Outgoing): void {
  const { statusCode, body } = output;
  const headers = Object.entries(output.headers ?? {});
  const type = headers.find(([name]) => /^content-type$/i.test(name))?.[1] ?? 'application/json';
  const isBodiless = BODILESS.has(statusCode) || body === undefined;
  const text = isBodiless ? '' : writeBody(body, type, schema);
  for (const [name, value] of headers) {
    if (isBodiless && /^content-type$/i.test(name)) continue;
    if (WRITTEN_HEADERS.has(name.toLowerCase())) continue;
    if (value !== undefined && value !== null) response.setHeader(name, headerValue(value));
  }
  if (response.hasHeader('Access-Control-Expose-Headers')) {
    const own = headers.map(([name]) => name).filter((name) => !/^content-type$/i.test(name));
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders(own));
  }
  setViolations(response, violations);
  if (applied !== '') response.setHeader('Preference-Applied', applied);
  if (!BODILESS.has(statusCode)) response.setHeader('Content-Length', Buffer.byteLength(text));
  response.writeHead(statusCode).end(isHead ? undefined : text);
}

/** Headers that are determined by the body and the connection (RFC 9110), whatever the document declares. */
export const WRITTEN_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The values of a header; a list is sent as several headers. Characters that headers cannot contain are escaped. */
function headerValue(value: unknown): string | string[] {
  if (Array.isArray(value)) return value.map((each) => String(headerValue(each)));
  const text = String(value);
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text) ? text : encodeURI(text.toWellFormed());
}

/** Longest header that all clients accept, in characters. */
const HEADER_LIMIT = 8_000;

/** Sends the violations in the header that Prism defines. */
export function setViolations(response: ServerResponse, violations: readonly Described[]): void {
  if (violations.length === 0) return;
  // Truncated JSON would be invalid, so whole entries that do not fit are left out.
  let shown = violations;
  while (shown.length > 1 && headerText(shown).length > HEADER_LIMIT)
    shown = shown.slice(0, Math.ceil(shown.length / 2));
  response.setHeader('sl-violations', headerText(shown).slice(0, HEADER_LIMIT));
  const exposed = response.getHeader('Access-Control-Expose-Headers');
  if (exposed !== undefined) response.setHeader('Access-Control-Expose-Headers', `${exposed}, sl-violations`);
}

/** Violations as ASCII, because a header cannot contain other text and a violation may quote the client's. */
function headerText(violations: readonly Described[]): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(violations).replaceAll(/[^ -~]/g, escaped);
}

/** An error of the mock itself. */
export interface OwnRefusal {
  readonly code: number;
  readonly msg: string;
  readonly hint?: string | undefined;
}

/** Sends an error in the form of the documents' errors. */
export function sendRefusal(response: ServerResponse, body: OwnRefusal, isHead: boolean): void {
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.writeHead(body.code).end(isHead ? undefined : text);
}
