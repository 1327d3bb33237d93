/** What `moment` declares, and what follows from it. */
import type { Finder } from '@wallet-services/expressions';
import type { ApiModel, Operation } from '../../model/document/api.ts';
import type { Declared } from '../../model/document/behaviour.ts';
import { answerSchema } from '../../model/document/members.ts';
import { finderFor } from '../../model/document/places.ts';

export type Moment = Declared<'moment'>;

/** The name of the member. */
export function nameOf({ at }: Moment): string {
  return at.split('/').at(-1) ?? '';
}

/** Where the members of a service stand. */
export function finderOf(declared: Moment, { document }: ApiModel): Finder {
  return finderFor(document, 'member', nameOf(declared));
}

/** The operations in whose answers the members stand. */
export function bearing(declared: Moment, api: ApiModel): readonly Operation[] {
  return api.operations.filter(({ id }) => {
    const schema = answerSchema(api, id);
    return schema !== undefined && finderOf(declared, api).leads(schema);
  });
}

/** Those that are asked so that the members pass by. */
export function momentReads(declared: Moment, api: ApiModel): readonly Operation[] {
  return bearing(declared, api).filter(({ method }) => method === 'GET');
}
