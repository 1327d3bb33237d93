/** `npm run docs`: exit code 0; 1 when the pages cannot be built, 2 for a wrong command line, 130 after Ctrl-C. */
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { begin } from '@wallet-services/kit/begin';
import { callersFolder, runCommand } from '@wallet-services/kit/command';
import { type DocsOptions, readArguments } from './options.ts';
import { checkFolder } from './write/folder.ts';

/** Exit code of an interrupted command, by the convention of shells. */
const INTERRUPTED = 130;

async function build({ out, report, base, port }: DocsOptions): Promise<number> {
  const started = performance.now();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const folder = out === undefined ? fileURLToPath(new URL('site', import.meta.url)) : resolve(callersFolder(), out);
  await checkFolder(folder);
  // Loading takes a second, so errors of the command line are reported before.
  const { buildSite } = await import('./build.ts');
  const { serveSite } = await import('./serve.ts');
  try {
    const { pages, notes } = await buildSite({
      folder,
      base,
      report: report === undefined ? undefined : resolve(callersFolder(), report),
      signal: interrupted.signal,
      terminal: process.stderr,
    });
    for (const note of notes) process.stderr.write(`docs: ${note}\n`);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${pages} pages in ${seconds} s, in ${shown(folder)}\n`);
    if (out === undefined) await serveSite({ folder, base, port, signal: interrupted.signal });
    return 0;
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.stderr.write('docs: interrupted; nothing was written\n');
    return INTERRUPTED;
  }
}

/** A path as a user would write it. */
function shown(path: string): string {
  const short = relative(callersFolder(), path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

begin();
await runCommand('docs', readArguments(process.argv.slice(2)), build);
