/** The entry point of `npm run serve`. Exit code 2 for usage errors, 1 for failures. */
import { runCommand } from '@wallet-services/kit/command';
import { parseOptions } from './options.ts';

export async function main(args: readonly string[]): Promise<void> {
  await runCommand('server', parseOptions(args, process.env), async (options) => {
    // Loaded here, so that the help is printed before the server is loaded.
    const { serve } = await import('./serve.ts');
    return serve(options);
  });
}
