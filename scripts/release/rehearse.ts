/** Rehearses a release: publishes the packages to a registry of this machine, and installs them into empty projects. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../packages/npm.ts';
import { packAll } from '../packages/pack.ts';
import { library, rooms } from '../packages/stage.ts';
import { follow } from './follow.ts';
import { writeBill, writeProvenance } from './papers.ts';
import { emptyFolder, type Project, type Sandbox, startSandbox } from './project.ts';
import { publish } from './publish.ts';
import { startRegistry } from './registry.ts';
import { type User, users } from './users.ts';
import { planRelease, type Version } from './versions.ts';

export interface RehearsalOptions {
  /** The folder for tarballs, bills of materials and provenance. */
  readonly out: string;
  /** The Node.js of the users. */
  readonly node: string;
  /** Its major version. */
  readonly nodeMajor: number;
  /** Reports the progress line by line. */
  readonly report: (line: string) => void;
}

function versionLine({ name, before, after }: Version): string {
  return `  ${name.padEnd(30)} ${before === after ? `${after}, unchanged` : `${before} -> ${after}`}`;
}

/**
 * npm's cache for the projects: packages of other registries are shared with this machine, installations of `npx` not.
 */
async function cacheIn(folder: string): Promise<string> {
  const own = (await npm(['config', 'get', 'cache'], { cwd: folder })).trim();
  const cache = join(folder, 'npm');
  await Promise.all([mkdir(cache), mkdir(join(own, '_cacache'), { recursive: true })]);
  await symlink(join(own, '_cacache'), join(cache, '_cacache'), 'junction');
  return cache;
}

async function install({ installs }: User, project: Project): Promise<void> {
  await project.write('package.json', '{"name": "user", "version": "1.0.0", "private": true, "type": "module"}\n');
  await project.npm('install', '--prefer-offline', '--ignore-scripts', '--loglevel=error', ...installs);
}

/**
 * Rehearses a release. It only writes to `out` and to the system's folder for temporary files.
 *
 * @throws Failure when a step does not have the expected result
 */
export async function rehearse({ out, node, nodeMajor, report }: RehearsalOptions): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'wallet-services-release-'));
  const registry = await startRegistry(join(scratch, 'registry'));
  let sandbox: Sandbox | undefined;
  try {
    const { versions, raised } = await planRelease(
      [...rooms, library].map(({ folder }) => folder),
      join(scratch, 'wallet-services'),
    );
    report('versions');
    for (const version of versions) report(versionLine(version));
    await rm(out, { recursive: true, force: true });
    const packages = await packAll(out, { raised });
    await writeProvenance(packages, out);
    const around = { folder: scratch, npmrc: registry.npmrc, cache: await cacheIn(scratch), node };
    const publisher = await emptyFolder('publisher', around);
    for (const packed of packages) await publish(packed, { folder: publisher.folder, provenance: false });
    report(`published ${packages.length} packages to a registry on this machine`);
    // The server's project comes first, because it starts the sandbox for the others.
    const ordered = users.toSorted((left, right) => Number(right.id === 'server') - Number(left.id === 'server'));
    for (const user of ordered) {
      const project = await emptyFolder(user.id, around);
      if (user.begins === 'installed') await install(user, project);
      // The sandbox runs with the Node.js of this repository, because it is not tested with other versions.
      if (user.id === 'server') sandbox = await startSandbox(project, process.execPath);
      if (user.node > nodeMajor) {
        report(`${user.id}: skipped with Node.js ${nodeMajor}: needs Node.js ${user.node}`);
        continue;
      }
      report(`${user.id}: you ${user.wants}`);
      for (const step of user.steps) {
        const { done, left } = await follow(step, user, project, sandbox?.url ?? '');
        report(
          `  ${step.title}${done > 1 ? `, ${done} times` : ''}${left > 0 ? `; ${left} skipped, they need more than the package` : ''}`,
        );
      }
      if (user.begins === 'empty') await install(user, project);
      report(`  bill of materials: ${await writeBill(project.folder, join(out, `${user.id}.cdx.json`))} components`);
    }
  } finally {
    sandbox?.close();
    await registry.close();
    await rm(scratch, { recursive: true, force: true });
  }
}
