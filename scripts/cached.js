// Loads compiled code from Node's cache from the first file on: `node --import ./scripts/cached.js program.ts`. Without it,
// a program's memory holds the compiler of TypeScript, 15 MiB and more, until its end. The cache is the one of `begin`, which
// is enough for the published packages: they need no compiler.
import { enableCompileCache } from 'node:module';

enableCompileCache();
