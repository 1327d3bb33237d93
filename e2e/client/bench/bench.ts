/**
 * Measures the clients and prints a table: the size of a bundle, the cost of a call, the time of type-checking.
 *
 *     node e2e/client/bench/bench.ts            # this client and a hand-written fetch
 *     node e2e/client/bench/bench.ts --compare  # and hey-api's and orval's, for the same document (npm registry)
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSize } from './bundle.ts';
import { callRatios, startServers } from './calls.ts';
import { type Contender, otherContenders, ownContenders } from './contenders.ts';
import { typeCheckTimes } from './types.ts';

const HELP = `Measures the clients: size of a bundle, cost of a call, time of type-checking.

usage: node e2e/client/bench/bench.ts [--compare]

  --compare   also what hey-api and orval make of the same document; installs them in a temporary folder
  --help      this text
`;

function readArguments(): { readonly compare: boolean; readonly help: boolean } {
  try {
    const options = {
      compare: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    console.error(
      `bench: ${error instanceof Error ? error.message : String(error)}\nTry: node e2e/client/bench/bench.ts --help`,
    );
    process.exit(2);
  }
}

async function measure(compare: boolean): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'wallet-services-bench-'));
  const servers = await startServers();
  try {
    const columns: (readonly number[])[] = [];
    const contenders = [...ownContenders(scratch), ...(compare ? await otherContenders(scratch) : [])];
    const sizes = await Promise.all(contenders.map(gzipSize));
    const called = contenders.filter(({ sizeOnly }) => !sizeOnly);
    for (const url of [servers.reference, servers.idle]) columns.push(await callRatios(called, url, scratch));
    const ratio = (contender: Contender, column: readonly number[]) =>
      contender.sizeOnly ? '' : column[called.indexOf(contender)]?.toFixed(2);
    console.log(
      '| client of the swap service | bundle, gzip | call of the reference server | of one that answers at once |',
    );
    console.log('|---|---|---|---|');
    contenders.forEach((contender, place) => {
      const size = `${((sizes[place] ?? 0) / 1000).toFixed(1)} kB`;
      console.log(`| ${[contender.name, size, ...columns.map((column) => ratio(contender, column))].join(' | ')} |`);
    });
  } finally {
    servers.stop();
    await rm(scratch, { recursive: true, force: true });
  }
  const { empty, all } = await typeCheckTimes();
  const aim = (1.5 * empty + 1).toFixed(2);
  console.log('\n| type-checking | seconds of CPU time |\n|---|---|');
  console.log(
    `| an empty project | ${empty.toFixed(2)} |\n| one that uses all five services, HTTP and RPC | ${all.toFixed(2)} (aim: ${aim}) |`,
  );
}

const { compare, help } = readArguments();
if (help) console.log(HELP);
else await measure(compare);
