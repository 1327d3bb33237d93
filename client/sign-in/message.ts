/** EIP-4361 messages: their fields, and the text that an account signs (document 1, Method B). */

/** The fields of a message. Times are ISO 8601. */
export interface SignInMessage {
  /** RFC 3986 authority that requests the signature, such as `notes.example.org`. */
  readonly domain: string;
  /** With the checksum of EIP-55. */
  readonly address: string;
  /** Readable ASCII, on one line. */
  readonly statement?: string | undefined;
  readonly uri: string;
  /** `1`. */
  readonly version: string;
  /** EIP-155. */
  readonly chainId: number;
  /** At least 8 letters and digits. */
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string | undefined;
  readonly notBefore?: string | undefined;
  readonly requestId?: string | undefined;
  readonly resources?: readonly string[] | undefined;
}

/**
 * The text that is signed: the lines of document 1, Method B, in their order.
 *
 * @example
 * const text = messageText({ domain: 'notes.example.org', address, uri, version: '1', chainId: 1, nonce, issuedAt });
 */
export function messageText(message: SignInMessage): string {
  const { statement, expirationTime, notBefore, requestId, resources } = message;
  return [
    `${message.domain} wants you to sign in with your Ethereum account:`,
    message.address,
    '',
    ...(statement === undefined ? [] : [statement]),
    '',
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...(expirationTime === undefined ? [] : [`Expiration Time: ${expirationTime}`]),
    ...(notBefore === undefined ? [] : [`Not Before: ${notBefore}`]),
    ...(requestId === undefined ? [] : [`Request ID: ${requestId}`]),
    ...(resources === undefined ? [] : ['Resources:', ...resources.map((resource) => `- ${resource}`)]),
  ].join('\n');
}
