/** The results of mutation testing by folder: `scores.json`, the source of the page of scores. */
import { readFile, writeFile } from 'node:fs/promises';

/** Number of mutants with each result. */
export interface Score {
  /** A test failed or did not end. */
  readonly killed: number;
  readonly survived: number;
  /** No test runs the line. */
  readonly uncovered: number;
  /** Excluded by a comment with a reason. */
  readonly excused: number;
}

export type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | string;

/** Counts mutants, without those that cannot be compiled. */
export function scoreOf(statuses: readonly Status[]): Score {
  const count = (...names: readonly Status[]) => statuses.filter((status) => names.includes(status)).length;
  return {
    killed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    excused: count('Ignored'),
  };
}

/** Share of killed mutants among those that are not excused, in per cent; 100 when there are none. */
export function percentOf({ killed, survived, uncovered }: Score): number {
  const all = killed + survived + uncovered;
  return all === 0 ? 100 : (100 * killed) / all;
}

const file = new URL('scores.json', import.meta.url);

/** Records the score of a folder next to those of the others. */
export async function recordScore(name: string, score: Score, to: URL = file): Promise<void> {
  const scores: Record<string, Score> = JSON.parse(await readFile(to, 'utf8'));
  const all = Object.entries({ ...scores, [name]: score }).sort(([one], [other]) => (one < other ? -1 : 1));
  await writeFile(to, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
