export { createServiceClient } from './client.ts';
export { presenter, type Token, type TokenSource } from './credentials.ts';
export { CallError, type CallFailure, InputError, ServiceError } from './errors.ts';
export type { CallEvent, CallOptions, ClientOptions, RetryOptions } from './options.ts';
export { attemptsOf, retryDelay } from './retry.ts';
export type { Answer, CallArguments, Data, OperationAt, ServiceClient } from './types.ts';
export { unwrap } from './unwrap.ts';
export { sleep } from './wait.ts';
