/** Applies the maintainers' decisions to findings. */
import { type Effect, type Effects, type Finding, isGrave, named, sides, type Unnamed } from '../finding.ts';
import type { Acceptance, Settings } from './settings.ts';

/** A finding with the decision about it. */
export interface Judged extends Finding {
  /** Why it was accepted; null when it was not. */
  readonly accepted: string | null;
  /** Whether it fails the command: not accepted, and breaking for a relevant side or undecided. */
  readonly open: boolean;
  /** The ids that are not accepted. */
  readonly openIds: readonly string[];
}

/** Findings with ids and decisions, without excluded ones. */
export function decided(findings: readonly Unnamed[], settings: Settings, today: string): readonly Judged[] {
  return findings.flatMap((one) => {
    const kept = included(graded(one, settings), settings);
    return kept === undefined ? [] : [judged(named(kept), settings, today)];
  });
}

function judged(finding: Finding, { accept, failOn }: Settings, today: string): Judged {
  if (!isGrave(finding.class)) return { ...finding, accepted: null, open: false, openIds: [] };
  const current = accept.filter(({ until }) => until === undefined || until >= today);
  const reasonOf = (id: string) => current.find((entry) => isMatch(entry.id, id))?.reason;
  const openIds = finding.ids.filter((id) => reasonOf(id) === undefined);
  const [first = ''] = finding.ids;
  const fails = sides.some((side) => failOn.includes(side) && isGrave(finding.sides[side].class));
  return {
    ...finding,
    accepted: openIds.length === 0 ? (reasonOf(first) ?? null) : null,
    open: openIds.length > 0 && fails,
    openIds: fails ? openIds : [],
  };
}

/** A finding with the classes that the settings give its kind. */
function graded(finding: Unnamed, { severity }: Settings): Unnamed {
  const effectOf = (side: keyof Effects): Effect => {
    const effect = finding.sides[side];
    const grade = severity[`${side}/${finding.kind}`] ?? severity[finding.kind];
    return grade === undefined || effect.class === 'none' ? effect : { ...effect, class: grade };
  };
  return {
    ...finding,
    sides: { clients: effectOf('clients'), servers: effectOf('servers'), mocks: effectOf('mocks') },
  };
}

/** A finding without excluded places; undefined when none is left. */
function included(finding: Unnamed, { exclude }: Settings): Unnamed | undefined {
  if (exclude.length === 0) return finding;
  const isOut = (text: string) => exclude.some((pattern) => isMatch(pattern, text));
  if (isOut(finding.kind) || named(finding).ids.every(isOut)) return undefined;
  const places = finding.places.filter(({ operation }) => !isOut(operation));
  if (finding.places.length > 0 && places.length === 0) return undefined;
  if (finding.parts === undefined) return { ...finding, places };
  const operations = new Set(
    places.map(({ operation, where }) => (where === '' ? operation : `${operation} ${where}`)),
  );
  return { ...finding, places, parts: finding.parts.filter((part) => operations.has(part)) };
}

/** Notes about acceptances that match no finding or have expired. */
export function notesOn(findings: readonly Finding[], { accept, file }: Settings, today: string): readonly string[] {
  return accept.flatMap(({ id, until }) => {
    if (until !== undefined && until < today) return [`${file} accepts ${id} until ${until}, which is over.`];
    const isUsed = findings.some((one) => isGrave(one.class) && one.ids.some((own) => isMatch(id, own)));
    return isUsed
      ? []
      : [`${file} accepts ${id}, which is not among these changes; remove it if it is no longer needed.`];
  });
}

/** Whether a text matches a pattern, in which `*` matches any text. */
function isMatch(pattern: Acceptance['id'], text: string): boolean {
  if (pattern === text) return true;
  if (!pattern.includes('*')) return false;
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
}
