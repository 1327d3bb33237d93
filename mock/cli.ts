/** `npm run mock`: mocks the services until Ctrl-C. Exit code 2 for a wrong command line, 1 when it cannot start. */
import { UsageError } from './error.ts';
import { readArguments } from './options.ts';
import { serviceNames } from './services.ts';
import { type Mock, type MockOptions, startMock } from './start.ts';

/** Longest wait for open connections to end. */
const CLOSING_LIMIT = 2_000;

function table(mock: Mock, { dynamic = false }: MockOptions): string {
  const rows = serviceNames.flatMap((service) => {
    const url: string | undefined = mock.urls[service];
    return url === undefined ? [] : [`  ${service.padEnd(11)}${url}\n`];
  });
  const kind = dynamic ? 'values vary within the schema' : 'the documented examples';
  return `mock\n${rows.join('')}answers: ${kind}. Ctrl-C stops.\n`;
}

/** Stops at the first Ctrl-C; a second one, or a connection that does not end, does not hold it up. */
function stopOnSignal(starting: Promise<Mock>): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(130);
    stopping = true;
    setTimeout(() => process.exit(0), CLOSING_LIMIT);
    starting.then((mock) => mock.close()).finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function main(): Promise<void> {
  const request = readArguments(process.argv.slice(2));
  if (request.kind === 'help') {
    process.stdout.write(request.text);
  } else if (request.kind === 'usage') {
    process.stderr.write(`mock: ${request.problem} Try: npm run mock -- --help\n`);
    process.exitCode = 2;
  } else {
    const starting = startMock(request.options);
    stopOnSignal(starting);
    process.stdout.write(table(await starting, request.options));
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`mock: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
