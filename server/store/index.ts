export { inBatches } from './batches.ts';
export { type CopiedStore, openCopy, saveCopy } from './copies.ts';
export { isUnavailable, type SharedDatabase } from './database.ts';
export { type FullTextIndex, fullTextIndex, type IndexedTable, type IndexedText, type TextHit } from './full-text.ts';
export { databaseNonces } from './nonces.ts';
export { sharedRateLimiter } from './rate-limits.ts';
export {
  type CheckedStore,
  openCheckedStore,
  openStore,
  type StoreOptions,
  type StorePart,
} from './store.ts';
