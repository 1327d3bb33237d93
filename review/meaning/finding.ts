/** Common parts of findings about rules, questions and declared behaviour. */
import type { Area, ChangeClass, Effects, Unnamed } from '../finding.ts';
import type { Place } from './place.ts';

/** The changed part, and where it applies. */
export interface About {
  /** The id of a rule or question, or the family and place of a declaration. */
  readonly id: string;
  readonly service: string;
  readonly place: Place;
}

/** Class and explanation for one side. */
export type Effect = readonly [ChangeClass, string];

/** The effect on readers only. */
export const READERS: Effect = ['documentation', ''];

/** The effect of a promise to clients, or of a reason to reject their calls: words do not show which of them it is. */
export const EITHER: Effect = ['unclear', 'it may promise something, or refuse requests that were valid: read it'];

/** Effects on clients and servers; mocks do not follow rules. */
export function sidesOf(clients: Effect, servers: Effect): Effects {
  const effect = ([grade, how]: Effect) => ({ class: grade, how });
  return { clients: effect(clients), servers: effect(servers), mocks: { class: 'none', how: '' } };
}

/** Creates a finding. */
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
