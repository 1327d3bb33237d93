/** `npm run check:client`: checks a client against the reference server, through a watcher. */
import { startReference } from '@wallet-services/conformance/testing/clients';
import { main } from './main.ts';

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.once(name, () => interruption.abort(new Error('interrupted')));
}
// A reader that stops reading, like `head`, is not a failure.
process.stdout.on('error', () => undefined);

process.exitCode = await main(process.argv.slice(2), {
  environment: process.env,
  output: process.stdout,
  errors: process.stderr,
  signal: interruption.signal,
  openReference: startReference,
});
