/** Creates EIP-4361 messages (document 1, Method B). */
import { messageText, type SignInMessage } from './message.ts';

/** The required fields of a message; the others have defaults or are optional. */
export type MessageFields = Pick<SignInMessage, 'domain' | 'address' | 'uri'> &
  Partial<Omit<SignInMessage, 'domain' | 'address' | 'uri' | 'version'>>;

/** A message and the text to sign. */
export interface SignableMessage {
  readonly message: SignInMessage;
  readonly text: string;
}

/** Characters of RFC 3986. */
const PLAIN = "(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})";
const PATH = `(?:${PLAIN}|[:@])`;
const AUTHORITY = `(?:(?:${PLAIN}|:)*@)?(?:\\[[0-9A-Fa-f:.]+\\]|${PLAIN}+)(?::\\d*)?`;

const FORMS = {
  domain: new RegExp(`^${AUTHORITY}$`),
  address: /^0x[0-9a-fA-F]{40}$/,
  statement: /^[\x20-\x7e]+$/,
  nonce: /^[A-Za-z0-9]{8,}$/,
  requestId: /^[^\n]*$/,
} as const;

/** An absolute URI of RFC 3986. */
const URI = new RegExp(
  `^[A-Za-z][A-Za-z0-9+.-]*:(?://(?:${AUTHORITY})?(?:/${PATH}*)*|/?(?:${PATH}+(?:/${PATH}*)*)?)(?:\\?(?:${PATH}|[/?])*)?(?:#(?:${PATH}|[/?])*)?$`,
);

/** A date-time of RFC 3339. */
const TIME = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** Longest message that verifiers accept, in characters. */
const LONGEST = 8_192;

const TIMES = ['issuedAt', 'expirationTime', 'notBefore'] as const;

/**
 * Creates a message; by default with version 1, chain 1, a random nonce, issued now.
 *
 * @throws TypeError when a field is invalid; the verifier checks the checksum of the address
 * @example
 * const { text } = siweMessage({ domain: 'notes.example.org', address, uri: 'https://notes.example.org' });
 * const signature = await wallet.signMessage(text);
 */
export function siweMessage(fields: MessageFields): SignableMessage {
  const { chainId = 1, nonce = randomNonce(), issuedAt = new Date().toISOString() } = fields;
  const message: SignInMessage = { ...fields, version: '1', chainId, nonce, issuedAt };
  for (const [name, form] of Object.entries(FORMS) as [keyof typeof FORMS, RegExp][]) {
    const value = message[name];
    if (value !== undefined && !form.test(value)) throw new TypeError(`the ${name} of the message is malformed`);
  }
  if (!URL.canParse(`http://${message.domain}`)) throw new TypeError('the domain of the message is malformed');
  for (const name of TIMES) {
    const time = message[name];
    if (time !== undefined && !isTime(time)) throw new TypeError(`the ${name} of the message is not a time`);
  }
  for (const uri of [message.uri, ...(message.resources ?? [])]) {
    if (!URL.canParse(uri) || !URI.test(uri)) throw new TypeError('a URI of the message is malformed');
  }
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw new TypeError('the chainId of the message is malformed');
  const text = messageText(message);
  if (text.length > LONGEST) throw new TypeError(`the message is longer than ${LONGEST} characters`);
  return { message, text };
}

/** Whether a text is a date-time of RFC 3339 on an existing day. */
function isTime(text: string): boolean {
  const day = text.slice(0, 'yyyy-mm-dd'.length);
  const time = new Date(`${day}T00:00:00Z`);
  return TIME.test(text) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

/** 32 letters and digits, from 122 random bits. */
function randomNonce(): string {
  return crypto.randomUUID().replaceAll('-', '');
}
