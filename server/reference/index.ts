export { type ReferencedService, referenceRouter } from './reference.ts';
