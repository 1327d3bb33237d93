/** What the generated code of every service stands on. */
export type { Credentials } from './authenticate.ts';
export { AnswerError, HandlerRequest } from './endpoint.ts';
export { type MountOptions, mountService } from './express/mount.ts';
export { isNestedDeeperThan, MOST_NESTING } from './nesting.ts';
export type { Operation, Parameter, SecurityScheme, Service } from './operation.ts';
export { Refusal } from './refusal.ts';
