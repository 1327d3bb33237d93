/** Publishes the packages that the registry does not have. */
import { dirname } from 'node:path';
import { npm } from '../packages/npm.ts';
import type { Packed } from '../packages/pack.ts';

export interface Where {
  /** The folder of the `.npmrc` with registry and token. */
  readonly folder: string;
  /** Whether to sign the provenance of the packages; only a workflow that can prove its identity may request it. */
  readonly provenance: boolean;
}

/** Publishes a package with public access. */
export async function publish({ file }: Packed, { folder, provenance }: Where): Promise<void> {
  const signed = provenance ? ['--provenance'] : [];
  await npm(['publish', file, '--access', 'public', '--ignore-scripts', ...signed], { cwd: folder });
}

/** Whether the registry has this version. */
export async function isPublished({ name, version, file }: Packed): Promise<boolean> {
  const known = await npm(['view', `${name}@${version}`, 'version'], { cwd: dirname(file) }).catch((error: Error) => {
    // A package that was never published counts as missing; any other error stops the release.
    if (/E404/.test(error.message)) return '';
    throw error;
  });
  return known.trim() !== '';
}
