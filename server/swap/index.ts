export { swap } from './service.ts';
