/** Asks `redocly diff` for the differences of two documents, without network. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReviewError } from '../error.ts';
import { arrayOf, isObject, type JsonObject, objectOf } from '../json.ts';
import { runPackage } from '../run.ts';
import { inFolder } from '../scratch.ts';
import { apart, together } from './batch.ts';
import type { Difference, Side } from './difference.ts';

/** Nothing is sent to or fetched from anybody, and no announcement is made. */
const QUIET = {
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  REDOCLY_SUPPRESS_NOTIFICATIONS: 'true',
  CI: 'true',
};

/** Redocly looks for a configuration where it runs; this is the one that it gets. */
const CONFIGURATION = 'telemetry: off\nextends:\n  - diff-recommended\n';

const COMMAND = [
  'diff',
  'base.json',
  'revision.json',
  '--config=redocly.yaml',
  '--format=json',
  '--fail-on=none',
  '--output=diff.json',
];

/**
 * Compares pairs of documents, each before and after, in one run.
 *
 * @returns the differences of each pair, in the order of the pairs
 * @throws ReviewError when Redocly cannot read them
 */
export async function differencesOf(
  pairs: readonly (readonly [JsonObject, JsonObject])[],
): Promise<readonly (readonly Difference[])[]> {
  if (pairs.length === 0) return [];
  const base = together(pairs.map(([before]) => before));
  const revision = together(pairs.map(([, after]) => after));
  return inFolder(async (folder) => {
    await Promise.all([
      writeFile(join(folder, 'base.json'), JSON.stringify(base)),
      writeFile(join(folder, 'revision.json'), JSON.stringify(revision)),
      writeFile(join(folder, 'redocly.yaml'), CONFIGURATION),
    ]);
    const { code, output, errors } = await runPackage('@redocly/cli', 'bin/cli.js', COMMAND, {
      cwd: folder,
      env: QUIET,
    });
    const report = await readReport(join(folder, 'diff.json'));
    if (report === undefined) {
      const lines = `${output}\n${errors}`.split('\n').filter((line) => line.trim() !== '');
      throw new ReviewError(`redocly diff failed: ${lines[0]?.trim() ?? `exit code ${code}`}`);
    }
    return apart(arrayOf(objectOf(report)['changes']).filter(isObject).map(difference), pairs.length);
  });
}

async function readReport(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

function difference(change: JsonObject): Difference {
  const { path, typeName, kind, impact, property } = change;
  return {
    path: String(path),
    typeName: String(typeName),
    kind: kind === 'added' || kind === 'removed' ? kind : 'modified',
    impact: impact === 'major' || impact === 'minor' ? impact : 'patch',
    rules: arrayOf(change['verdicts']).map((verdict) => String(objectOf(verdict)['ruleId'])),
    property: typeof property === 'string' ? property : undefined,
    base: side(change['base']),
    revision: side(change['revision']),
  };
}

function side(value: unknown): Side | undefined {
  if (!isObject(value)) return undefined;
  return { pointer: String(value['pointer']), value: value['value'] };
}
