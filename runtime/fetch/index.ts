/** Serving with the Fetch API on any runtime: Node.js, Deno, Bun, workers. */
export type { Credentials } from '../authenticate.ts';
export { AnswerError } from '../gate.ts';
export { notImplementedHandlers } from '../not-implemented.ts';
export type { Observe, OperationCall, Outcome } from '../observe.ts';
export type { Operation } from '../operation.ts';
export { Refusal } from '../refusal.ts';
export { type FetchHandler, type FetchOptions, serviceFetchHandler } from './handler.ts';
