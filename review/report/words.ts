/** Texts that all formats of the report share. */
import {
  type Area,
  type ChangeClass,
  classes,
  type Effect,
  type Finding,
  type Place,
  type SideName,
  sides,
} from '../finding.ts';

/** Headings of the areas. */
export const AREA_TITLES: Readonly<Record<Area, string>> = {
  http: 'HTTP',
  security: 'Security',
  wire: 'Protobuf messages',
  behaviour: 'Declared behaviour',
  rules: 'Rules',
  questions: 'Open questions',
  examples: 'Examples',
};

/** Headings of the classes. */
export const CLASS_TITLES: Readonly<Record<ChangeClass, string>> = {
  breaking: 'Breaking',
  unclear: 'Cannot tell',
  compatible: 'Compatible',
  documentation: 'Documentation',
  none: 'No change',
};

/** Names of the classes within a sentence. */
export const CLASS_WORDS: Readonly<Record<ChangeClass, string>> = {
  breaking: 'breaking',
  unclear: 'cannot tell',
  compatible: 'compatible',
  documentation: 'documentation',
  none: 'not affected',
};

/** The classes that a report counts, most severe first. */
export const counted = classes.filter((grade) => grade !== 'none');

/** The changed part, such as `Market.price`, after its service. */
export function subjectOf({ subject, member }: Finding): string {
  if (member === '') return subject;
  // A component and its member are one name; the part of an operation and its member are two.
  if (subject.includes(' ')) return `${subject}: ${member}`;
  return member.startsWith('[') ? `${subject}${member}` : `${subject}.${member}`;
}

/** The direction of the change. */
export function directionOf({ direction }: Finding): string {
  if (direction === null) return '';
  return direction === 'request' ? 'in requests' : 'in responses';
}

/** A place, such as `GET /markets, 200 answer, data[].price`. */
export function placeOf({ operation, where, member }: Place): string {
  return [operation, where, member].filter((word) => word !== '').join(', ');
}

/** The effect on each side, in the order of importance: `breaking, calls to it fail`. */
export function effectsOf({ sides: effects }: Finding): readonly (readonly [SideName, Effect, string])[] {
  return sides.map((side) => {
    const effect = effects[side];
    const how = effect.how === '' ? '' : `, ${effect.how}`;
    return [side, effect, `${CLASS_WORDS[effect.class]}${how}`];
  });
}

/** The sides that need a review, as in `breaks clients and mocks; cannot tell for servers`; empty when none does. */
export function losersOf({ sides: effects }: Finding): string {
  const at = (grade: ChangeClass) => joined(sides.filter((side) => effects[side].class === grade));
  const [broken, unclear] = [at('breaking'), at('unclear')];
  return [broken === '' ? '' : `breaks ${broken}`, unclear === '' ? '' : `cannot tell for ${unclear}`]
    .filter((words) => words !== '')
    .join('; ');
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The places that are not contained in the subject. */
export function otherPlaces(finding: Finding): readonly Place[] {
  const { places, subject, change } = finding;
  const [only] = places;
  if (only === undefined || places.length > 1) return places;
  if (only.operation === '') return places;
  return subject.startsWith(only.operation) || change.includes(` at ${only.operation}`) ? [] : places;
}

const LONGEST = 200;
const CONTEXT = 40;

/** Before and after on one line; of long texts, the part where they differ. */
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

const SHOWN_IDS = 3;

/** The ids to accept; of many, the first ones and a pattern for all. */
export function idsOf({ openIds, id, ids }: Finding & { readonly openIds: readonly string[] }): readonly string[] {
  const open = openIds.length === 0 ? [id] : openIds;
  if (open.length <= SHOWN_IDS) return open;
  return [...open.slice(0, SHOWN_IDS), `${patternOf(ids)} accepts all ${open.length}`];
}

/** The common parts of all ids, with `*` for the rest. */
function patternOf(ids: readonly string[]): string {
  const [first = '', ...others] = ids;
  let start = 0;
  while (start < first.length && others.every((other) => other[start] === first[start])) start += 1;
  let end = 0;
  const shortest = Math.min(...ids.map((id) => id.length));
  while (end < shortest - start && others.every((other) => other.at(-1 - end) === first.at(-1 - end))) end += 1;
  return `${first.slice(0, start)}*${end === 0 ? '' : first.slice(-end)}`;
}
