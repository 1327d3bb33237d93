/** `npm run mock`: mocks the services until Ctrl-C. Exit code 2 for a wrong command line, 1 when it cannot start. */
import { UsageError } from './error.ts';
import { readArguments } from './options.ts';
import { serviceNames } from './services.ts';
import { stopOnSignal } from './signals.ts';
import type { Mock, MockOptions } from './start.ts';

function table(mock: Mock, { dynamic = false, examples }: MockOptions): string {
  const rows = serviceNames.flatMap((service) => {
    const url: string | undefined = mock.urls[service];
    return url === undefined ? [] : [`  ${service.padEnd(11)}${url}\n`];
  });
  const kind = dynamic ? 'values vary within the schema' : 'the documented examples';
  const own = examples === undefined ? '' : `those of ${examples}, else `;
  return `mock\n${rows.join('')}answers: ${own}${kind}. Ctrl-C stops.\n`;
}

async function main(): Promise<void> {
  const request = readArguments(process.argv.slice(2));
  if (request.kind === 'help') {
    process.stdout.write(request.text);
  } else if (request.kind === 'usage') {
    process.stderr.write(`mock: ${request.problem} Try: npm run mock -- --help\n`);
    process.exitCode = 2;
  } else {
    // Prism takes a second to load: nobody waits that long to read what is wrong with the command line.
    const starting = import('./start.ts').then(({ startMock }) => startMock(request.options));
    stopOnSignal(async () => {
      await (await starting).close();
      return 0;
    });
    process.stdout.write(table(await starting, request.options));
  }
}

main().catch((error: unknown) => {
  const lines = (error instanceof Error ? error.message : String(error)).split('\n');
  process.stderr.write(lines.map((line) => `mock: ${line}\n`).join(''));
  process.exit(error instanceof UsageError ? 2 : 1);
});
