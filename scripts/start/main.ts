/** The command line of `npm start`, Ctrl-C, and exit codes. */
import { styleText } from 'node:util';
import { UsageError } from '../usage.ts';
import { HELP, readOptions } from './options.ts';
import { Started } from './started.ts';

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    console.log(HELP);
    return;
  }
  const started = new Started();
  const interrupted = new AbortController();
  const onSignal = () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
    console.error('\nstopping ...');
    // Without the verdict that it was to end with, it did not do what it was asked.
    started.stop().finally(() => process.exit(options.once ? 130 : 0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  console.error(styleText('dim', 'starting the reference server and the mocks ...', { stream: process.stderr }));
  // A second to load: nobody waits that long to read what is wrong with the command line.
  const { isKnown, run } = await import('./run.ts');
  try {
    const code = await run(options, started, interrupted.signal);
    if (code === null) return;
    await started.stop();
    process.exit(code);
  } catch (error) {
    // What is being stopped fails; that is no news.
    if (interrupted.signal.aborted) return;
    console.error(isKnown(error) ? `start: ${error.message}` : error);
    await started.stop();
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof UsageError ? `start: ${error.message}\nTry: npm start -- --help` : error);
  process.exit(error instanceof UsageError ? 2 : 1);
});
