/**
 * Audits a comparison: traverses both raw documents again, and requires that each difference is claimed by a finding or
 * by a declared equivalence. An unclaimed difference is reported as "cannot tell" with its pointer.
 */
import type { Unnamed } from '../finding.ts';
import { type JsonObject, segmentsOf, stableText } from '../json.ts';
import { aboveOf, Compared, definitionOf } from './audit/compared.ts';
import { type RawDifference, rawDifferences } from './audit/raw.ts';
import { isText } from './judge/keyword.ts';

/** The two documents, and their compared parts. */
export interface Audited {
  readonly base: JsonObject;
  readonly head: JsonObject;
  /** Pointers of the compared canonical nodes. */
  readonly compared: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
  /** The operations that only one side has. */
  readonly alone: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
}

/** Findings for differences that no finding claims. */
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

/** Whether only one side has the definition: its uses are compared, not the definition itself. */
function isDefinitionAlone({ base, head }: RawDifference): boolean {
  if (base !== null && head !== null) return false;
  const pointer = base ?? head ?? '';
  return definitionOf(pointer) === pointer || /^#\/components(\/[^/]+)?$/.test(pointer);
}

interface Claims {
  readonly base: Claimed;
  readonly head: Claimed;
}

/** Pointers of one side with all their parents. */
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

/** Whether a pointer is claimed, or is inside of a claimed one, or contains one. */
function isClaimed({ pointers, above }: Claimed, pointer: string | null): boolean {
  if (pointer === null) return false;
  if (pointers.has(pointer) || above.has(pointer)) return true;
  for (const outer of aboveOf(pointer)) if (pointers.has(outer) && !isRoot(outer)) return true;
  return false;
}

/** Whether a pointer is that of an operation or the document: a finding there does not claim everything inside. */
function isRoot(pointer: string): boolean {
  return pointer === '#' || /^#\/paths\/[^/]+(\/[a-z]+)?$/.test(pointer);
}

/** Keeps only the outermost of nested differences. */
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
