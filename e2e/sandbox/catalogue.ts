/**
 * Switches every faulty server of the catalogue on in a world, checks that the suite detects it, and switches it off
 * again. See `npm run catalogue -- --help`.
 */
import { openContract } from '@wallet-services/conformance';
import { catalogueOf } from '@wallet-services/conformance/mutants';
import { isServiceName, type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { createCommand, readCommand, runCommand } from '@wallet-services/kit/command';
import { UsageError } from '@wallet-services/kit/errors';
import { startServer } from '@wallet-services/server';
import { type Tried, tried } from './worlds.ts';

interface Flags {
  readonly service?: string;
  readonly shard?: string;
  readonly fault?: string;
  readonly atOnce?: string;
}

interface Requested {
  readonly services: readonly ServiceName[];
  /** Number of this part, of `parts`. */
  readonly part: number;
  readonly parts: number;
  /** Words in the name of the fault. */
  readonly fault: string;
  readonly atOnce: number;
}

const DESCRIPTION =
  'For every faulty server of the five services: creates a world, turns the faulty server on there, checks that its ' +
  'rule detects it, turns it off and checks again.';

const NOTES = `
Examples:
  npm run catalogue -- --shard 1/4
  npm run catalogue -- --service vault --fault 'cursor is ignored'

Exit code: 0 if each is detected, and passes once it is off; 1 if not, 2 for wrong usage.
`;

function responseTo({ service, shard = '1/1', fault = '', atOnce = '4' }: Flags): Requested {
  const [, part = '', parts = ''] = /^([0-9]{1,4})\/([0-9]{1,4})$/.exec(shard) ?? [];
  if (!(Number(part) >= 1 && Number(part) <= Number(parts))) {
    throw new UsageError(`--shard must be a part and the number of parts, such as 1/4, not ${shard}`);
  }
  if (service !== undefined && !isServiceName(service)) {
    throw new UsageError(`--service must be one of ${serviceNames.join(', ')}, not ${service}`);
  }
  if (!/^([1-9]|1[0-9])$/.test(atOnce)) throw new UsageError(`--at-once must be from 1 to 19, not ${atOnce}`);
  const services = service === undefined ? serviceNames : [service];
  return { services, part: Number(part), parts: Number(parts), fault, atOnce: Number(atOnce) };
}

function reported({ entry: { service, name, rule }, found, green, verdicts }: Tried): string {
  const what = found ? (green ? 'found   ' : 'NOT OFF ') : 'MISSED  ';
  return `${what}  ${service}: ${name}${found && green ? '' : `\n          ${rule}: ${verdicts}`}\n`;
}

async function tryAll({ services, part, parts, fault, atOnce }: Requested): Promise<number> {
  const contract = openContract();
  const server = await startServer({ port: 0, rpcPort: 0 });
  let place = 0;
  let bad = 0;
  let all = 0;
  try {
    for (const service of services) {
      const entries = (await catalogueOf(service)).filter(({ name }) => {
        if (!name.includes(fault)) return false;
        place += 1;
        return (place - part) % parts === 0;
      });
      for await (const one of tried(server.httpUrl, contract, service, entries, atOnce)) {
        all += 1;
        if (!one.found || !one.green) bad += 1;
        process.stdout.write(reported(one));
      }
    }
  } finally {
    await server.close();
  }
  if (all === 0) throw new UsageError('no faulty server matches: omit --fault or --shard');
  process.stdout.write(`${all - bad} of ${all} faulty servers were detected, and passed once they were off\n`);
  return bad === 0 ? 0 : 1;
}

const command = createCommand({ call: 'npm run catalogue --', description: DESCRIPTION, notes: NOTES })
  .option('--service <name>', 'only faulty servers of this service')
  .option('--shard <part/parts>', 'only this part of them, such as 1/4')
  .option('--fault <text>', 'only those whose name contains this text')
  .option('--at-once <count>', 'number of worlds in parallel (default: 4)');

await runCommand('catalogue', readCommand<Flags, Requested>(command, process.argv.slice(2), responseTo), tryAll);
