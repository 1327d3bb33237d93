/**
 * `npm start`: shows the whole product. Starts the reference server and the mocks, prints their addresses, checks both
 * against the documents, and runs until Ctrl-C; with `--once` it ends after the verdict.
 */
import { begin } from '@wallet-services/kit/begin';
import { compileCache } from './compile-cache.ts';

begin({ cache: compileCache });
// Imported dynamically, because the cache only applies to modules that are loaded from now on.
await import('./start/main.ts');
