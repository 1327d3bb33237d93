/** Servers that let the wrong callers in, or keep the right ones out. */

import { type Fault, isMeant, jsonReply, type Request } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, refuses } from '../change.ts';

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
];
