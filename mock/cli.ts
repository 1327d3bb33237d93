/** `npm run mock`: mocks the services until Ctrl-C. Exit code 2 for a wrong command line, 1 when it cannot start. */
import { runCommand } from '@wallet-services/kit/command';
import { readArguments } from './options.ts';
import { serviceNames } from './services.ts';
import { stopOnSignal } from './signals.ts';
import type { Mock, MockOptions } from './start.ts';

function table(mock: Mock, { dynamic = false, examples }: MockOptions): string {
  const rows = serviceNames.flatMap((service) => {
    const url: string | undefined = mock.urls[service];
    return url === undefined ? [] : [`  ${service.padEnd(11)}${url}\n`];
  });
  const kind = dynamic ? 'varying within the schema' : 'the documented examples';
  const own = examples === undefined ? '' : `from ${examples}, else `;
  return `mock\n${rows.join('')}responses: ${own}${kind}. Press Ctrl-C to stop.\n`;
}

async function start(options: MockOptions): Promise<number> {
  // Prism takes a second to load: nobody waits that long to read what is wrong with the command line.
  const starting = import('./start.ts').then(({ startMock }) => startMock(options));
  stopOnSignal(async () => {
    await (await starting).close();
    return 0;
  });
  process.stdout.write(table(await starting, options));
  return 0;
}

await runCommand('mock', readArguments(process.argv.slice(2)), start);
// What was started before it failed may still be open.
if (process.exitCode !== 0) process.exit();
