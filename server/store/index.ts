export { DEFAULT_SEED, openStore, type StoreOptions } from './store.ts';
