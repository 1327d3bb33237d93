/** Who stands behind a token. */
import { Refusal } from '@wallet-services/runtime/refusal';
import { errors } from 'jose';
import { offNote } from '../../values/index.ts';

export interface Bearer {
  readonly userId: string;
  /** The application that signed, or that was authorized. */
  readonly clientId: string;
  /** `FULL`, or what was granted. */
  readonly scopes: readonly string[];
}

/**
 * Why a token does not hold, in words; anything that is no fault of the token is passed on.
 *
 * @param now by the clock that judged it
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
