/** What findings about rules, questions and declared behaviour have in common. */
import type { Area, ChangeClass, Effects, Unnamed } from '../finding.ts';
import type { Place } from './place.ts';

/** The changed part, and where it applies. */
export interface About {
  /** The id of a rule or question, or the family and place of a declaration. */
  readonly id: string;
  readonly service: string;
  readonly place: Place;
}

/** The class and the words for one side. */
export type Effect = readonly [ChangeClass, string];

/** Only people are concerned. */
export const READERS: Effect = ['documentation', ''];

/** A promise to clients, or a reason to reject their calls: a program cannot decide that from words. */
export const EITHER: Effect = ['unclear', 'it may promise something, or refuse requests that were valid: read it'];

/** Effects on clients and servers; a mock keeps no rules. */
export function sidesOf(clients: Effect, servers: Effect): Effects {
  const effect = ([grade, how]: Effect) => ({ class: grade, how });
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
