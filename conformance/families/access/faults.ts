/** Servers that let the wrong callers in, keep the right ones out, or do what they refuse. */
import type { At } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import { isSuccessful, jsonReply, type Request, successOf } from '../../fault/proxy/reply.ts';
import { pagedListOf } from '../../find/pages.ts';
import { isSweeping, neededBy } from '../../find/paths.ts';
import { operationOf } from '../../model/document/api.ts';
import { claimsOf } from '../../sign-in/wrong-tokens.ts';
import { type FamilyFault, faultsOf } from '../family.ts';
import { isReading } from './asked.ts';
import { type Carriers, carriersOf, isBare, type Presented, presented, valueOn, withThoseOf } from './carriers.ts';
import { isOwnersAlone } from './guarded.ts';
import type { Access } from './index.ts';
import { isAnothers, overlooked } from './overlooked.ts';

/** Tokens are made anew each time: their user stays the same. */
function callerOf(request: Request, carriers: Carriers): string {
  const values = Object.values(presented(request, carriers)).map((value = '') => claimsOf(value)?.['uid'] ?? value);
  return values.join(' ');
}

export function accessFaults({ operation: id, need, schemes }: Access, at: At): readonly FamilyFault[] {
  const { api } = at;
  const place = at(id);
  const all = carriersOf(api, Object.keys(api.document.components.securitySchemes ?? {}));
  const carriers = all.filter(([name]) => schemes.includes(name));
  if (need === 'none') {
    // Where nobody ever has a credential, 404 cannot be told from nothing being there.
    const statuses = all.length === 0 ? [401, 403] : [401, 403, 404];
    const refusing = (status: number) => place.refused((asked) => isBare(asked, all), status);
    const open = statuses.map((status) => [`${status} without a credential`, refusing(status)]);
    return faultsOf(`${id}: `, { open: Object.fromEntries(open) });
  }
  /** Does what it should refuse, with the first credentials that were right. @param isTold it does not refuse it either. */
  const lets = (isMeant: (given: Presented, right: Presented, asked: Request) => boolean, isTold = true): FaultMaker =>
    place.remembering<Request>(async (right, asked, next) => {
      const reply = await next(asked);
      if (right.value === undefined && isSuccessful(reply)) right.value = asked;
      if (right.value === undefined || reply.kind !== 'reply' || reply.status < 400) return reply;
      if (!isMeant(presented(asked, carriers), presented(right.value, carriers), asked)) return reply;
      const done = await next(withThoseOf(right.value, asked, carriers));
      return isTold ? done : reply;
    });
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
  const refusedAloud = place.remembering<Request>(async (right, asked, next) => {
    const reply = await next(asked);
    if (right.value === undefined && isSuccessful(reply)) right.value = asked;
    if (right.value === undefined || reply.kind !== 'reply' || reply.status < 400) return reply;
    return jsonReply(reply.status, {
      msg: 'no',
      shown: successOf(await next(withThoseOf(right.value, asked, carriers))),
    });
  });
  const list = pagedListOf(api, id);
  const pages = [list?.limit ?? '', list?.cursor ?? '']
    .filter((name) => name !== '')
    .map((name) => [
      `has pages with a ${name} for everybody`,
      lets((given, _, { query }) => !Object.values(given).some(Boolean) && query.has(name)),
    ]);
  const anothers = lets((given, right) => schemes.every((name) => isAnothers(given[name], right[name] ?? '')));
  const onlyTheFirst = place.remembering<string>(async (first, asked, next) => {
    const who = callerOf(asked, carriers);
    if (first.value !== undefined && who !== first.value) return jsonReply(401, { code: 401, msg: 'no' });
    const reply = await next(asked);
    if (isSuccessful(reply)) first.value = who;
    return reply;
  });
  const isOthers = neededBy(operation).length === 0 && !isSweeping(operation);
  const further = all.filter(([name]) => !schemes.includes(name));
  return faultsOf(`${id}: `, {
    refused: {
      ...Object.fromEntries([...refused, ...pages]),
      ...(isReading(operation) && { 'shows what it refuses in the refusal': refusedAloud }),
      ...(isOwnersAlone(api, id) && { "lets another at what is the caller's": anothers }),
    },
    accepted: {
      'refuses the right credential': place.refused((asked) => !isBare(asked, carriers), 401),
      ...Object.fromEntries(
        further.map(([name, carrier]) => [
          `wants ${name} too`,
          place.refused((asked) => valueOn(asked, carrier) === undefined, 403),
        ]),
      ),
      ...(isOthers && { 'lets nobody in but the first who came': onlyTheFirst }),
    },
    unchanged: { 'does what it refuses': lets((given) => Object.values(given).includes(undefined), false) },
  });
}
