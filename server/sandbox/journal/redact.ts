/** Takes credentials out of what the journal shows: by the names of what holds them, and by their own forms. */

import { credentialName, isCredentialHeader } from '@wallet-services/kit/credentials';
import { decoded } from '@wallet-services/kit/decoded';

const REDACTED = '[redacted]';

const IS_NAME = new RegExp(`^${credentialName}$`, 'i');
const IN_QUERY = new RegExp(`^(?:${credentialName}|code)$`, 'i');

/** Members of JSON that cannot be parsed: the last one may have been cut. */
const MEMBER = new RegExp(`("${credentialName}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, 'gi');

/** A part of a form with several parts: what its head is followed by. */
const PART = new RegExp(
  `(name="?${credentialName}"?[^\\n]{0,500}\\n(?:[^\\r\\n]{1,500}\\r?\\n)*\\r?\\n)[\\s\\S]*?(?=\\r?\\n--|$)`,
  'gi',
);

/** A code of OAuth is one, too; other codes are none. */
const IS_OAUTH = /\/oauth(\/token)?\/?$/;
const OAUTH_CODE = /("code"\s*:\s*)"(?:[^"\\]|\\.)*"?/g;

/** Redacted anywhere: a signed token, also a truncated one, and the HTTP schemes that carry tokens. */
const SIGNED = /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g;
const CARRIED = /\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi;
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const PARAMETER = /(^|[?&#;])([^=&#;?\s]{1,256})=([^&#;\s]*)/g;

function unmarked(text: string): string {
  return text.replace(KEY, REDACTED).replace(SIGNED, REDACTED).replace(CARRIED, `$1 ${REDACTED}`);
}

/** @param url with its query and fragment, or what a form sends */
export function redactedUrl(url: string): string {
  const clean = url.replace(PARAMETER, (whole, mark: string, name: string) =>
    IN_QUERY.test(decoded(name)) ? `${mark}${name}=${REDACTED}` : whole,
  );
  return unmarked(clean);
}

function redactedValue(value: unknown, isOauth: boolean): unknown {
  if (typeof value === 'string') return unmarked(value);
  if (Array.isArray(value)) return value.map((one) => redactedValue(one, isOauth));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, inner]) => {
    const isOne = IS_NAME.test(name) || (isOauth && name === 'code');
    const isThere = inner !== null && inner !== '' && typeof inner !== 'boolean';
    return [name, isOne && isThere ? REDACTED : redactedValue(inner, isOauth)];
  });
  return Object.fromEntries(members);
}

/** Words in texts with credentials: most texts contain none of them, which is a quick test. */
const SUSPECT =
  /token|secret|pass|pwd|phrase|mnemonic|key|sig|verifier|auth|credential|jwt|cookie|session|(?<![a-z0-9])(?:sid|pin|otp|seed)(?![a-z0-9])|code|eyJ|bearer|basic|\\u/i;

/** @param path of the request, without the query */
export function redactedText(text: string, path: string): string {
  if (!SUSPECT.test(text)) return text;
  const isOauth = IS_OAUTH.test(path);
  try {
    return JSON.stringify(redactedValue(JSON.parse(text), isOauth));
  } catch {
    const clean = text.replace(MEMBER, `$1"${REDACTED}"`).replace(PART, `$1${REDACTED}`);
    return redactedUrl(isOauth ? clean.replace(OAUTH_CODE, `$1"${REDACTED}"`) : clean);
  }
}

/** What the journal shows of a header. */
export function credentialFree(name: string, value: string): string {
  return isCredentialHeader(name) ? REDACTED : value;
}
