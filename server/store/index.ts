export { inBatches } from './batches.ts';
export { type CopiedStore, openCopy, saveCopy } from './copies.ts';
export type { SharedDatabase } from './database.ts';
export { type FullTextIndex, fullTextIndex, type IndexedTable, type IndexedText, type TextHit } from './full-text.ts';
export { databaseNonces } from './nonces.ts';
export { isPostgres, shownPlace } from './open.ts';
export { sharedRateLimiter } from './rate-limits.ts';
export {
  type CheckedStore,
  DEFAULT_SEED,
  openCheckedStore,
  openStore,
  type StoreOptions,
  type StorePart,
} from './store.ts';
