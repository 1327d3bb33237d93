/**
 * `npm run release`: rehearses a release on this machine, or publishes the versions that the registry does not have.
 */
import { execFile } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { createCommand, type Requested, readCommand, runCommand } from '@wallet-services/kit/command';
import { Failure, UsageError } from '@wallet-services/kit/errors';

const NOTES = `
A rehearsal raises the versions in a copy, packs, publishes to a registry on this machine, installs every package into an
empty project, and follows its README there. Tarballs, bills of materials (CycloneDX) and the provenance statement stay in
the folder of --out. Nothing else changes, and nothing leaves this machine.

examples:
  npm run release -- --rehearse
  npm run release -- --rehearse --node /usr/bin/node     # run the users with another Node.js
  npm run release -- --raise                             # changes versions and changelogs here: commit them
  npm run release -- --publish                           # the release itself; a workflow runs it

exit codes: 0 done, 1 a step failed, 2 wrong usage
`;

interface Flags {
  readonly rehearse?: boolean;
  readonly raise?: boolean;
  readonly publish?: boolean;
  readonly out: string;
  readonly node: string;
}

function readArguments(args: readonly string[]): Requested<Flags> {
  const command = createCommand({
    call: 'npm run release --',
    description: 'Releases the packages, or rehearses a release.',
    notes: NOTES,
  })
    .option('--rehearse', 'try the whole release on this machine; publish nothing')
    .option('--raise', 'move the pending entries of .changeset into the changelogs, and raise the versions')
    .option('--publish', 'publish the versions that npm’s configured registry does not have yet')
    .option('--out <dir>', 'folder for the tarballs; its content is replaced', 'dist/release')
    .option('--node <file>', 'Node.js that the users in a rehearsal run', process.execPath);
  return readCommand<Flags, Flags>(command, args, (flags) => {
    if ([flags.rehearse, flags.raise, flags.publish].filter((requested) => requested === true).length !== 1) {
      throw new UsageError(
        'choose one of --rehearse, --raise and --publish: --rehearse tries a release on this machine, the others make one',
      );
    }
    return { ...flags, out: resolve(root, flags.out) };
  });
}

async function majorOf(node: string): Promise<number> {
  const printed = await promisify(execFile)(node, ['--version']).catch((error: Error) => {
    throw new UsageError(`--node ${node} is not a Node.js (${error.message}): give the path of one`);
  });
  return Number(/^v(\d+)/.exec(printed.stdout)?.[1] ?? Number.NaN);
}

/** Raises the versions, also in the lock file. */
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
    console.log(`${packed.name} ${packed.version}: ${isThere ? 'already published' : 'published'}`);
  }
}

await runCommand('release', readArguments(process.argv.slice(2)), async ({ raise, publish, out, node }) => {
  const started = performance.now();
  if (raise === true) await raiseAll();
  if (publish === true) await publishAll(out);
  if (raise === true || publish === true) return 0;
  const nodeMajor = await majorOf(node);
  const { rehearse } = await import('./release/rehearse.ts');
  await rehearse({ out, node, nodeMajor, report: (line) => console.log(line) }).catch((error: unknown) => {
    if (error instanceof Error) throw new Failure(`the rehearsal failed: ${error.message}`);
    throw error;
  });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`rehearsed in ${seconds} s: what would be published is in ${relative(process.cwd(), out)}`);
  return 0;
});
