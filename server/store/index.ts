export { inBatches } from './batches.ts';
export { type FullTextIndex, fullTextIndex, type IndexedTable, type IndexedText, type TextHit } from './full-text.ts';
export { databaseNonces } from './nonces.ts';
export { DEFAULT_SEED, openCheckedStore, openStore, type StoreOptions, type StorePart } from './store.ts';
