/** Findings: the effects of a change to the contract. All reports consist of them. */
import { createHash } from 'node:crypto';

/** The classes of a change, most severe first. */
export const classes = ['breaking', 'unclear', 'compatible', 'documentation', 'none'] as const;

/**
 * The effect of a change on one side.
 *
 * `breaking`: something that is valid now may become invalid. `unclear`: the report cannot decide, so a reader must.
 * `compatible`: everything that is valid now stays valid, and something is new. `documentation`: only texts for people.
 * `none`: it does not concern this side.
 */
export type ChangeClass = (typeof classes)[number];

/** The sides of the contract: clients, servers, and mocks that replace servers. */
export const sides = ['clients', 'servers', 'mocks'] as const;

/** One of the sides. */
export type SideName = (typeof sides)[number];

/** The effect of a change on one side, with a short explanation, which may be empty. */
export interface Effect {
  readonly class: ChangeClass;
  readonly how: string;
}

/** The effects of a change by side. */
export type Effects = Readonly<Record<SideName, Effect>>;

/** The parts of the contract that a finding may concern, in the order of a report. */
export const areas = ['http', 'security', 'wire', 'behaviour', 'rules', 'questions', 'examples'] as const;

/** One of these parts. */
export type Area = (typeof areas)[number];

/** An operation and the part of it that a change affects. */
export interface Place {
  /** `GET /markets/{id}`, or `Lending/AllMarkets`; empty for the whole service. */
  readonly operation: string;
  /** `query parameter limit`, `body`, `200 answer`, `200 header etag`; empty for the operation itself. */
  readonly where: string;
  /** Path of the member in that part, such as `data[].price`; empty for the whole part. */
  readonly member: string;
}

/** JSON pointers to a change in both documents; null in a document that does not have it. */
export interface Pointers {
  readonly base: string | null;
  readonly head: string | null;
}

/** One change. */
export interface Finding {
  /** Identifies the change in acceptances; another change at the same place has a different id. */
  readonly id: string;
  /** One id for each operation that the change affects, or the id alone. */
  readonly ids: readonly string[];
  readonly area: Area;
  /** The most severe class of all sides. */
  readonly class: ChangeClass;
  readonly sides: Effects;
  readonly service: string;
  readonly direction: 'request' | 'response' | null;
  /** The changed part: a component, an operation, a rule. */
  readonly subject: string;
  /** Path of the member inside the subject; empty for the whole. */
  readonly member: string;
  /** The kind of the change, such as `type-changed`. */
  readonly kind: string;
  /** The change as a sentence without its place. */
  readonly change: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly places: readonly Place[];
  readonly pointers: Pointers;
  /** The reason for this class, when it replaces the one of another tool. */
  readonly corrected: string | null;
  /** A curl command whose answer shows the difference; null when none can be built. */
  readonly request: string | null;
}

/** A finding before it gets an id; its class follows from the sides. */
export interface Unnamed extends Omit<Finding, 'id' | 'ids' | 'class' | 'pointers'> {
  readonly pointers?: Pointers;
  /** Further places of the same change. */
  readonly also?: readonly Pointers[];
  /** For a change that affects several operations, the subject in each of them. */
  readonly parts?: readonly string[];
}

/** The most severe of some classes; `none` if there are none. */
export function gravestOf(all: readonly ChangeClass[]): ChangeClass {
  return classes.find((one) => all.includes(one)) ?? 'none';
}

/** The most severe class of all sides. */
export function classOf({ sides: effects }: Pick<Finding, 'sides'>): ChangeClass {
  return gravestOf(sides.map((side) => effects[side].class));
}

/** Whether a reviewer must check the change: it breaks a side, or the report cannot decide. */
export function isGrave(grade: ChangeClass): boolean {
  return grade === 'breaking' || grade === 'unclear';
}

const DIGITS = 6;

/**
 * Adds the id to a finding. The digest at its end depends on the finding's text, on the values before and after the
 * change, and on the alternative that contains it.
 */
export function named({ parts, also: _, pointers = { base: null, head: null }, ...finding }: Unnamed): Finding {
  const form = formOf(pointers);
  const ids = (parts ?? [finding.subject]).map((subject) => idOf(finding, subject, form));
  return { id: ids[0] ?? '', ids, class: classOf(finding), pointers, ...finding };
}

/** The alternatives on the way of a pointer, which the path of a member does not contain. */
function formOf({ base, head }: Pointers): string {
  return [...(base ?? head ?? '').matchAll(/\/(?:anyOf|oneOf)\/\d+/g)].join('');
}

function idOf(finding: Omit<Unnamed, 'parts' | 'pointers' | 'also'>, subject: string, form: string): string {
  const { area, service, direction, member, kind, before, after, change } = finding;
  const digest = createHash('sha256')
    .update(JSON.stringify([change, before, after, form]))
    .digest('hex')
    .slice(0, DIGITS);
  const place = member === '' || member.startsWith('[') ? `${subject}${member}` : `${subject}.${member}`;
  const words = [service, area === 'http' ? (direction ?? 'http') : area, place.replaceAll(' ', ':'), kind, digest];
  return words.filter((word) => word !== '').join('/');
}

/** The step to a member, in the path of a member: an empty name is a step, too. */
export function stepTo(name: string): string {
  return name === '' ? '""' : name;
}

/** Joins two paths of members. */
export function joinMembers(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner;
  return inner.startsWith('[') ? outer + inner : `${outer}.${inner}`;
}

/** Sorts by severity, then by place. */
export function inOrder<One extends Finding>(findings: readonly One[]): readonly One[] {
  const key = ({ class: grade, service, subject, member, id }: One) =>
    [classes.indexOf(grade), service, subject, member, id].join('\u0000');
  return findings.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}
