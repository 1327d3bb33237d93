#!/usr/bin/env -S node --max-semi-space-size=4 --max-old-space-size=128
/**
 * The command. Its flags keep the garbage small: under 200 MB for a whole run, not 350.
 */
import { isMainThread } from 'node:worker_threads';
import { begin } from '@wallet-services/kit/begin';

begin();
if (isMainThread) {
  const { supervise } = await import('./cli/supervise.ts');
  // A reader that stops reading, like `head`, is no failure.
  process.stdout.on('error', () => undefined);
  process.exitCode = await supervise(new URL(import.meta.url), process.argv.slice(2));
} else {
  const { work } = await import('./cli/work.ts');
  await work();
}
