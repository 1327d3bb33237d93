/** Where Node.js keeps what it has compiled, so that no process compiles the same modules again: a third of its start. */
import { fileURLToPath } from 'node:url';

/** Inside of `node_modules`: ignored by git, and removed with it. */
export const compileCache = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
