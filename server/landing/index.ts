export { type Landing, type LandingOptions, mountLanding } from './landing.ts';
