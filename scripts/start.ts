/**
 * `npm start`: the whole product at a glance. Starts the reference server and the mocks, prints where they are, checks
 * both against the documents, and stays up until Ctrl-C; with `--once` it ends with the verdict.
 */
import { begin } from '@wallet-services/kit/begin';
import { compileCache } from './compile-cache.ts';

begin({ cache: compileCache });
// Not imported earlier: the cache applies to modules that are loaded from now on.
await import('./start/main.ts');
