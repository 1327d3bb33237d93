/** The module that the generated code of every service imports; `express/`, `fetch/` and `node/` serve it. */
export type { Credentials } from './authenticate.ts';
export { AnswerError } from './gate.ts';
export { isNestedDeeperThan, MOST_NESTING } from './nesting.ts';
export { notImplementedHandlers } from './not-implemented.ts';
export type { Observe, OperationCall, Outcome } from './observe.ts';
export type { Operation, Parameter, SecurityScheme, Service } from './operation.ts';
export type { ServeOptions } from './options.ts';
export { isRefusalStatus, Refusal, type RefusalStatus } from './refusal.ts';
export type { ErrorBody, ErrorContent, ErrorForm } from './reply.ts';
export type { HandlerRequest, RequestInfo } from './request.ts';
export { type Find, type Found, finder } from './routes.ts';
