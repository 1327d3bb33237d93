/** The verified content of a token, and the reasons for rejecting one. */
import { Refusal } from '@wallet-services/runtime/refusal';
import { errors } from 'jose';
import { offNote } from '../../values/index.ts';

export interface Bearer {
  readonly userId: string;
  /** The application that signed the token, or that was authorized. */
  readonly clientId: string;
  /** `FULL`, or the granted scopes. */
  readonly scopes: readonly string[];
}

/**
 * Converts the error of a verification to a refusal with the reason; returns any other error unchanged.
 *
 * @param now time by the clock of the verification
 */
export function refusedToken(error: unknown, now: number): unknown {
  if (error instanceof errors.JWTExpired) return new Refusal(401, `the token has expired${offNote(now)}`);
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new Refusal(401, 'the token is not signed with the key of its session');
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    return new Refusal(401, 'the token is not signed with EdDSA');
  }
  if (error instanceof errors.JOSEError) return new Refusal(401, `the token is invalid: ${error.message}`);
  return error;
}
