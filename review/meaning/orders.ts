/**
 * Decides which of two declarations of a family is stricter, if its options have an order.
 */
import { arrayOf, isObject, type JsonObject, objectOf, stableText } from '../json.ts';
import type { Declaration } from './declaration.ts';
import { REFUSED, RELY } from './families.ts';
import type { Effect } from './finding.ts';
import { LOST } from './rules.ts';

/** The effects of a change on both sides. */
export interface Both {
  readonly clients: Effect;
  readonly servers: Effect;
}

const HAVE_TO: Effect = ['breaking', 'have to follow what holds now'];
const OTHERS: Effect = ['compatible', 'may call with another credential'];
const READ_BOTH: Effect = ['unclear', 'may hold more or less than before: compare both'];

/**
 * The effects of a change when the options of the family are ordered: stricter or looser; null when they have no order.
 */
export function ordered(old: Declaration, now: Declaration): Both | null {
  const order = ORDERS[now.family];
  return order === undefined ? byOptions(old, now) : order(old.members, now.members, now);
}

const ORDERS: Readonly<Record<string, (old: JsonObject, now: JsonObject, after: Declaration) => Both | null>> = {
  access({ need: before, schemes: was }, { need, schemes }) {
    // Whether all of them are required is reported with the security of the operation.
    if (before === need) return isAmong(itemsOf(was), itemsOf(schemes)) ? { clients: OTHERS, servers: HAVE_TO } : null;
    return need === 'none'
      ? { clients: ['compatible', 'may call without a credential'], servers: ['breaking', 'have to accept everybody'] }
      : {
          clients: ['breaking', 'are refused without a credential'],
          servers: ['breaking', 'have to refuse requests without a credential'],
        };
  },
  // It cannot be decided which of two expressions is stricter.
  invariant: () => ({ clients: READ_BOTH, servers: READ_BOTH }),
  lifetime({ minutes: before, scheme: was }, { minutes, scheme }, { rules }) {
    if (was !== scheme) return null;
    const ends = rules.some(({ aspect, level }) => aspect === 'ends' && level === 'must');
    return Number(minutes) > Number(before)
      ? { clients: ['compatible', 'may use a credential for longer'], servers: HAVE_TO }
      : {
          clients: ['breaking', 'have to renew a credential sooner'],
          servers: ends ? HAVE_TO : ['compatible', 'may accept a credential for less time'],
        };
  },
  // Each value of each member is a separate case.
  'required-when'({ member: was, when: before }, { member, when }) {
    return was === member && isWithin(objectOf(when), objectOf(before))
      ? { clients: ['compatible', 'are refused less often'], servers: ['compatible', 'have to refuse less'] }
      : { clients: REFUSED, servers: HAVE_TO };
  },
};

/** Whether the values of all members are a subset of the other's. */
function isWithin(one: JsonObject, other: JsonObject): boolean {
  return Object.entries(one).every(([name, values]) => isAmong(itemsOf(values), itemsOf(other[name])));
}

function itemsOf(value: unknown): readonly string[] {
  return isObject(value) ? Object.entries(value).map((entry) => stableText(entry)) : arrayOf(value).map(stableText);
}

function isAmong(items: readonly string[], others: readonly string[]): boolean {
  return items.every((item) => others.includes(item));
}

/** The effect of another value of an option on a promise; null when it becomes another promise. */
type Way = (...sides: [old: unknown, now: unknown, after: Declaration]) => 'more' | 'less' | 'unclear' | null;

const turned =
  (way: Way): Way =>
  (old, now, after) =>
    way(now, old, after);

const stated: Way = (old, now) => (old === undefined ? 'more' : now === undefined ? 'less' : null);
const omitted = turned(stated);
/** An option that lists what is promised. */
const listed: Way = (old, now) => {
  const [before, after] = [itemsOf(old), itemsOf(now)];
  return isAmong(before, after) ? 'more' : isAmong(after, before) ? 'less' : null;
};
const leftOut = turned(listed);

/** Ordered options by family. A change of any other option makes it another promise. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  'chosen-by': { headers: chosen, query: chosen, shown: listed },
  echoes: { members: listed, trimmed: omitted },
  envelope: { except: leftOut },
  limited: { maximum: raised },
  // For another case it cannot be decided which one is stricter.
  members: { present: listed, absent: listed, when: (...sides) => omitted(...sides) ?? 'unclear' },
  moment: {
    zone: (old, now, after) => (now === 'utc' ? 'more' : old === 'utc' ? 'less' : stated(old, now, after)),
    now: stated,
    past: stated,
  },
  'one-of': { apart: leftOut, when: leftOut },
  paged: { total: stated, more: stated },
  // An absent list of members means unspecified members, not none.
  'read-back': {
    members: (...sides) => (sides.includes(undefined) ? null : listed(...sides)),
    lists: listed,
    keeps: listed,
  },
  'same-as': { except: leftOut },
  sorted: { direction: (old, now) => (old === 'either' ? 'more' : now === 'either' ? 'less' : null), when: omitted },
};

/** An option that lists alternatives: with fewer of them, more callers are rejected. */
function chosen(...sides: Parameters<Way>): ReturnType<Way> {
  const [, , { rules }] = sides;
  const way = listed(...sides);
  return way === 'less' && rules.some(({ aspect }) => aspect === 'required') ? null : way;
}

/** An option that lengthens lists: longer ones may be sent, or must be sent if they have to be filled. */
function raised(old: unknown, now: unknown, { rules }: Declaration): ReturnType<Way> {
  const isFilled = rules.some(({ aspect }) => aspect === 'filled');
  return typeof old === 'number' && typeof now === 'number' && now > old && !isFilled ? 'less' : null;
}

function byOptions(old: Declaration, now: Declaration): Both | null {
  const options = OPTIONS[now.family] ?? {};
  const names = new Set([...Object.keys(old.members), ...Object.keys(now.members)]);
  const ways = [...names]
    .filter((name) => stableText(old.members[name]) !== stableText(now.members[name]))
    .map((name) => options[name]?.(old.members[name], now.members[name], now) ?? null);
  const [way = null, ...others] = new Set(ways);
  if (way === null || others.length > 0) return null;
  if (way === 'unclear') return { clients: READ_BOTH, servers: READ_BOTH };
  // Rules that changed in the opposite direction make it neither stricter nor looser.
  const [most, least] = way === 'more' ? [now, old] : [old, now];
  if (most.rules.length < least.rules.length) return null;
  return way === 'more'
    ? { clients: RELY, servers: HAVE_TO }
    : { clients: LOST, servers: ['compatible', 'no longer have to follow it'] };
}
