import { Failure } from '@wallet-services/kit/errors';

/** Why the server cannot start: one sentence with the remedy. */
export class StartError extends Failure {
  override readonly name = 'StartError';
}
