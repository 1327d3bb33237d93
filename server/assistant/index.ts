export type { AssistantOptions } from './options.ts';
export { demoApplications } from './seed.ts';
export { assistant } from './service.ts';
