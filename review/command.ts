/** Shared parts of both commands. */
import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { callersFolder } from '@wallet-services/kit/command';
import { compareContracts } from './compare.ts';
import { isForeignName, readForeign } from './contract/foreign.ts';
import { readSides, type Sides } from './contract/read.ts';
import { UsageError } from './error.ts';
import type { Progress } from './http/compare.ts';
import type { ReviewOptions } from './options.ts';
import { makeReport, type Report } from './report/report.ts';
import { readSettings, type Settings } from './report/settings.ts';
import { root } from './run.ts';

/** Creates the report for two states. */
export async function reportOf(options: ReviewOptions, progress?: Progress): Promise<Report> {
  const cwd = callersFolder();
  const isForeign = await isForeignApi(options, cwd);
  const sides = isForeign ? await foreignSides(options, cwd) : await ownSides(options, cwd);
  const settings = await settingsOf(options, isForeign, cwd);
  const findings = await compareContracts(sides.base, sides.head, { progress, imports: options.imports ?? true });
  return makeReport(sides.base, sides.head, findings, settings, sides.notes);
}

/**
 * Whether the two names are documents, or folders of documents, of another API; otherwise they are states of this
 * contract.
 */
async function isForeignApi({ base, head, document = false }: ReviewOptions, cwd: string): Promise<boolean> {
  if (document || !(await hasContract())) return true;
  return (await Promise.all([base, head].map((name) => name !== undefined && isForeignName(name, cwd)))).includes(true);
}

/** Whether the command runs in the repository of a contract, instead of an installed package. */
function hasContract(): Promise<boolean> {
  return access(join(root, 'spec', 'main.tsp')).then(
    () => true,
    () => false,
  );
}

async function foreignSides({ base, head }: ReviewOptions, cwd: string): Promise<Sides> {
  if (base === undefined || head === undefined) {
    throw new UsageError('two names are needed, OLD and NEW: files, folders, addresses, - or REVISION:PATH of git.');
  }
  return readForeign(base, head, cwd);
}

function ownSides({ base, head }: ReviewOptions, cwd: string): Promise<Sides> {
  return readSides(base, head, { repository: root, cwd });
}

/** Name of the file in which the maintainers of an API list accepted changes. */
const SETTINGS = 'review.yaml';

async function settingsOf(options: ReviewOptions, isForeign: boolean, cwd: string): Promise<Settings> {
  const { config, head = '', failOn, severity = {}, exclude = [], allow } = options;
  const settings = await (config !== undefined
    ? given(resolve(cwd, config), config)
    : isForeign
      ? besides(head, cwd)
      : readSettings(join(root, 'review', 'accepted.yaml'), 'review/accepted.yaml'));
  return {
    ...settings,
    severity: { ...settings.severity, ...severity },
    exclude: [...settings.exclude, ...exclude],
    failOn: allow ? [] : (failOn ?? settings.failOn),
  };
}

async function given(file: string, label: string): Promise<Settings> {
  await access(file).catch(() => {
    throw new UsageError(`${label} cannot be read: there is no such file.`);
  });
  return readSettings(file, label);
}

/** The settings file next to the newer document, or the one in the current folder. */
async function besides(head: string, cwd: string): Promise<Settings> {
  const beside = join(dirname(resolve(cwd, head)), SETTINGS);
  const found = await access(beside).then(
    () => true,
    () => false,
  );
  return readSettings(found ? beside : join(cwd, SETTINGS), SETTINGS);
}

/** Ends a command at Ctrl-C through the normal exit, so that temporary folders are removed. */
export function endOnSignal(): void {
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
}
