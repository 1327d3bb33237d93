/** Whether what is generated has changed. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientFolder } from './manifest.ts';
import { run } from './run.ts';

/** The files of the generated folders that git keeps or would keep, by their paths, each with its digest. */
export async function digests({ generated, path }: ClientFolder): Promise<ReadonlyMap<string, string>> {
  if (generated.length === 0) return new Map();
  const command = ['git', 'ls-files', '-co', '--exclude-standard', '--deduplicate', '--', ...generated] as const;
  const { stdout } = await listed(command, path);
  const entries = stdout.map(async (file): Promise<readonly [string, string][]> => {
    const content = await readFile(join(path, file)).catch(() => undefined);
    return content === undefined ? [] : [[file, createHash('sha256').update(content).digest('hex')]];
  });
  return new Map((await Promise.all(entries)).flat());
}

async function listed(command: readonly [string, ...string[]], path: string) {
  const { ok, stdout, output } = await run(command, path);
  if (!ok) throw new Error(output);
  return { stdout: stdout.split('\n').filter((file) => file !== '') };
}

/** The files that differ, are new or gone. */
export function drifted(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const files = new Set([...before.keys(), ...after.keys()]);
  return [...files].filter((file) => before.get(file) !== after.get(file)).sort();
}
