/** Compares rules by id and place. */
import type { Effects, Unnamed } from '../finding.ts';
import { type Entries, type Entry, keyOf } from './entry.ts';
import { type Effect, EITHER, meaningFinding, READERS, sidesOf } from './finding.ts';

/** The levels of a rule, weakest first. */
const LEVELS = ['observe', 'should', 'must'];

/** Context of the comparison of rules. */
export interface Around {
  /** Whether only one side has the operation, so that its statements are added and removed with it. */
  readonly alone: (entry: Entry) => boolean;
  /** A curl command for the place of an entry; null when none can be built. */
  readonly request: (entry: Entry) => string | null;
  /**
   * Keys of entries whose additions, removals and changes are reported with their declaration.
   */
  readonly claimed: ReadonlySet<string>;
}

/** Finds rules that were added, removed or changed. */
export function compareRules(before: Entries, after: Entries, around: Around): readonly Unnamed[] {
  const gone = [...before.values()].filter((entry) => !after.has(keyOf(entry)) && !around.claimed.has(keyOf(entry)));
  const added = [...after.values()].filter((entry) => !before.has(keyOf(entry)) && !around.claimed.has(keyOf(entry)));
  const renamed = renamesIn(gone, added);
  const stays = [...after.values()].flatMap((now) => {
    const old = before.get(keyOf(now));
    return old === undefined ? [] : changed(old, now, around);
  });
  const isRenamed = new Set([...renamed].flat());
  return [
    ...added.filter((entry) => !isRenamed.has(entry)).map((entry) => came(entry, around)),
    ...gone.filter((entry) => !isRenamed.has(entry)).map((entry) => went(entry, around)),
    ...[...renamed].map(([now, old]) =>
      meaningFinding('rules', now, 'rule-renamed', 'id of the rule changed', [old.id, now.id], {
        ...sidesOf(
          ['documentation', 'reports use the new id'],
          ['documentation', 'lists of known failures need the new id'],
        ),
      }),
    ),
    ...stays,
  ];
}

/** Entries with only a new id: the same words at the same place. */
export function renamesIn(gone: readonly Entry[], added: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const same = (entry: Entry) => [entry.service, entry.place.label, entry.level, entry.text].join('\n');
  const free = new Map(gone.map((entry) => [same(entry), entry]));
  return new Map(
    added.flatMap((entry) => {
      const old = free.get(same(entry));
      free.delete(same(entry));
      return old === undefined ? [] : [[entry, old] as const];
    }),
  );
}

/** The effect of a requirement that is new together with its operation or parameter. */
export function withIts(thing: 'operation' | 'parameter'): Effects {
  return sidesOf(
    ['compatible', `it comes with its ${thing}`],
    ['compatible', `have to follow it where they offer the ${thing}`],
  );
}

/** The effect of a new requirement of a level. */
export function demanded(level: string, must: Effect, more = ''): Effects {
  if (level === 'must') return sidesOf(must, ['breaking', `have to follow it${more}`]);
  if (level === 'should')
    return sidesOf(['compatible', 'can expect it, but not rely on it'], ['compatible', 'should follow it']);
  return sidesOf(READERS, READERS);
}

/** The effect of a removed requirement of a level. */
export function withdrawn(level: string, must: Effect): Effects {
  if (level === 'must') return sidesOf(must, ['compatible', 'no longer have to follow it']);
  if (level === 'should')
    return sidesOf(['compatible', 'can no longer expect it'], ['compatible', 'are free to choose']);
  return sidesOf(READERS, READERS);
}

/** Clients lose a guarantee. */
export const LOST: Effect = ['breaking', 'can no longer rely on it'];

function came(entry: Entry, { alone, request }: Around): Unnamed {
  const effects = alone(entry) ? withIts('operation') : demanded(entry.level, EITHER, checkFor(entry));
  const change = `rule added${at(entry)} (${entry.level})`;
  return meaningFinding('rules', entry, 'rule-added', change, [null, entry.text], effects, request(entry));
}

/** The check of an entry: declared behaviour has its family's, other rules have none yet. */
function checkFor({ isDeclared }: Entry): string {
  return isDeclared ? '' : '; the conformance suite needs a check for it';
}

function went(entry: Entry, { alone, request }: Around): Unnamed {
  const effects = alone(entry)
    ? sidesOf(['documentation', 'it goes with its operation'], ['documentation', 'it goes with its operation'])
    : withdrawn(entry.level, LOST);
  const change = `rule removed${at(entry)} (${entry.level})`;
  const shown = alone(entry) ? null : request(entry);
  return meaningFinding('rules', entry, 'rule-removed', change, [entry.text, null], effects, shown);
}

/** The place as words after the description of the change. */
export function at({ place }: Pick<Entry, 'place'>): string {
  return place.shown === '' ? '' : ` at ${place.shown}`;
}

function changed(old: Entry, now: Entry, { claimed: known, request }: Around): readonly Unnamed[] {
  const isReported = known.has(keyOf(now));
  const reworded = 'rule reworded; its meaning must stay the same';
  return [
    ...(old.level === now.level ? [] : [leveled(old, now, request(now))]),
    ...(old.text === now.text || isReported
      ? []
      : [meaningFinding('rules', now, 'rule-reworded', reworded, [old.text, now.text], sidesOf(READERS, READERS))]),
    ...(old.source === now.source || isReported
      ? []
      : [
          meaningFinding(
            'rules',
            now,
            'source-changed',
            'source changed',
            [old.source, now.source],
            sidesOf(READERS, READERS),
          ),
        ]),
  ];
}

function leveled(old: Entry, now: Entry, request: string | null): Unnamed {
  const stricter = LEVELS.indexOf(now.level) > LEVELS.indexOf(old.level);
  // Turning advice into a requirement does not reject calls that were valid before.
  const must: Effect = old.level === 'observe' ? EITHER : ['compatible', 'can rely on it'];
  const effects = stricter ? demanded(now.level, must, checkFor(now)) : withdrawn(old.level, LOST);
  const change = `rule is now ${now.level}, was ${old.level}`;
  return meaningFinding('rules', now, 'rule-level-changed', change, [old.level, now.level], effects, request);
}
