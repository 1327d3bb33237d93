export type { Landing, LandingOptions } from './content.ts';
export { mountLanding } from './landing.ts';
