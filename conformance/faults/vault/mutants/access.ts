/** Servers that let the wrong callers in, or keep the right ones out. */

import { asked, type Fault, isMeant, jsonReply, type Request, successOf } from '../../../fault/proxy/reply.ts';
import { isObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, inList, inside, refuses, withItems } from '../change.ts';

const AUTHORIZATION = 'authorization';

/** Lets a refused request in with the last token that was right, where the fault is meant. */
function letsIn(isLetIn: (request: Request) => boolean): () => Fault {
  return () => {
    let right: string | undefined;
    return async (request, next) => {
      const reply = await next(request);
      if (!isMeant(request, at.myVats) || reply.kind !== 'reply') return reply;
      if (reply.status < 300) right ??= request.headers[AUTHORIZATION];
      if (reply.status < 400 || right === undefined || !isLetIn(request)) return reply;
      return next({ ...request, headers: { ...request.headers, [AUTHORIZATION]: right } });
    };
  };
}

interface Claims {
  readonly iat?: unknown;
  readonly exp?: unknown;
  readonly uid?: unknown;
}

/** The claims of the token; empty where there is none. */
function claimsOf({ headers }: Request): Claims {
  const part = /^Bearer [\w-]+\.([\w-]+)\./.exec(headers[AUTHORIZATION] ?? '')?.[1];
  const claims: unknown = part === undefined ? {} : JSON.parse(Buffer.from(part, 'base64url').toString());
  return isObject(claims) ? claims : {};
}

function age(request: Request): number {
  return Date.now() / 1000 - Number(claimsOf(request).iat);
}

/** Shows somebody's first vault to the next who asks. */
function mixesUp(): Fault {
  let seen: unknown;
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (!isMeant(request, at.myVats) || reply.kind !== 'reply' || json === undefined) return reply;
    const items = objectsOf(inside(json, 'data')['vaults']);
    const stranger = seen;
    seen = items[0];
    if (stranger === undefined) return reply;
    return { ...reply, body: JSON.stringify(withItems(json, 'vaults', [...items.slice(1), stranger])) };
  };
}

const unauthorized = { code: 401, msg: 'no token' };

export const accessMutants: readonly Mutant[] = [
  {
    id: 'a single vault is shown to callers with a token only',
    kills: 'vault.auth.public',
    fault: refuses((request) => isMeant(request, at.vat) && !request.headers[AUTHORIZATION], 401, unauthorized),
  },
  {
    id: 'the events of flips are shown to callers with a token only',
    kills: 'vault.auth.public',
    fault: refuses((request) => isMeant(request, at.flipEvents) && !request.headers[AUTHORIZATION], 403, unauthorized),
  },
  {
    id: 'the group information needs a token',
    kills: 'vault.auth.public',
    fault: refuses((request) => isMeant(request, at.info) && !request.headers[AUTHORIZATION], 401, unauthorized),
  },
  {
    id: 'an expired token goes on working',
    kills: 'vault.auth.token-lifetime',
    fault: letsIn((request) => Number(claimsOf(request).exp) < Date.now() / 1000),
  },
  {
    id: 'a token works for a quarter of an hour',
    kills: 'vault.auth.token-lifetime',
    fault: letsIn((request) => age(request) < 900),
  },
  {
    id: 'a token works for five minutes only',
    kills: 'vault.auth.token-lifetime',
    fault: refuses((request) => isMeant(request, at.myVats) && age(request) > 300, 401, unauthorized),
  },
  {
    id: "the caller's vaults are shown without a token",
    kills: 'vault.my-vats.token-required',
    fault: letsIn((request) => request.headers[AUTHORIZATION] === undefined),
  },
  {
    id: 'the signature of a token is not looked at',
    kills: 'vault.my-vats.token-required',
    fault: letsIn((request) => age(request) < 600),
  },
  {
    id: 'any word is taken for a token',
    kills: 'vault.my-vats.token-required',
    fault: letsIn((request) => request.headers[AUTHORIZATION]?.startsWith('Bearer ') === true),
  },
  {
    id: 'right tokens are refused',
    kills: 'vault.my-vats.token-accepted',
    fault: refuses((request) => isMeant(request, at.myVats), 401, unauthorized),
  },
  {
    id: 'only the first user who ever came is let in',
    kills: 'vault.my-vats.token-accepted',
    fault: () => {
      let first: unknown;
      return (request, next) => {
        const { uid } = claimsOf(request);
        if (isMeant(request, at.myVats)) first ??= uid;
        return isMeant(request, at.myVats) && uid !== first ? jsonReply(403, { code: 403, msg: 'no' }) : next(request);
      };
    },
  },
  {
    id: 'everybody is shown all vaults as their own',
    kills: 'vault.my-vats.own-only',
    fault: () => asked(at.myVats, (request) => ({ ...request, path: request.path.replace('/me/vats', '/vats') })),
  },
  {
    id: 'the answer of the first caller is kept for everybody',
    kills: 'vault.my-vats.own-only',
    fault: () => {
      let kept: string | undefined;
      return async (request, next) => {
        const reply = await next(request);
        if (!isMeant(request, at.myVats) || reply.kind !== 'reply' || reply.status !== 200) return reply;
        kept ??= reply.body;
        return { ...reply, body: kept };
      };
    },
  },
  { id: "another caller's vault stands among the caller's", kills: 'vault.my-vats.own-only', fault: () => mixesUp() },
  {
    id: "the caller's oldest vault is missing",
    kills: 'vault.my-vats.own-only',
    fault: inList(at.myVats, 'vaults', (items, { query }) => (query.has('cursor') ? items : items.slice(1))),
  },
];
