/** Servers on which credentials work too long, or not long enough. */

import type { Mutant } from '../../core/mutant.ts';
import type { At, Mutation } from '../../core/place.ts';
import { together } from '../../mutation/language/at.ts';
import { jsonReply, type Request } from '../../mutation/proxy/reply.ts';
import { claimsOf } from '../../sign-in/wrong-tokens.ts';
import { carriersOf, isBare, valueOn, withTheFirstRight } from '../access/carriers.ts';
import type { Lifetime } from './declared.ts';

export function lifetimeMutants({ scheme, minutes }: Lifetime, at: At): readonly Mutant[] {
  const { api } = at;
  const carriers = carriersOf(api, [scheme]);
  /** In minutes; NaN if the token does not have it. */
  const ageOf = (request: Request) => {
    const claims = carriers.map(([, carrier]) => claimsOf(valueOn(request, carrier) ?? ''))[0];
    return (Date.now() / 1000 - Number(claims?.['iat'])) / 60;
  };
  const refusal = jsonReply(401, { code: 401, msg: 'no' });
  const using = api.operations.filter(({ method, security }) => method === 'GET' && security.flat().includes(scheme));
  return using.flatMap(({ id }): Mutant[] => {
    const place = at(id);
    /** Accepts tokens that are rejected for their age, and requires one if the server behind does not. */
    const letsIn = (isMeant: (age: number) => boolean): Mutation =>
      together(
        place.instead((request, next) => (isBare(request, carriers) ? refusal : next(request))),
        withTheFirstRight(place, carriers, (request) => isMeant(ageOf(request))),
      );
    const turnsAway: Mutation = place.instead((request, next) =>
      isBare(request, carriers) || ageOf(request) > minutes / 2 ? refusal : next(request),
    );
    return [
      { id: `${id}: ${scheme} works for half of its time`, kills: 'works', mutation: turnsAway },
      {
        id: `${id}: ${scheme} works for twice its time`,
        kills: 'ends',
        mutation: letsIn((age) => age > minutes && age < 2 * minutes),
      },
      { id: `${id}: ${scheme} works for ever`, kills: 'ends', mutation: letsIn((age) => age > minutes) },
      { id: `${id}: an old ${scheme} works again`, kills: 'ends', mutation: letsIn((age) => age > 2 * minutes) },
    ];
  });
}
