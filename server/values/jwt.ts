/**
 * Whether a token has its canonical spelling: three parts of base64url without padding and stray bits (RFC 7515,
 * section 2). Decoders are lenient, so a token could otherwise be written in many ways.
 */
export function isCanonicalJwt(token: string): boolean {
  const parts = token.split('.');
  return parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}
