/** Serving with Node.js alone. */
export type { Credentials } from '../authenticate.ts';
export { AnswerError } from '../endpoint.ts';
export type { Operation } from '../operation.ts';
export { Refusal } from '../refusal.ts';
export { type NodeHandler, type NodeOptions, serviceNodeHandler } from './handler.ts';
