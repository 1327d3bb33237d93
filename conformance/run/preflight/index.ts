/** Finds the operations of a document that the suite cannot check within limits, before anything is sent. */
import { type Judge, openJudge, undecidedTexts, within } from '@wallet-services/kit/judge';
import type { OpenApiDocument } from '../../model/document/document.ts';
import type { Gap } from '../../model/document/gaps.ts';
import { within as placed } from '../../model/values/pointer.ts';
import { modestyOf } from './modest.ts';
import { excerptOf, type OperationPlace, operationsIn, withOperations } from './places.ts';
import { problemIn } from './trial.ts';

/** The number of operations that are tried at once: each attempt also reads what they refer to. */
const AT_ONCE = 50;

/** The number of times that the process is replaced; after that, the remaining operations are not tried. */
const MOST_REPLACED = 20;

/** The limit of one attempt, in milliseconds of processor time. */
const MILLISECONDS = 3_000;

/** The part of a document that can be checked, and the part that cannot. */
export interface Tried {
  /** The document without the operations that cannot be checked. */
  readonly document: OpenApiDocument;
  readonly gaps: readonly Gap[];
}

/** The operations to try, with the part of the document that they need. */
export interface TrialTask {
  readonly document: OpenApiDocument;
  readonly places: readonly OperationPlace[];
}

interface Trial {
  readonly document: OpenApiDocument;
  readonly judge: Judge<null, TrialTask, string | null>;
  /** The last process that tried an operation and has memory from it: how many were replaced before. */
  used: number | null;
}

/** Why operations cannot be checked; null if they can be. */
async function problemOf(trial: Trial, places: readonly OperationPlace[]): Promise<string | null> {
  const process = trial.judge.replaced();
  const judgement = await trial.judge.judge({ document: excerptOf(trial.document, places), places });
  if (judgement.kind === 'judged') {
    trial.used = process;
    return judgement.result;
  }
  // Earlier attempts may have used up the memory: the next one is in a new process.
  const isUnclear = judgement.why === 'out of memory' && places.length === 1 && trial.used === process;
  return isUnclear ? problemOf(trial, places) : undecidedTexts[judgement.why];
}

type Problem = readonly [place: OperationPlace, reason: string];

/** Tries operations together, and halves of them where that fails. */
async function tryAll(trial: Trial, places: readonly OperationPlace[]): Promise<readonly Problem[]> {
  if (trial.judge.replaced() >= MOST_REPLACED) {
    return places.map((place): Problem => [place, 'too much else of the document could not be judged']);
  }
  const reason = await problemOf(trial, places);
  const [first] = places;
  if (reason === null || first === undefined) return [];
  if (places.length === 1) return [[first, reason]];
  const middle = Math.ceil(places.length / 2);
  return [...(await tryAll(trial, places.slice(0, middle))), ...(await tryAll(trial, places.slice(middle)))];
}

/** Whether all operations can be tried in this process, without a problem. */
function isFine(document: OpenApiDocument): boolean {
  const places = operationsIn(document).map(([place]) => place);
  const judgement = within(MILLISECONDS, () => problemIn(excerptOf(document, places), places));
  return judgement.kind === 'judged' && judgement.result === null;
}

/**
 * Builds the checks of each operation in a process with limits of time and memory. The process is only started where
 * something in the document is large, or wrong: starting it takes longer than trying a usual document. Of a document
 * with many operations, only those with something large are tried: the others take as long as the run itself.
 *
 * @example
 * const { document, gaps } = await tried(given);
 * for (const { operation, reason } of gaps) console.log(operation, reason);
 */
export async function tried(document: OpenApiDocument): Promise<Tried> {
  const { large, isSmall } = modestyOf(document);
  if (large.length === 0 && (!isSmall || isFine(document))) return { document, gaps: [] };
  const program = new URL(`./program.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);
  const judge: Trial['judge'] = openJudge({ program, data: () => null, limits: { milliseconds: MILLISECONDS } });
  const trial: Trial = { document, judge, used: null };
  try {
    const operations = operationsIn(document);
    const places = operations.map(([place]) => place);
    const problems = new Map<OperationPlace, string>();
    const own = isSmall ? places : large;
    for (let at = 0; at < own.length; at += AT_ONCE) {
      const some = await tryAll(trial, own.slice(at, at + AT_ONCE));
      for (const [place, reason] of some) problems.set(place, reason);
    }
    const gaps = operations.flatMap(([place, { operationId }]): readonly Gap[] => {
      const reason = problems.get(place);
      const [path, method] = place;
      const pointer = placed(placed('/paths', path), method);
      return reason === undefined ? [] : [{ operation: operationId, reason: `${reason} (${pointer})` }];
    });
    if (gaps.length === 0) return { document, gaps };
    return {
      document: withOperations(
        document,
        places.filter((place) => !problems.has(place)),
      ),
      gaps,
    };
  } finally {
    await judge.close();
  }
}
