/**
 * Double entry: after the comparison both raw documents are traversed again, and every difference between them has to
 * be claimed by a finding, or by a declared equivalence. An unclaimed difference is reported as "cannot tell" at its
 * pointer.
 */
import type { Unnamed } from '../finding.ts';
import { type JsonObject, segmentsOf, stableText } from '../json.ts';
import { aboveOf, Compared, definitionOf } from './audit/compared.ts';
import { type RawDifference, rawDifferences } from './audit/raw.ts';
import { isText } from './judge/keyword.ts';

/** The two documents, and the parts of them that were compared. */
export interface Audited {
  readonly base: JsonObject;
  readonly head: JsonObject;
  /** Where the canonical nodes that were compared are written. */
  readonly compared: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
  /** The operations that one side has alone. */
  readonly alone: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
}

/** Findings for what no finding claims. */
export function auditOf(
  service: string,
  { base, head, compared, alone }: Audited,
  findings: readonly Unnamed[],
): readonly Unnamed[] {
  const claims = claimsOf(findings);
  const before = new Compared(base, compared.base, claims.base.pointers, alone.base);
  const after = new Compared(head, compared.head, claims.head.pointers, alone.head);
  const unclaimed = rawDifferences(base, head).filter((difference) => {
    if (isClaimed(claims.base, difference.base) || isClaimed(claims.head, difference.head)) return false;
    if (isDefinitionAlone(difference)) return false;
    const isRead = (side: Compared, pointer: string | null) => pointer === null || side.has(pointer);
    return !isRead(before, difference.base) || !isRead(after, difference.head);
  });
  return grouped(unclaimed).map((difference) => unknown(service, difference));
}

/** Whether one side has a whole definition alone: what refers to it is compared, and not the definition. */
function isDefinitionAlone({ base, head }: RawDifference): boolean {
  if (base !== null && head !== null) return false;
  const pointer = base ?? head ?? '';
  return definitionOf(pointer) === pointer || /^#\/components(\/[^/]+)?$/.test(pointer);
}

interface Claims {
  readonly base: Claimed;
  readonly head: Claimed;
}

/** Pointers of one side, and everything above them. */
interface Claimed {
  readonly pointers: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
}

function claimsOf(findings: readonly Unnamed[]): Claims {
  const all = findings.flatMap(({ pointers, also = [] }) => [...(pointers === undefined ? [] : [pointers]), ...also]);
  return { base: claimed(all.map(({ base }) => base)), head: claimed(all.map(({ head }) => head)) };
}

function claimed(pointers: readonly (string | null)[]): Claimed {
  const own = new Set(pointers.filter((pointer) => pointer !== null));
  const above = new Set<string>();
  for (const pointer of own) for (const outer of aboveOf(pointer)) above.add(outer);
  return { pointers: own, above };
}

/** Whether a pointer is one that is claimed, or inside of one, or holds one. */
function isClaimed({ pointers, above }: Claimed, pointer: string | null): boolean {
  if (pointer === null) return false;
  if (pointers.has(pointer) || above.has(pointer)) return true;
  for (const outer of aboveOf(pointer)) if (pointers.has(outer) && !isRoot(outer)) return true;
  return false;
}

/** A finding about a whole operation or document does not claim all that is in it. */
function isRoot(pointer: string): boolean {
  return pointer === '#' || /^#\/paths\/[^/]+(\/[a-z]+)?$/.test(pointer);
}

/** Of differences that are inside of one another, the outer ones. */
function grouped(differences: readonly RawDifference[]): readonly RawDifference[] {
  const seen = new Set(differences.flatMap(({ base, head }) => [base ?? '', head ?? '']));
  const isInner = (pointer: string | null) =>
    pointer !== null && [...aboveOf(pointer)].some((outer) => seen.has(outer));
  return differences.filter(({ base, head }) => !isInner(base) && !isInner(head));
}

function textOf(value: unknown): string | null {
  return value === undefined ? null : stableText(value);
}

const HOW = 'the report does not compare this part: compare both versions yourself';

const TEXT = { class: 'documentation', how: '' } as const;

function unknown(service: string, { base, head, before, after }: RawDifference): Unnamed {
  const pointer = head ?? base ?? '';
  const verb = base === null ? 'added' : head === null ? 'removed' : 'changed';
  const isForPeople = isText(segmentsOf(pointer).at(-1) ?? '');
  const effect = isForPeople ? TEXT : { class: 'unclear' as const, how: HOW };
  return {
    area: 'http',
    sides: { clients: effect, servers: effect, mocks: effect },
    service,
    direction: null,
    subject: pointer,
    member: '',
    kind: isForPeople ? 'text-changed' : 'not-compared',
    change: isForPeople ? verb : `${verb}; the report cannot tell what that means`,
    before: textOf(before),
    after: textOf(after),
    places: [],
    pointers: { base, head },
    corrected: null,
    request: null,
  };
}
