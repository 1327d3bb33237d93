/** `ReviewError`: the report cannot be made. Its message is one sentence that says what is wrong and what to do. */
export { Failure as ReviewError, UsageError } from '@wallet-services/kit/errors';
