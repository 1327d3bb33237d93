/** `ReviewError`: the report cannot be made. Its message is one sentence that names the problem and the remedy. */
export { Failure as ReviewError, UsageError } from '@wallet-services/kit/errors';
