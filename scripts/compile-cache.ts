/** Where Node.js keeps what it has compiled, so that no process compiles the same modules again: a third of its start. */
import { fileURLToPath } from 'node:url';

/** Within what is installed: ignored by git, and gone with it. */
export const compileCache = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));
