/** Writes the documents of a release: a bill of materials for each kind of user, and the provenance of the packages. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '@wallet-services/generators/run';
import { npm } from '../packages/npm.ts';
import type { Packed } from '../packages/pack.ts';

const execute = promisify(execFile);

/**
 * Writes a bill of materials of an installation, in CycloneDX.
 *
 * @param installed the folder with its `package.json` and `node_modules`
 * @param file the file to write
 * @returns the number of components
 */
export async function writeBill(installed: string, file: string): Promise<number> {
  const options = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'];
  const text = await npm(['sbom', ...options], { cwd: installed });
  await writeFile(file, text);
  const { components }: { components: readonly unknown[] } = JSON.parse(text);
  return components.length;
}

async function git(...args: readonly string[]): Promise<string | null> {
  try {
    return (await execute('git', args, { cwd: root })).stdout.trim();
  } catch {
    return null;
  }
}

async function digestOf(file: string, algorithm: 'sha256' | 'sha512'): Promise<string> {
  return createHash(algorithm)
    .update(await readFile(file))
    .digest('hex');
}

/**
 * Writes the provenance of the packages: an in-toto statement with the predicate of SLSA.
 *
 * It is not signed, so it proves nothing; the provenance in the registry is signed by the workflow that publishes.
 */
export async function writeProvenance(packages: readonly Packed[], folder: string): Promise<void> {
  const [commit, changes] = await Promise.all([git('rev-parse', 'HEAD'), git('status', '--porcelain')]);
  const subject = await Promise.all(
    packages.map(async ({ file }) => ({ name: basename(file), digest: { sha512: await digestOf(file, 'sha512') } })),
  );
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'npm run release -- --rehearse',
        externalParameters: {},
        internalParameters: { uncommittedChanges: changes !== '' },
        resolvedDependencies: [
          ...(commit === null ? [] : [{ name: 'source', digest: { gitCommit: commit } }]),
          { name: 'package-lock.json', digest: { sha256: await digestOf(join(root, 'package-lock.json'), 'sha256') } },
        ],
      },
      runDetails: { builder: { id: 'a machine of its own', version: { node: process.version } }, metadata: {} },
    },
  };
  await writeFile(join(folder, 'provenance.intoto.json'), `${JSON.stringify(statement, null, 2)}\n`);
}
