/** The command line of `npm start`, Ctrl-C, and exit codes. */
import { runCommand } from '@wallet-services/kit/command';
import { styleOf } from '@wallet-services/kit/style';
import { type Options, readArguments } from './options.ts';
import { Started } from './started.ts';

async function start(options: Options): Promise<number> {
  const started = new Started();
  const interrupted = new AbortController();
  const onSignal = () => {
    if (interrupted.signal.aborted) process.exit(130);
    interrupted.abort();
    console.error('\nstopping ...');
    // Interrupted before the verdict, a run with --once has failed.
    started.stop().finally(() => process.exit(options.once ? 130 : 0));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  console.error(styleOf(process.stderr).dim('starting the reference server and the mocks ...'));
  // Loading takes a second, so errors of the command line are reported before.
  const { run } = await import('./run.ts');
  try {
    const conforms = await run(options, started, interrupted.signal);
    if (!options.once) await new Promise(() => undefined);
    return conforms ? 0 : 1;
  } catch (error) {
    // Operations fail while everything is being stopped; these errors are not reported.
    if (interrupted.signal.aborted) await new Promise(() => undefined);
    throw error;
  } finally {
    await started.stop();
  }
}

await runCommand('start', readArguments(process.argv.slice(2)), start);
process.exit();
