/** The effects of declared behaviour on clients, by family: they cannot be derived from the words of the rules. */
import type { JsonObject } from '../json.ts';
import type { Declaration } from './declaration.ts';
import { type Effect, EITHER } from './finding.ts';

/** Families that only describe where things are, and require nothing. */
export const POINTERS: ReadonlySet<string> = new Set(['list', 'found-in']);

/** Families that promise something about answers. Those that also reject calls have the aspects below. */
const PROMISES = new Set(
  `access belongs-to chosen-by conditional counts echoes envelope idempotent invariant json lifetime limited members moment moves one-of paged
  read-back read-only refers-to removes same-as sorted`.split(/\s+/),
);

/** Aspects that reject calls which were accepted before. */
const REFUSALS: Readonly<Record<string, (aspect: string) => boolean>> = {
  'required-when': () => true,
  'chosen-by': (aspect) => aspect === 'required',
  conditional: (aspect) => aspect === 'required',
  idempotent: (aspect) => aspect === 'other-body',
  lifetime: (aspect) => aspect === 'ends',
};

export const RELY: Effect = ['compatible', 'can rely on it'];
export const REFUSED: Effect = ['breaking', 'requests that were valid are refused: see what holds now'];

/** Whether a family promises something about answers. */
export function isPromise({ family }: Declaration): boolean {
  return PROMISES.has(family);
}

/** Whether a declaration only rejects calls. */
export function isRefusal({ family, rules }: Declaration): boolean {
  const refuses = REFUSALS[family];
  return refuses !== undefined && (rules.length === 0 || rules.every(({ aspect }) => refuses(aspect)));
}

function refusesOnPain({ family, rules }: Declaration): boolean {
  const refuses = REFUSALS[family];
  return (
    refuses !== undefined &&
    (rules.length === 0 || rules.some(({ level, aspect }) => level === 'must' && refuses(aspect)))
  );
}

/**
 * The effect of a declaration's new parts on clients.
 *
 * @param limit previous schema of the parameter that limits
 */
export function toClients(now: Declaration, direction: 'request' | 'response' | undefined, limit: JsonObject): Effect {
  if (refusesOnPain(now)) return REFUSED;
  if (direction === 'request') return EITHER;
  if (now.family === 'limited') return shortened(now.members, limit);
  return direction === 'response' || isPromise(now) ? RELY : EITHER;
}

/**
 * The effect of a limit: answers are shortened without a documented limit; a limit in the parameter's schema shortens
 * nothing.
 */
function shortened({ default: usual, maximum }: JsonObject, limit: JsonObject): Effect {
  const cut = [
    usual === undefined || Number(limit['default']) === usual ? [] : [`request no number get at most ${usual}`],
    maximum === undefined || Number(limit['maximum']) <= Number(maximum)
      ? []
      : [`request more than ${maximum} get at most that many`],
  ].flat();
  return cut.length === 0 ? RELY : ['breaking', `that ${cut.join(', that ')}`];
}
