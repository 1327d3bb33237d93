export type { AssistantOptions } from './config/options.ts';
export { demoApplications } from './seed/seed.ts';
export { assistant } from './service.ts';
