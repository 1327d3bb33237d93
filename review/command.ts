/** What both commands share. */
import { join } from 'node:path';
import { callersFolder } from '@wallet-services/kit/command';
import { compareContracts } from './compare.ts';
import { readDocuments, readSides } from './contract/read.ts';
import { UsageError } from './error.ts';
import type { ReviewOptions } from './options.ts';
import { readAccepted } from './report/accepted.ts';
import { makeReport, type Report } from './report/report.ts';
import { root } from './run.ts';

/** Makes the report of two states. */
export async function reportOf({ base, head, document = false }: ReviewOptions): Promise<Report> {
  if (document) return reportOfDocuments(base, head);
  const [sides, accepted] = await Promise.all([
    readSides(base, head, { repository: root, cwd: callersFolder() }),
    readAccepted(join(root, 'review', 'accepted.yaml')),
  ]);
  const findings = await compareContracts(sides.base, sides.head);
  return makeReport(sides.base, sides.head, findings, accepted, sides.notes);
}

/** Makes the report of two documents of anybody: what is accepted in this repository does not concern them. */
async function reportOfDocuments(base: string | undefined, head: string | undefined): Promise<Report> {
  if (base === undefined || head === undefined) throw new UsageError('--document needs two files, OLD and NEW.');
  const sides = await readDocuments(base, head, callersFolder());
  const findings = await compareContracts(sides.base, sides.head);
  return makeReport(sides.base, sides.head, findings, [], sides.notes);
}

/** Ends a command at Ctrl-C in the usual way, so that scratch folders are removed. */
export function endOnSignal(): void {
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
}
