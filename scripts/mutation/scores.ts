/** What mutation testing found, by folder: `scores.json`, which the page of scores is made of. */
import { readFile, writeFile } from 'node:fs/promises';

/** How many mutants of a folder came to which end. */
export interface Score {
  /** A test failed, or ran without end. */
  readonly killed: number;
  readonly survived: number;
  /** No test runs the line. */
  readonly uncovered: number;
  /** Left out by a comment with a reason. */
  readonly excused: number;
}

export type Status = 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | string;

/** Counts mutants; those that cannot be compiled are left out. */
export function scoreOf(statuses: readonly Status[]): Score {
  const count = (...names: readonly Status[]) => statuses.filter((status) => names.includes(status)).length;
  return {
    killed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    uncovered: count('NoCoverage'),
    excused: count('Ignored'),
  };
}

/** Killed mutants of those that are not excused, in per cent; 100 where there are none. */
export function percentOf({ killed, survived, uncovered }: Score): number {
  const all = killed + survived + uncovered;
  return all === 0 ? 100 : (100 * killed) / all;
}

const file = new URL('scores.json', import.meta.url);

/** Records the score of a folder beside those of the others. */
export async function recordScore(name: string, score: Score, to: URL = file): Promise<void> {
  const scores: Record<string, Score> = JSON.parse(await readFile(to, 'utf8'));
  const all = Object.entries({ ...scores, [name]: score }).sort(([one], [other]) => (one < other ? -1 : 1));
  await writeFile(to, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
