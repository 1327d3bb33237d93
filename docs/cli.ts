/** `npm run docs`: exit code 0; 1 when the pages cannot be built, 2 for a wrong command line, 130 after Ctrl-C. */
import { isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from './error.ts';
import { type DocsOptions, readArguments } from './options.ts';
import { checkFolder } from './write/folder.ts';

/** Where people called the command: npm runs it in the folder of the repository. */
const callersFolder = process.env['INIT_CWD'] ?? process.cwd();

async function build({ out, report }: DocsOptions): Promise<void> {
  const started = performance.now();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());
  const folder = out === undefined ? fileURLToPath(new URL('site', import.meta.url)) : resolve(callersFolder, out);
  await checkFolder(folder);
  // A second to load: nobody waits that long to read what is wrong with the command line.
  const { buildSite } = await import('./build.ts');
  try {
    const { pages, notes } = await buildSite({
      folder,
      report: report === undefined ? undefined : resolve(callersFolder, report),
      signal: interrupted.signal,
      terminal: process.stderr,
    });
    for (const note of notes) process.stderr.write(`docs: ${note}\n`);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(`${pages} pages in ${seconds} s: open ${shown(folder)}/index.html\n`);
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    process.stderr.write('docs: interrupted; nothing was written\n');
    process.exitCode = 130;
  }
}

/** A path as people would write it. */
function shown(path: string): string {
  const short = relative(callersFolder, path);
  return short.startsWith('..') || isAbsolute(short) ? path : short;
}

async function main(): Promise<void> {
  const request = readArguments(process.argv.slice(2));
  if (request.kind === 'help') process.stdout.write(request.text);
  else if (request.kind === 'build') await build(request.options);
  else throw new UsageError(`${request.problem} Try: npm run docs -- --help`);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`docs: ${message.split('\n')[0]}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
