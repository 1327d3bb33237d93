/** Judges the entries of an archive in a separate process, which is replaced when it exceeds its limits. */
import { Failure } from '@wallet-services/kit/errors';
import { type JudgeLimits, openJudge, type Undecided, undecidedTexts } from '@wallet-services/kit/judge';
import type { JsonObject } from '../../model/values/json.ts';
import type { ServiceReport } from '../../run/report.ts';
import { readHar, type Skipped } from '../har.ts';
import type { ArchiveData, Lost, Result, Task } from './tasks.ts';

export interface ArchiveOptions {
  /** Limits of the process. Absent: those below. */
  readonly limits?: Partial<JudgeLimits> | undefined;
  /** Called with the number of entries that were judged so far. */
  readonly onRead: (entries: number) => void;
  /** Whether nothing further is judged. */
  readonly isOver: () => boolean;
}

export interface JudgedArchive {
  readonly reports: readonly ServiceReport[];
  /** The number of entries that were read. */
  readonly entries: number;
  /** Entries that are not about the services, by the reason. */
  readonly skipped: ReadonlyMap<Skipped, number>;
}

/** Processor time for judging an exchange, in milliseconds. */
const LONGEST = 10_000;

/** Memory for the objects of the process, in MiB; a document from elsewhere may be large. */
const [OWN, FOREIGN] = [128, 256];

/**
 * What a process knew is lost when it is replaced: the archive is then read once more without the entries that ended it,
 * this many times. After that, what it knew is counted as undecided.
 */
const MOST_REREAD = 3;

function sum(counts: Map<string, number>, name: string, count = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

/** @throws UsageError when the archive cannot be read; Failure when there is no report. */
export async function judgeArchive(path: string, data: ArchiveData, options: ArchiveOptions): Promise<JudgedArchive> {
  const { onRead, isOver } = options;
  const mebibytes = data.given === undefined ? OWN : FOREIGN;
  const limits: Partial<JudgeLimits> = { milliseconds: LONGEST, mebibytes, ...options.limits };
  const program = new URL(`./program.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
  const judge = openJudge<null, Task, Result>({ program, data: () => data, limits });
  /** The entries that could not be judged, by their place in the archive. */
  const undecided = new Map<number, Undecided>();

  /** Reads the archive once. @returns null when the process was replaced, and it is to be read again */
  const pass = async (isLast: boolean) => {
    const begun = judge.replaced();
    const skipped = new Map<Skipped, number>();
    /** What the current process has judged, and what earlier ones had, by service. */
    const [held, lost] = [new Map<string, number>(), new Map<string, number>()];
    let [entries, replaced] = [0, begun];
    const take = async (entry: JsonObject, place: number): Promise<void> => {
      const known = undecided.has(place);
      const judgement = known ? undefined : await judge.judge({ kind: 'entry', entry });
      if (judgement?.kind === 'undecided') undecided.set(place, judgement.why);
      if (judge.replaced() !== replaced) {
        replaced = judge.replaced();
        for (const [service, count] of held) sum(lost, service, count);
        held.clear();
      }
      if (judgement?.kind !== 'judged') return;
      const { skipped: why, taken = [] } = judgement.result;
      if (why !== undefined) skipped.set(why, (skipped.get(why) ?? 0) + 1);
      for (const service of taken) sum(held, service);
    };
    for await (const some of readHar(path)) {
      if (isOver()) break;
      await Promise.all(some.map((entry, index) => take(entry, entries + index)));
      if (replaced !== begun && !isLast) return null;
      entries += some.length;
      onRead(entries);
    }
    return { entries, skipped, lost };
  };

  const whole = async () => {
    for (let again = 0; ; again += 1) {
      const read = await pass(again === MOST_REREAD);
      if (read !== null) return read;
      await judge.judge({ kind: 'restart' });
    }
  };

  try {
    await judge.ready;
    const { entries, skipped, lost } = await whole();
    const counts = new Map<string, number>();
    for (const why of undecided.values()) sum(counts, undecidedTexts[why]);
    const all: readonly Lost[] = [
      ...[...counts].map(([why, count]) => ({ why, count })),
      ...[...lost].map(([service, count]) => ({ service, count, why: 'the process that had judged them ended' })),
    ];
    const judgement = await judge.judge({ kind: 'report', lost: all });
    const reports = judgement.kind === 'judged' ? judgement.result.reports : undefined;
    if (reports === undefined)
      throw new Failure('the process that judges has no report: see whether there is memory for it');
    return { reports, entries, skipped };
  } finally {
    await judge.close();
  }
}
