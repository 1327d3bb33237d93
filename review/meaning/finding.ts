/** What findings about rules, questions and declared behaviour have in common. */
import type { Area, ChangeClass, Effects, Unnamed } from '../finding.ts';
import type { Place } from './place.ts';

/** What is changed, and where it applies. */
export interface About {
  /** The id of a rule or question, or the family and place of a declaration. */
  readonly id: string;
  readonly service: string;
  readonly place: Place;
}

/** The class and the words for one side. */
export type Told = readonly [ChangeClass, string];

/** Only people are concerned. */
export const READERS: Told = ['documentation', ''];

/** A promise to clients, or a reason to refuse their calls: words do not tell a program which. */
export const EITHER: Told = ['unclear', 'it may promise something, or refuse requests that were valid: read it'];

/** Effects on those who call and those who answer; a mock keeps no rules. */
export function told(clients: Told, servers: Told): Effects {
  const effect = ([grade, how]: Told) => ({ class: grade, how });
  return { clients: effect(clients), servers: effect(servers), mocks: { class: 'none', how: '' } };
}

/** Makes a finding. */
export function meaningFinding(
  area: Area,
  { id, service, place }: About,
  kind: string,
  change: string,
  [before, after]: readonly [string | null, string | null],
  effects: Effects,
  request: string | null = null,
): Unnamed {
  return {
    area,
    sides: effects,
    service,
    direction: null,
    subject: id,
    member: '',
    kind,
    change,
    before,
    after,
    places: place.shown === '' ? [] : [{ operation: place.shown, where: '', member: '' }],
    corrected: null,
    request,
  };
}
