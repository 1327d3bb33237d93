/** Servers that let the wrong callers in, keep the right ones out, or do what they refuse. */
import type { WholeReply } from '@wallet-services/kit/exchange';
import { each, type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, Mutation } from '../../core/place.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { isSweeping, neededBy } from '../../discovery/paths.ts';
import { operationOf } from '../../model/document/api.ts';
import { isSuccessful, jsonReply, type Reply, type Request, successOf } from '../../mutation/proxy/reply.ts';
import { claimsOf } from '../../sign-in/wrong-tokens.ts';
import {
  type Carriers,
  carriersOf,
  isBare,
  type Presented,
  presented,
  valueOn,
  withTheFirstRight,
} from './carriers.ts';
import type { Access } from './declared.ts';
import { isOwnersAlone } from './guarded.ts';
import { isAnothers, overlooked } from './overlooked.ts';
import { isReading } from './requests.ts';

/** Tokens are new each time; their user stays the same. */
function callerOf(request: Request, carriers: Carriers): string {
  const values = Object.values(presented(request, carriers)).map((value = '') => claimsOf(value)?.['uid'] ?? value);
  return values.join(' ');
}

export function accessMutants({ operation: id, need, schemes }: Access, at: At): readonly Mutant[] {
  const { api } = at;
  const place = at(id);
  const all = carriersOf(api, Object.keys(api.document.components.securitySchemes ?? {}));
  const carriers = all.filter(([name]) => schemes.includes(name));
  if (need === 'none') {
    // Without any credential, 404 cannot be distinguished from a missing item.
    const statuses = all.length === 0 ? [401, 403] : [401, 403, 404];
    const refusing = (status: number) => place.refused((request) => isBare(request, all), status);
    const open = each(statuses, (status) => [`${status} without a credential`, refusing(status)]);
    return mutantsOf(`${id}: `, { open });
  }
  /** Does what it should reject. @param isReported whether its response shows that, and not the rejection. */
  const lets = (
    isMeant: (given: Presented, right: Presented, request: Request) => boolean,
    isReported = true,
  ): Mutation =>
    withTheFirstRight(
      place,
      carriers,
      (request, right) => isMeant(presented(request, carriers), presented(right, carriers), request),
      (refusal, done) => (isReported ? done : refusal),
    );
  const refused = schemes.flatMap((name) =>
    Object.entries(overlooked(api, name, schemes)).map(([what, overlooks]) => {
      const others = schemes.filter((other) => other !== name);
      const isMeant = (given: Presented, right: Presented) =>
        others.every((other) => given[other] === right[other]) &&
        overlooks(given[name], right[name] ?? '', given[schemes[0] ?? '']);
      return [what, lets(isMeant)] as const;
    }),
  );
  const operation = operationOf(api, id);
  const reportingAll = (refusal: WholeReply, done: Reply) =>
    jsonReply(refusal.status, { msg: 'no', shown: successOf(done) });
  const refusedAloud = withTheFirstRight(place, carriers, () => true, reportingAll);
  const list = pagedListOf(api, id);
  const paging = [list?.limit ?? '', list?.cursor ?? ''].filter((name) => name !== '');
  const anothers = lets((given, right) => schemes.every((name) => isAnothers(given[name], right[name] ?? '')));
  const onlyTheFirst = place.remembering<string>(async (first, request, next) => {
    const who = callerOf(request, carriers);
    if (first.value !== undefined && who !== first.value) return jsonReply(401, { code: 401, msg: 'no' });
    const reply = await next(request);
    if (isSuccessful(reply)) first.value = who;
    return reply;
  });
  const isOthers = neededBy(operation).length === 0 && !isSweeping(operation);
  const further = all.filter(([name]) => !schemes.includes(name));
  return mutantsOf(`${id}: `, {
    refused: {
      ...Object.fromEntries(refused),
      ...each(paging, (name) => [
        `has pages with a ${name} for everybody`,
        lets((given, _, { query }) => !Object.values(given).some(Boolean) && query.has(name)),
      ]),
      ...(isReading(operation) && { 'shows what it refuses in the refusal': refusedAloud }),
      ...(isOwnersAlone(api, id) && { "lets another at what is the caller's": anothers }),
    },
    accepted: {
      'refuses the right credential': place.refused((request) => !isBare(request, carriers), 401),
      ...each(further, ([name, carrier]) => [
        `wants ${name} too`,
        place.refused((request) => valueOn(request, carrier) === undefined, 403),
      ]),
      ...(isOthers && { 'accepts only the first caller': onlyTheFirst }),
    },
    unchanged: { 'does what it refuses': lets((given) => Object.values(given).includes(undefined), false) },
  });
}
