/** Redacts credentials in what the journal shows: by the names of their fields, and by their own formats. */

import { credentialName, isCredentialHeader } from '@wallet-services/kit/credentials';
import { decoded } from '@wallet-services/kit/decoded';

const REDACTED = '[redacted]';

const IS_NAME = new RegExp(`^${credentialName}$`, 'i');
const IN_QUERY = new RegExp(`^(?:${credentialName}|code)$`, 'i');

/** A credential in JSON that cannot be parsed, such as truncated JSON: the closing quote may be missing. */
const MEMBER = new RegExp(`("${credentialName}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"?`, 'gi');

/** A credential in a part of a multipart form: its headers, then its content. */
const PART = new RegExp(
  `(name="?${credentialName}"?[^\\n]{0,500}\\n(?:[^\\r\\n]{1,500}\\r?\\n)*\\r?\\n)[\\s\\S]*?(?=\\r?\\n--|$)`,
  'gi',
);

/** Paths at which a member `code` is a credential of OAuth; elsewhere it is not. */
const IS_OAUTH = /\/oauth(\/token)?\/?$/;
const OAUTH_CODE = /("code"\s*:\s*)"(?:[^"\\]|\\.)*"?/g;

/** Redacted anywhere: signed tokens (also truncated ones), HTTP schemes with tokens, and private keys. */
const SIGNED = /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g;
const CARRIED = /\b(Bearer|Basic) +[\w.~+/=-]{6,}/gi;
const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const PARAMETER = /(^|[?&#;])([^=&#;?\s]{1,256})=([^&#;\s]*)/g;

function unmarked(text: string): string {
  return text.replace(KEY, REDACTED).replace(SIGNED, REDACTED).replace(CARRIED, `$1 ${REDACTED}`);
}

/** @param url a URL with its query and fragment, or the body of a form */
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

/** A quick test: texts without any of these words contain no credential, and most texts have none. */
const SUSPECT =
  /token|secret|pass|pwd|phrase|mnemonic|key|sig|verifier|auth|credential|jwt|cookie|session|(?<![a-z0-9])(?:sid|pin|otp|seed)(?![a-z0-9])|code|eyJ|bearer|basic|\\u/i;

/** @param path path of the request, without the query */
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

/** The redacted value of a header. */
export function credentialFree(name: string, value: string): string {
  return isCredentialHeader(name) ? REDACTED : value;
}
