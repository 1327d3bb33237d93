/** What the generated code of every service stands on; `express/` and `fetch/` serve it. */
export type { Credentials } from './authenticate.ts';
export { AnswerError, HandlerRequest } from './endpoint.ts';
export { isNestedDeeperThan, MOST_NESTING } from './nesting.ts';
export type { Operation, Parameter, SecurityScheme, Service } from './operation.ts';
export { Refusal } from './refusal.ts';
export { type Find, type Found, finder } from './routes.ts';
export type { ServeOptions } from './serve.ts';
