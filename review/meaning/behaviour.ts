/** Compares declared behaviour of every family, and describes the changes. */
import type { Effects, Unnamed } from '../finding.ts';
import { type JsonObject, stableText } from '../json.ts';
import { type Declaration, differenceOf, levelOf, type Pair, pairsOf, wordsOf } from './declaration.ts';
import { type Entries, type Entry, keyOf } from './entry.ts';
import { isPromise, isRefusal, POINTERS, toClients } from './families.ts';
import { meaningFinding, READERS, sidesOf } from './finding.ts';
import { ordered } from './orders.ts';
import { demanded, LOST, withdrawn, withIts } from './rules.ts';

/** Context of the comparison of declarations. */
export interface Around {
  readonly before: Entries;
  readonly after: Entries;
  /** Whether only one side has the place. */
  readonly alone: (declaration: Declaration) => boolean;
  /** Whether the place belongs to requests, to responses, or is an operation (undefined). */
  readonly direction: (declaration: Declaration) => 'request' | 'response' | undefined;
  /** Whether a parameter of the place is new and optional. */
  readonly isNewChoice: (declaration: Declaration, parameter: string) => boolean;
  /** The limit of the list parameter in the previous document; empty when it had none. */
  readonly limit: (declaration: Declaration) => JsonObject;
  /** A curl command whose answer shows the declared behaviour; null when none can be built. */
  readonly request: (declaration: Declaration) => string | null;
}

/** The result of the comparison. */
export interface Compared {
  readonly findings: readonly Unnamed[];
  /** Keys of the rules that the findings cover. */
  readonly claimed: ReadonlySet<string>;
}

/** Finds declarations that were added, removed or changed. */
export function compareBehaviour(
  before: readonly Declaration[],
  after: readonly Declaration[],
  around: Around,
): Compared {
  const outcomes = pairsOf(before, after).map((pair) => outcomeOf(pair, around));
  return {
    findings: outcomes.flatMap(({ findings }) => findings),
    claimed: new Set(outcomes.flatMap(({ claimed: keys }) => keys)),
  };
}

interface Outcome {
  readonly findings: readonly Unnamed[];
  readonly claimed: readonly string[];
}

const NOTHING: Outcome = { findings: [], claimed: [] };

function outcomeOf([old, now]: Pair, around: Around): Outcome {
  if (old !== undefined && now !== undefined) return changed(old, now, around);
  if (now !== undefined) return came(now, around);
  return old === undefined ? NOTHING : went(old, around);
}

function keys(...declarations: readonly Declaration[]): readonly string[] {
  return declarations.flatMap(({ rules }) => rules.map(keyOf));
}

function came(now: Declaration, around: Around): Outcome {
  const { family } = now;
  if (now.rules.length > 0 && now.rules.every((rule) => isStated(rule, around.before))) {
    const change = `${family}: now declared; before, a rule said it`;
    return one(now, 'behaviour-declared', change, [null, wordsOf(now)], sidesOf(READERS, READERS), null);
  }
  const effects = around.alone(now)
    ? withIts('operation')
    : ofNewChoice(now, around)
      ? withIts('parameter')
      : added(now, around);
  const change = `${family}: now holds`;
  return {
    ...one(now, 'behaviour-added', change, [null, wordsOf(now)], effects, around.request(now)),
    claimed: keys(now),
  };
}

/** Whether a declaration only concerns a new optional parameter, so that it does not affect other calls. */
function ofNewChoice(now: Declaration, around: Around): boolean {
  const { parameter } = now.members;
  return now.family === 'belongs-to' && typeof parameter === 'string' && around.isNewChoice(now, parameter);
}

function went(old: Declaration, around: Around): Outcome {
  const { family } = old;
  if (old.rules.length > 0 && old.rules.every((rule) => isStated(rule, around.after))) {
    const change = `${family}: no longer declared; now a rule says it`;
    return one(old, 'behaviour-declared', change, [wordsOf(old), null], sidesOf(READERS, READERS), null);
  }
  const effects = around.alone(old)
    ? sidesOf(['documentation', 'it goes with its operation'], ['documentation', 'it goes with its operation'])
    : dropped(old);
  const change = `${family}: no longer holds`;
  return {
    ...one(
      old,
      'behaviour-removed',
      change,
      [wordsOf(old), null],
      effects,
      around.alone(old) ? null : around.request(old),
    ),
    claimed: keys(old),
  };
}

function changed(old: Declaration, now: Declaration, around: Around): Outcome {
  const { family } = now;
  const differences = differenceOf(old.members, now.members);
  if (differences.length === 0) return sourced(old, now);
  const change = `${family}: ${differences.join('; ')}`;
  const texts = [wordsOf(old), wordsOf(now)] as const;
  const effects = changes(old, now, around);
  return { ...one(now, 'behaviour-changed', change, texts, effects, around.request(now)), claimed: keys(old, now) };
}

/** The effect of a changed declaration. */
function changes(old: Declaration, now: Declaration, around: Around): Effects {
  const [before, after] = [levelOf(old), levelOf(now)];
  if (POINTERS.has(now.family)) return sidesOf(READERS, READERS);
  if (before === 'must' && after !== 'must') return dropped(old);
  if (before !== 'must') return added(now, around);
  const known = around.direction(now) === 'request' ? null : ordered(old, now);
  if (known !== null) return sidesOf(known.clients, known.servers);
  const more = besides(now, old);
  if (more !== null) return added(more, around);
  const less = besides(old, now);
  return less === null ? otherwise(now, around) : dropped(less);
}

/**
 * The part of a declaration that exceeds another one; null when it does not include the other completely, or adds
 * nothing.
 */
function besides(whole: Declaration, part: Declaration): Declaration | null {
  const texts = new Set(part.rules.map(({ text }) => text));
  const rules = whole.rules.filter(({ text }) => !texts.has(text));
  const isMore = rules.length > 0 && whole.rules.length - rules.length === part.rules.length;
  const isWider = Object.entries(part.members).every(
    ([name, value]) => stableText(value) === stableText(whole.members[name]),
  );
  if (!isMore || !isWider || part.rules.length === 0) return null;
  const members = Object.entries(whole.members).filter(([name]) => part.members[name] === undefined);
  return { ...whole, members: Object.fromEntries(members), rules };
}

/** The effect of an added declaration. */
function added(now: Declaration, around: Around): Effects {
  if (POINTERS.has(now.family)) return sidesOf(READERS, READERS);
  return demanded(levelOf(now), toClients(now, around.direction(now), around.limit(now)));
}

/** The effect of a removed declaration. Callers whose calls it rejected lose nothing. */
function dropped(old: Declaration): Effects {
  if (POINTERS.has(old.family)) return sidesOf(READERS, READERS);
  return withdrawn(levelOf(old), isRefusal(old) ? ['compatible', 'are refused less often'] : LOST);
}

/** The outcome for equal behaviour; its rules are compared separately. */
function sourced(old: Declaration, now: Declaration): Outcome {
  const theirs = now.rules.some((rule) => rule.source === now.source);
  if (old.source === now.source || theirs) return NOTHING;
  const change = `${now.family}: source changed`;
  return one(now, 'source-changed', change, [old.source, now.source], sidesOf(READERS, READERS), null);
}

/** The effect of other behaviour: clients can no longer rely on the old one, and correct servers become wrong. */
function otherwise(now: Declaration, around: Around): Effects {
  if (isPromise(now) && around.direction(now) !== 'request') {
    return sidesOf(['breaking', 'can no longer rely on what held'], ['breaking', 'have to follow what holds now']);
  }
  const both = 'may require more or less than before: compare both';
  return sidesOf(['unclear', both], ['unclear', both]);
}

/** Whether the other side also has the rule, with the same id or the same words. */
function isStated(rule: Entry, entries: Entries): boolean {
  const same = ({ service, place, level, text }: Entry) =>
    service === rule.service && place.label === rule.place.label && level === rule.level && text === rule.text;
  return entries.has(keyOf(rule)) || [...entries.values()].some(same);
}

function one(
  declaration: Declaration,
  kind: string,
  change: string,
  texts: readonly [string | null, string | null],
  effects: Effects,
  request: string | null,
): Outcome {
  const { service, place, family } = declaration;
  const id = place.shown === '' ? family : `${place.shown}.${family}`;
  return {
    findings: [meaningFinding('behaviour', { id, service, place }, kind, change, texts, effects, request)],
    claimed: [],
  };
}
