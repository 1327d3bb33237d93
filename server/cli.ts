#!/usr/bin/env node
/** The command. What Node compiled is kept in the system's cache folder: the next start takes half the time. */
import { enableCompileCache } from 'node:module';

enableCompileCache();
const { main } = await import('./main.ts');
await main(process.argv.slice(2));
