#!/usr/bin/env node
/** The command `npm run mock`: mocks services until Ctrl-C. Exit code 2 for usage errors, 1 when it cannot start. */
import { begin } from '@wallet-services/kit/begin';
import { runCommand } from '@wallet-services/kit/command';
import { readArguments } from './options.ts';
import { stopOnSignal } from './signals.ts';
import type { DocumentOptions, Mock, MockOptions } from './start.ts';

type Options = MockOptions | DocumentOptions;

function table({ urls, notes }: Mock<string>, { dynamic = false, examples }: Options): string {
  const width = Math.max(11, ...Object.keys(urls).map((name) => name.length + 1));
  const rows = Object.entries(urls).map(([service, url]) => `  ${service.padEnd(width)}${url}\n`);
  const kind = dynamic ? 'varying within the schema' : 'the documented examples';
  const own = examples === undefined ? '' : `from ${examples}, else `;
  const lines = notes.map((note) => `note: ${note}\n`);
  return `mock\n${rows.join('')}${lines.join('')}responses: ${own}${kind}. Press Ctrl-C to stop.\n`;
}

async function start(options: Options): Promise<number> {
  // Prism takes a second to load, so errors of the command line are reported before.
  const starting = import('./start.ts').then(({ startMock }) =>
    'document' in options ? startMock(options) : startMock(options),
  );
  stopOnSignal(async () => {
    await (await starting).close();
    return 0;
  });
  process.stdout.write(table(await starting, options));
  return 0;
}

// As Prism's own output does.
begin({ needs: '24.18' });
await runCommand('mock', readArguments(process.argv.slice(2)), start);
// Servers that started before the failure may still be open.
if (process.exitCode !== 0) process.exit();
