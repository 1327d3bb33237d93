/** Servers that let the wrong callers in, or keep the right ones out. */

import { asked, type Fault, isMeant, type Matcher, type Request } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { refuses } from '../../vault/change.ts';
import { at } from '../change.ts';

const AUTHORIZATION = 'authorization';

/** Lets a refused request in with the last token that was right, where the fault is meant. */
function letsIn(matcher: Matcher, isLetIn: (request: Request) => boolean): () => Fault {
  return () => {
    let right: string | undefined;
    return async (request, next) => {
      const reply = await next(request);
      if (reply.kind !== 'reply') return reply;
      if (reply.status < 300 && request.headers[AUTHORIZATION] !== undefined) right ??= request.headers[AUTHORIZATION];
      if (!isMeant(request, matcher) || reply.status !== 401 || right === undefined || !isLetIn(request)) return reply;
      return next({ ...request, headers: { ...request.headers, [AUTHORIZATION]: right } });
    };
  };
}

/** The claims of the token; empty where there is none. */
function claimsOf({ headers }: Request): Readonly<Record<string, unknown>> {
  const part = /^Bearer [\w-]+\.([\w-]+)\.[\w-]+$/.exec(headers[AUTHORIZATION] ?? '')?.[1];
  const claims: unknown = part === undefined ? {} : JSON.parse(Buffer.from(part, 'base64url').toString());
  return isObject(claims) ? claims : {};
}

/** In seconds; NaN where there is no token. */
function ageOf(request: Request): number {
  return Date.now() / 1000 - Number(claimsOf(request)['iat']);
}

const isBare = ({ headers }: Request) => headers[AUTHORIZATION] === undefined;
const isMalformed = ({ headers }: Request) => /^Bearer [^.]+$/.test(headers[AUTHORIZATION] ?? '');
const isForged = (request: Request) => claimsOf(request)['exp'] !== undefined && ageOf(request) < 600;
const isOld = (request: Request) => ageOf(request) > 600;

const unauthorized = { code: 401, msg: 'no token' };

function wantsToken(matcher: Matcher, status: number): () => Fault {
  return refuses((request) => isMeant(request, matcher) && isBare(request), status, unauthorized);
}

const orders = { matcher: at.order, kills: 'swap.orders.auth-required', what: 'an order is read' } as const;
const own = {
  matcher: at.mine,
  kills: 'swap.my-transactions.auth-required',
  what: 'own transactions are read',
} as const;

const unguarded: readonly Mutant[] = [orders, own].flatMap(({ matcher, kills, what }) => [
  { id: `${what} without a token`, kills, fault: letsIn(matcher, isBare) },
  { id: `${what} with any word for a token`, kills, fault: letsIn(matcher, isMalformed) },
  { id: `${what} with a token whose signature does not hold`, kills, fault: letsIn(matcher, isForged) },
  { id: `${what} with an expired token`, kills, fault: letsIn(matcher, isOld) },
]);

export const accessMutants: readonly Mutant[] = [
  ...unguarded,
  {
    id: 'own transactions are everyone’s where no token is sent',
    kills: 'swap.my-transactions.auth-required',
    fault: () =>
      asked(at.mine, (request) =>
        isBare(request) ? { ...request, path: request.path.replace('/mine', '') } : request,
      ),
  },
  { id: 'the assets want a token', kills: 'swap.auth.public-operations', fault: wantsToken(at.assets, 401) },
  { id: 'the pairs want a token', kills: 'swap.auth.public-operations', fault: wantsToken(at.pairs, 403) },
  {
    id: 'the candles are not found without a token',
    kills: 'swap.auth.public-operations',
    fault: wantsToken(at.candles, 404),
  },
  {
    id: 'the transactions of a pair want a token',
    kills: 'swap.auth.public-operations',
    fault: wantsToken(at.ofPair, 401),
  },
  {
    id: 'an order refuses the token of its user',
    kills: 'swap.auth.bearer',
    fault: refuses((request) => isMeant(request, at.order), 401, unauthorized),
  },
  {
    id: 'own transactions take the token from the query only',
    kills: 'swap.auth.bearer',
    fault: refuses((request) => isMeant(request, at.mine) && !request.query.has('token'), 401, unauthorized),
  },
  {
    id: 'the token must stand behind the word Token',
    kills: 'swap.auth.bearer',
    fault: () =>
      asked(at.order, (request) => ({
        ...request,
        headers: { ...request.headers, authorization: request.headers[AUTHORIZATION]?.replace('Bearer', 'Token') },
      })),
  },
  {
    id: 'tokens work for five minutes only',
    kills: 'swap.auth.token-lifetime',
    fault: refuses((request) => isMeant(request, at.mine) && ageOf(request) > 300, 401, unauthorized),
  },
  {
    id: 'an order takes tokens that are too old for own transactions',
    kills: 'swap.auth.token-lifetime',
    fault: letsIn(at.order, isOld),
  },
  {
    id: 'tokens work for half an hour',
    kills: 'swap.auth.token-lifetime',
    fault: letsIn(at.mine, (request) => isOld(request) && ageOf(request) < 1800),
  },
];
