import { Failure } from '@wallet-services/kit/errors';

/** Why the server cannot start, in one sentence that says what to do. */
export class StartError extends Failure {
  override readonly name = 'StartError';
}
