export { vault } from './service.ts';
