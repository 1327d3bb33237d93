#!/usr/bin/env node
/**
 * `npm run teeth` and `wallet-teeth`, the old names of `npm run mutants` and `wallet-mutants`: an error that names the
 * new ones.
 */
import { begin } from '@wallet-services/kit/begin';
import { renamed, useInstead } from '../../model/renamed.ts';

begin();

const isScript = process.env['npm_lifecycle_event'] === 'teeth';
const [renaming] = Object.entries(isScript ? renamed.scripts : renamed.programs);
if (renaming !== undefined) process.stderr.write(`${useInstead(...renaming)}\n`);
process.exitCode = 2;
