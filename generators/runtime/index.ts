/** What the generated code of every service shares. */
export { AnswerError, type Credentials, HandlerRequest, type MountOptions, mountService } from './mount.ts';
export { isNestedDeeperThan, MOST_NESTING } from './nesting.ts';
export type { Operation, Parameter, SecurityScheme, Service } from './operation.ts';
export { Refusal } from './refusal.ts';
