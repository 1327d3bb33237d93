/** What a change to the contract does: the findings that all reports are made of. */
import { createHash } from 'node:crypto';

/** The classes of a change, the gravest first. */
export const classes = ['breaking', 'unclear', 'compatible', 'documentation', 'none'] as const;

/**
 * The effect of a change on one side.
 *
 * `breaking`: something that is right today may be wrong then. `unclear`: the report cannot tell, a reader must.
 * `compatible`: everything that is right today stays right, and something is new. `documentation`: only texts for
 * people. `none`: it does not concern this side.
 */
export type ChangeClass = (typeof classes)[number];

/** The sides of the contract: clients, servers, and mocks in place of servers. */
export const sides = ['clients', 'servers', 'mocks'] as const;

/** One of them. */
export type SideName = (typeof sides)[number];

/** The effect of a change on one side, with a short explanation; the explanation is empty where none is needed. */
export interface Effect {
  readonly class: ChangeClass;
  readonly how: string;
}

/** What a change does to each side. */
export type Effects = Readonly<Record<SideName, Effect>>;

/** The parts of the contract that a finding may be about, in the order of a report. */
export const areas = ['http', 'security', 'wire', 'behaviour', 'rules', 'questions', 'examples'] as const;

/** Which part of the contract a finding is about. */
export type Area = (typeof areas)[number];

/** Where an operation shows a change. */
export interface Place {
  /** `GET /markets/{id}`, or `Lending/AllMarkets`; empty where it is the whole service. */
  readonly operation: string;
  /** `query parameter limit`, `body`, `200 answer`, `200 header etag`; empty for the operation itself. */
  readonly where: string;
  /** Path of the member inside, as in `data[].price`; empty for the whole. */
  readonly member: string;
}

/** Where a change is written, as JSON pointers into the documents; null where there is nothing. */
export interface Pointers {
  readonly base: string | null;
  readonly head: string | null;
}

/** One change. */
export interface Finding {
  /** Names the change where it is accepted; another change at the same place has another id. */
  readonly id: string;
  /** Of a change that shows in several operations, an id for each of them; else the id alone. */
  readonly ids: readonly string[];
  readonly area: Area;
  /** The gravest class among the sides. */
  readonly class: ChangeClass;
  readonly sides: Effects;
  readonly service: string;
  readonly direction: 'request' | 'response' | null;
  /** The changed part: a component, an operation, a rule. */
  readonly subject: string;
  /** Path of the member inside the subject; empty for the whole. */
  readonly member: string;
  /** Which kind of change it is, as in `type-changed`. */
  readonly kind: string;
  /** The change in a sentence without the place. */
  readonly change: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly places: readonly Place[];
  readonly pointers: Pointers;
  /** The reason for this class, where the tool chose another one. */
  readonly corrected: string | null;
  /** A curl line with an answer that shows the difference; null where none can be made. */
  readonly request: string | null;
}

/** A finding before it has its id; its class follows from the sides. */
export interface Unnamed extends Omit<Finding, 'id' | 'ids' | 'class' | 'pointers'> {
  readonly pointers?: Pointers;
  /** Where else the same change is written. */
  readonly also?: readonly Pointers[];
  /** For a change that shows in several operations, the subject in each of them. */
  readonly parts?: readonly string[];
}

/** The gravest among classes; `none` among none. */
export function gravestOf(all: readonly ChangeClass[]): ChangeClass {
  return classes.find((one) => all.includes(one)) ?? 'none';
}

/** The gravest class among the sides. */
export function classOf({ sides: effects }: Pick<Finding, 'sides'>): ChangeClass {
  return gravestOf(sides.map((side) => effects[side].class));
}

/** Whether a reviewer must check the change before it is made: it breaks a side, or the report cannot tell. */
export function isGrave(grade: ChangeClass): boolean {
  return grade === 'breaking' || grade === 'unclear';
}

const DIGITS = 6;

/**
 * Gives a finding its id. The digest at its end depends on what the finding says, on the values before and after the
 * change, and on the alternative that it is in.
 */
export function named({ parts, also: _, pointers = { base: null, head: null }, ...finding }: Unnamed): Finding {
  const form = formOf(pointers);
  const ids = (parts ?? [finding.subject]).map((subject) => idOf(finding, subject, form));
  return { id: ids[0] ?? '', ids, class: classOf(finding), pointers, ...finding };
}

/** Which alternatives a pointer leads through: the path of a member does not show them. */
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

/** Joins two paths of members. */
export function joinMembers(outer: string, inner: string): string {
  if (outer === '' || inner === '') return outer + inner;
  return inner.startsWith('[') ? outer + inner : `${outer}.${inner}`;
}

/** Sorts the gravest first, then by place. */
export function inOrder<One extends Finding>(findings: readonly One[]): readonly One[] {
  const key = ({ class: grade, service, subject, member, id }: One) =>
    [classes.indexOf(grade), service, subject, member, id].join('\u0000');
  return findings.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}
