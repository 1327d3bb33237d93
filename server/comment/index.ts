export { comment } from './service.ts';
