/**
 * Whether a token is written in the one way that its bytes have: three parts of base64url without padding and
 * without stray bits (RFC 7515, section 2). Decoders are lenient, so that one token would have many spellings.
 */
export function isCanonicalJwt(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
