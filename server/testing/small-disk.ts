/**
 * A module to load before the server: at SIGUSR2 it fills the disk of the databases, and at the next SIGUSR2 it frees
 * it. The limit of pages of a connection gives the same error as a full disk.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';

const sqlite: { DatabaseSync: typeof import('node:sqlite').DatabaseSync } = createRequire(import.meta.url)(
  'node:sqlite',
);
const open = new Set<InstanceType<typeof sqlite.DatabaseSync>>();

sqlite.DatabaseSync = class extends sqlite.DatabaseSync {
  constructor(...args: ConstructorParameters<typeof import('node:sqlite').DatabaseSync>) {
    super(...args);
    open.add(this);
  }
};
syncBuiltinESMExports();

/** SQLite's default. */
const MOST_PAGES = 0xfffffffe;

let isFull = false;
process.on('SIGUSR2', () => {
  isFull = !isFull;
  for (const database of open) if (database.isOpen) database.exec(`PRAGMA max_page_count = ${isFull ? 1 : MOST_PAGES}`);
});
