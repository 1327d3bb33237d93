/**
 * Audits the comparison of rules and questions: compares every member that the comparison does not read, and requires a
 * finding for every entry that only one side has.
 */
import type { Unnamed } from '../finding.ts';
import { arrayOf, isObject, isSame, type JsonObject, objectOf, stableText } from '../json.ts';
import { type Effect, EITHER, meaningFinding, READERS, sidesOf } from './finding.ts';
import type { LedgerSide } from './ledger.ts';
import { carriersOf, EVERYWHERE, NO_RENAMES } from './place.ts';

/** Members that the comparison of rules and questions reads. */
const READ = new Set(['id', 'service', 'operation', 'subject', 'rpc', 'text', 'level', 'source']);

/** Members about how an entry is checked, or where it comes from. */
const FOR_READERS = new Set(['family', 'aspect', 'clauses', 'probe', 'probes', 'unobservable', 'alike']);

/** An entry before interpretation. */
interface Raw {
  readonly area: 'rules' | 'questions';
  readonly id: string;
  readonly service: string;
  /** Equal for the same entry on both sides. */
  readonly key: string;
  readonly isDeclared: boolean;
  readonly node: JsonObject;
}

/** Findings for differences that no finding claims. */
export function auditLedger(base: LedgerSide, head: LedgerSide, findings: readonly Unnamed[]): readonly Unnamed[] {
  const [before, after] = [entriesOf(base), entriesOf(head)];
  const pairs = [...before].flatMap(([key, old]) => old.map((one, index) => [one, after.get(key)?.[index]] as const));
  const isClaimed = ({ id, service }: Raw) =>
    findings.some(
      ({ subject, before: old, after: now }) =>
        [subject, old, now].includes(id) || isWithin(id, `${service}.${subject}`) || isWithin(subject, id),
    );
  const changed = pairs.flatMap(([old, now]) => (now === undefined ? [] : members(old, now, isClaimed(now))));
  const ids = { base: idsIn(before), head: idsIn(after) };
  const alone = (side: Entries, other: Entries, others: ReadonlySet<string>, verb: 'added' | 'removed') =>
    [...side].flatMap(([key, own]) =>
      own
        .slice(other.get(key)?.length ?? 0)
        // The rules of a declaration are added and removed with it.
        .filter((one) => !one.isDeclared && (other.has(key) || !others.has(one.id)) && !isClaimed(one))
        .map((one) =>
          unknown(one, verb, verb === 'added' ? [null, stableText(one.node)] : [stableText(one.node), null]),
        ),
    );
  return [
    ...grouped(changed),
    ...alone(before, after, ids.head, 'removed'),
    ...alone(after, before, ids.base, 'added'),
  ];
}

/** Whether an id equals another one, or starts with all of its words. */
function isWithin(id: string, outer: string): boolean {
  return id.startsWith(outer) && !/^\w/.test(id.slice(outer.length));
}

type Entries = ReadonlyMap<string, readonly Raw[]>;

function idsIn(entries: Entries): ReadonlySet<string> {
  return new Set([...entries.values()].flat().map(({ id }) => id));
}

function entriesOf({ rules, questions, documents }: LedgerSide): Entries {
  const listed = (area: Raw['area'], nodes: readonly JsonObject[]) =>
    nodes.map((node) => rawOf(area, node, String(node['service'] ?? ''), 'ledger'));
  const written = (area: Raw['area'], extension: 'x-rules' | 'x-unspecified') =>
    [...documents].flatMap(([service, document]) =>
      [...carriersOf(document, extension, NO_RENAMES)].flatMap(({ value, place }) =>
        arrayOf(value)
          .filter(isObject)
          .map((node) => rawOf(area, node, service, place.label)),
      ),
    );
  const declared = [...documents].flatMap(([service, document]) =>
    [...carriersOf(document, 'x-behaviour', NO_RENAMES)].flatMap(({ value, place }) =>
      arrayOf(value)
        .flatMap((node) => arrayOf(objectOf(node)['rules']).filter(isObject))
        .map((node) => ({ ...rawOf('rules', node, service, place.label), isDeclared: true })),
    ),
  );
  const all = [
    ...listed('rules', rules),
    ...listed('questions', questions),
    ...written('rules', 'x-rules'),
    ...written('questions', 'x-unspecified'),
    ...declared,
  ];
  return Map.groupBy(all, ({ key }) => key);
}

function rawOf(area: Raw['area'], node: JsonObject, service: string, place: string): Raw {
  const { id, operation, subject, rpc } = node;
  const key = stableText([area, place, service, id, operation, subject, rpc]);
  return { area, id: String(id), service, key, isDeclared: false, node };
}

/** A differing member of an entry. */
interface Member {
  readonly entry: Raw;
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

function members(old: Raw, now: Raw, isClaimed: boolean): readonly Member[] {
  const names = new Set([...Object.keys(old.node), ...Object.keys(now.node)]);
  return (
    [...names]
      .filter((name) => !READ.has(name) && !isSame(old.node[name], now.node[name]))
      // The other members of a rule belong to its declaration, which is compared by its meaning.
      .filter((name) => FOR_READERS.has(name) || !isClaimed)
      .map((name) => ({ entry: now, name, before: old.node[name], after: now.node[name] }))
  );
}

/** One finding for several entries when only readers use the member, otherwise one for each. */
function grouped(found: readonly Member[]): readonly Unnamed[] {
  const isForReaders = ({ name }: Member) => FOR_READERS.has(name);
  const [plain, others] = [found.filter(isForReaders), found.filter((one) => !isForReaders(one))];
  const groups = Map.groupBy(plain, ({ entry, name }) => `${entry.service}\n${entry.area}\n${name}`);
  const readers = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { entry, name } = first;
    const ids = [...new Set(group.map((one) => one.entry.id))];
    const about = { id: ids.length === 1 ? entry.id : `${ids.length} ${entry.area}`, service: entry.service };
    const texts = [null, ids.length === 1 ? textOf(first.after) : ids.join(', ')] as const;
    const effects = sidesOf(READERS, READERS);
    return [
      meaningFinding(entry.area, { ...about, place: EVERYWHERE }, 'text-changed', `${name} changed`, texts, effects),
    ];
  });
  return [
    ...readers,
    ...others.map(({ entry, name, before, after }) =>
      unknown(entry, `${name} changed`, [textOf(before), textOf(after)]),
    ),
  ];
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : typeof value === 'string' ? value : stableText(value);
}

const SERVERS: Effect = ['unclear', 'the report does not compare this part: compare both versions yourself'];

function unknown({ area, id, service }: Raw, what: string, texts: readonly [string | null, string | null]): Unnamed {
  const change = `${what}; the report cannot tell what that means`;
  return meaningFinding(
    area,
    { id, service, place: EVERYWHERE },
    'not-compared',
    change,
    texts,
    sidesOf(EITHER, SERVERS),
  );
}
