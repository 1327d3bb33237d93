export { lending } from './service.ts';
