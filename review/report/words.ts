/** Words that all forms of the report share. */
import type { Affected, Area, ChangeClass, Finding, Place } from '../finding.ts';

/** Headings of the areas. */
export const AREA_TITLES: Readonly<Record<Area, string>> = {
  http: 'HTTP',
  security: 'Security',
  wire: 'Protobuf messages',
  rules: 'Rules',
  questions: 'Open questions',
  examples: 'Examples',
};

/** Headings of the classes. */
export const CLASS_TITLES: Readonly<Record<ChangeClass, string>> = {
  breaking: 'Breaking',
  compatible: 'Compatible',
  documentation: 'Documentation',
};

/** What was changed, as in `Market.price`, with the service before it. */
export function subjectOf({ subject, member }: Finding): string {
  if (member === '') return subject;
  // A component and its member are one name; an operation's part and a member are two.
  if (subject.includes(' ')) return `${subject}: ${member}`;
  return member.startsWith('[') ? `${subject}${member}` : `${subject}.${member}`;
}

/** Which way the change travels. */
export function directionOf({ direction }: Finding): string {
  if (direction === null) return '';
  return direction === 'request' ? 'in requests' : 'in answers';
}

/** One place, as in `GET /markets, 200 answer, data[].price`. */
export function placeOf({ operation, where, member }: Place): string {
  return [operation, where, member].filter((word) => word !== '').join(', ');
}

/** Who is affected, in the order in which people ask. */
export function affectedOf(affected: Affected): readonly (readonly [string, string])[] {
  const groups: readonly (readonly [string, string | undefined])[] = [
    ['existing clients', affected.clients],
    ['existing servers', affected.servers],
    ['mocks', affected.mocks],
  ];
  return groups.flatMap(([who, how]) => (how === undefined ? [] : [[who, how] as const]));
}

/** The places that say more than the subject does. */
export function otherPlaces(finding: Finding): readonly Place[] {
  const { places, subject } = finding;
  const [only] = places;
  if (only === undefined || places.length > 1) return places;
  return subject.startsWith(only.operation) && only.operation !== '' ? [] : places;
}

const LONGEST = 200;
const CONTEXT = 40;

/** Before and after as a report shows them: on one line, and of long texts the part where they begin to differ. */
export function valuesOf({ before, after }: Finding): {
  readonly before: string | null;
  readonly after: string | null;
} {
  const [old, now] = [before, after].map((text) => (text === null ? null : text.replaceAll(/\s*\n\s*/g, ' ')));
  let same = 0;
  while (old && now && same < old.length && old[same] === now[same]) same += 1;
  const longest = Math.max(old?.length ?? 0, now?.length ?? 0);
  const start = longest > LONGEST ? Math.max(0, same - CONTEXT) : 0;
  return { before: excerpt(old ?? null, start), after: excerpt(now ?? null, start) };
}

function excerpt(text: string | null, start: number): string | null {
  if (text === null) return null;
  const end = start + LONGEST;
  return `${start > 0 ? '...' : ''}${text.slice(start, end)}${text.length > end ? '...' : ''}`;
}
