/** `npm run release`: rehearses a release on this machine, or publishes what the registry lacks. */
import { execFile } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { type Asked, createCommand, readCommand, runCommand } from '@wallet-services/kit/command';
import { Failure, UsageError } from '@wallet-services/kit/errors';

const NOTES = `
A rehearsal raises the versions in a copy, packs, publishes to a registry of this machine, installs every package into an
empty project of a user, and does there what its README says. Tarballs, bills of materials (CycloneDX) and the statement
of provenance stay in the folder of --out. Nothing else changes here, and nothing leaves this machine.

examples:
  npm run release -- --rehearse
  npm run release -- --rehearse --node /usr/bin/node     # users have another Node.js
  npm run release -- --raise                             # the versions and changelogs here: commit them
  npm run release -- --publish                           # what a release does; a workflow calls it

exit codes: 0 done, 1 a step failed, 2 wrong usage
`;

interface Flags {
  readonly rehearse?: boolean;
  readonly raise?: boolean;
  readonly publish?: boolean;
  readonly out: string;
  readonly node: string;
}

function readArguments(args: readonly string[]): Asked<Flags> {
  const command = createCommand({
    call: 'npm run release --',
    description: 'Releases the packages, or tries whether they could be.',
    notes: NOTES,
  })
    .option('--rehearse', 'does all of it on this machine')
    .option('--raise', 'moves what is pending in .changeset into the changelogs, and raises the versions')
    .option('--publish', 'publishes to the registry of npm’s own settings what it has not')
    .option('--out <dir>', 'folder for what is packed; it is made anew', 'dist/release')
    .option('--node <file>', 'the Node.js of the users in a rehearsal', process.execPath);
  return readCommand<Flags, Flags>(command, args, (flags) => {
    if ([flags.rehearse, flags.raise, flags.publish].filter((asked) => asked === true).length !== 1) {
      throw new UsageError('say which: --rehearse tries a release on this machine, --raise and --publish make one');
    }
    return { ...flags, out: resolve(root, flags.out) };
  });
}

async function majorOf(node: string): Promise<number> {
  const said = await promisify(execFile)(node, ['--version']).catch((error: Error) => {
    throw new UsageError(`--node ${node} is no Node.js (${error.message})`);
  });
  return Number(/^v(\d+)/.exec(said.stdout)?.[1] ?? Number.NaN);
}

/** The lock file names the versions too. */
async function raiseAll(): Promise<void> {
  const [{ release }, { npm }] = await Promise.all([
    import('@wallet-services/review/changesets'),
    import('./packages/npm.ts'),
  ]);
  console.log(`${await release(root)}: see the changelogs`);
  await npm(['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline'], { cwd: root });
}

async function publishAll(out: string): Promise<void> {
  const [{ packAll }, { isPublished, publish }] = await Promise.all([
    import('./packages/pack.ts'),
    import('./release/publish.ts'),
  ]);
  const provenance = process.env['GITHUB_ACTIONS'] === 'true';
  for (const packed of await packAll(out)) {
    const isThere = await isPublished(packed);
    if (!isThere) await publish(packed, { folder: root, provenance });
    console.log(`${packed.name} ${packed.version}: ${isThere ? 'was there' : 'published'}`);
  }
}

await runCommand('release', readArguments(process.argv.slice(2)), async ({ raise, publish, out, node }) => {
  const started = performance.now();
  if (raise === true) await raiseAll();
  if (publish === true) await publishAll(out);
  if (raise === true || publish === true) return 0;
  const nodeMajor = await majorOf(node);
  const { rehearse } = await import('./release/rehearse.ts');
  await rehearse({ out, node, nodeMajor, tell: (line) => console.log(line) }).catch((error: unknown) => {
    if (error instanceof Error) throw new Failure(`the rehearsal failed: ${error.message}`);
    throw error;
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`rehearsed in ${seconds} s: ${relative(process.cwd(), out)} has what would be published`);
  return 0;
});
