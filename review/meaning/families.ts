/** What a declaration of behaviour means to those who call, by its family: what no program can tell from its words. */
import { arrayOf, type JsonObject, objectOf, stableText } from '../json.ts';
import type { Declaration } from './declaration.ts';
import { EITHER, type Told } from './finding.ts';

/** Families that tell programs where things are, and ask nothing of anybody. */
export const POINTERS: ReadonlySet<string> = new Set(['list', 'found-in']);

/** Families that promise something about answers. Those that also refuse calls have the aspects below. */
const PROMISES = new Set(
  `access belongs-to chosen-by counts echoes envelope invariant json lifetime limited members moment moves one-of paged
  read-back read-only refers-to same-as sorted`.split(/\s+/),
);

/** Aspects that refuse calls which nobody refused before. */
const REFUSALS: Readonly<Record<string, (aspect: string) => boolean>> = {
  'required-when': () => true,
  'chosen-by': (aspect) => aspect === 'required',
  lifetime: (aspect) => aspect === 'ends',
};

const RELY: Told = ['compatible', 'can rely on it'];
const REFUSED: Told = ['breaking', 'calls that were right are refused: see what holds now'];

/** Whether a family promises something about answers. */
export function isPromise({ family }: Declaration): boolean {
  return PROMISES.has(family);
}

/** Whether all that a declaration says is that calls are refused. */
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
 * What a declaration does to clients that was not there before.
 *
 * @param limit schema of the parameter that limits, as it was before
 */
export function toClients(now: Declaration, direction: 'request' | 'response' | undefined, limit: JsonObject): Told {
  if (refusesOnPain(now)) return REFUSED;
  if (direction === 'request') return EITHER;
  if (now.family === 'limited') return shortened(now.members, limit);
  return direction === 'response' || isPromise(now) ? RELY : EITHER;
}

/** Answers are cut short where nobody said so; what the schema of the parameter said already cuts nothing. */
function shortened({ default: usual, maximum }: JsonObject, limit: JsonObject): Told {
  const cut = [
    usual === undefined || Number(limit['default']) === usual ? [] : [`ask for no number get ${usual} at most`],
    maximum === undefined || Number(limit['maximum']) <= Number(maximum)
      ? []
      : [`ask for more than ${maximum} get no more than that`],
  ].flat();
  return cut.length === 0 ? RELY : ['breaking', `that ${cut.join(', that ')}`];
}

/** What a change means to both sides, where its family orders what is said: more of it, or less. */
export function ordered(old: Declaration, now: Declaration): { readonly clients: Told; readonly servers: Told } | null {
  return ORDERS[now.family]?.(old.members, now.members, now) ?? null;
}

type Order = (old: JsonObject, now: JsonObject, after: Declaration) => ReturnType<typeof ordered>;

const HAVE_TO: Told = ['breaking', 'have to do what holds now'];
const READ_BOTH: Told = ['unclear', 'more or less may hold than before: read both'];

const ORDERS: Readonly<Record<string, Order>> = {
  access({ need: before }, { need }) {
    if (before === need) return null;
    return need === 'none'
      ? { clients: ['compatible', 'may call without a credential'], servers: ['breaking', 'have to answer everybody'] }
      : {
          clients: ['breaking', 'are refused without a credential'],
          servers: ['breaking', 'have to refuse who comes without a credential'],
        };
  },
  // No program tells which of two expressions holds more often.
  invariant: () => ({ clients: READ_BOTH, servers: READ_BOTH }),
  lifetime({ minutes: before, scheme: was }, { minutes, scheme }, { rules }) {
    if (was !== scheme) return null;
    const ends = rules.some(({ aspect, level }) => aspect === 'ends' && level === 'must');
    return Number(minutes) > Number(before)
      ? { clients: ['compatible', 'may keep a credential for longer'], servers: HAVE_TO }
      : {
          clients: ['breaking', 'have to renew a credential sooner'],
          servers: ends ? HAVE_TO : ['compatible', 'need not take a credential for as long'],
        };
  },
  'required-when'({ member: was, when: before }, { member, when }) {
    const [old, now] = [objectOf(before), objectOf(when)];
    const isSame =
      was === member && stableText(Object.keys(old).toSorted()) === stableText(Object.keys(now).toSorted());
    if (isSame && isWithin(old, now)) return { clients: REFUSED, servers: HAVE_TO };
    if (isSame && isWithin(now, old)) {
      return { clients: ['compatible', 'are refused less'], servers: ['compatible', 'need not refuse as much'] };
    }
    return { clients: REFUSED, servers: HAVE_TO };
  },
};

/** Whether the values of all members are among those of the other's. */
function isWithin(one: JsonObject, other: JsonObject): boolean {
  return Object.entries(one).every(([name, values]) => {
    const all = new Set(arrayOf(other[name]).map(stableText));
    return arrayOf(values).every((value) => all.has(stableText(value)));
  });
}
