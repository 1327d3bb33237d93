/** `ReviewError`: the report cannot be created. Its message is one sentence with the problem and the remedy. */
export { Failure as ReviewError, UsageError } from '@wallet-services/kit/errors';
