/** Takes credentials out of what the journal keeps. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

const REDACTED = '[redacted]';

/** Names of credentials. */
export const NAME = '[a-z_-]*(?:token|secret|password|private_key|signature|signed_message|verifier)';

/** Members of JSON, and of forms; the last one may have been cut. */
const MEMBER = new RegExp(`("${NAME}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, 'gi');
const PARAMETER = new RegExp(`((?:^|[?&])(?:${NAME}|code)=)[^&#]*`, 'gi');
const HEADER = /token|secret|authorization|cookie|signature|api-?key|password/i;

/** A code of OAuth is one, too; other codes are none. */
const OAUTH_CODE = /("code"\s*:\s*)"(?:[^"\\]|\\.)*"?/g;

/** Most texts have none of these, which is seen faster than by the expression. */
const NEEDLES = ['token"', 'secret"', 'password"', 'private_key"', 'sign', 'verifier"', 'Token"', 'Secret"'];

/** @param path of the request, without the query */
export function redactedText(text: string, path: string): string {
  const clean = NEEDLES.some((needle) => text.includes(needle)) ? text.replace(MEMBER, `$1"${REDACTED}"`) : text;
  return path.endsWith('/oauth') ? clean.replace(OAUTH_CODE, `$1"${REDACTED}"`) : clean;
}

/** @param url path and query */
export function redactedUrl(url: string): string {
  return url.includes('?') ? url.replace(PARAMETER, `$1${REDACTED}`) : url;
}

export function redactedHeaders(headers: IncomingHttpHeaders | OutgoingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) kept[name] = HEADER.test(name) ? REDACTED : String(value);
  }
  return kept;
}
