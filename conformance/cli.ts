#!/usr/bin/env -S node --max-semi-space-size=4 --max-old-space-size=128
/** The command. Its V8 flags keep the memory of a whole run below 200 MB; without them, it takes 350 MB. */
import { isMainThread } from 'node:worker_threads';
import { begin } from '@wallet-services/kit/begin';

begin();
if (isMainThread) {
  // A signal counts from here on: loading the rest takes a moment.
  const early = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => early.abort());
  const { supervise } = await import('./cli/supervise.ts');
  // A reader that stops reading, such as `head`, is not a failure.
  process.stdout.on('error', () => undefined);
  process.exitCode = await supervise(new URL(import.meta.url), process.argv.slice(2), early.signal);
} else {
  const { work } = await import('./cli/work.ts');
  await work();
}
