/** `npm run serve`. Exit code 2 for usage, 1 for failure. */
import { runCommand } from '@wallet-services/kit/command';
import { parseOptions } from './options.ts';

export async function main(args: readonly string[]): Promise<void> {
  await runCommand('server', parseOptions(args, process.env), async (options) => {
    // The help is printed before the server is loaded.
    const { serve } = await import('./serve.ts');
    return serve(options);
  });
}
