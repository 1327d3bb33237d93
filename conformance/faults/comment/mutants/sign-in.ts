/** Servers that are wrong about signing in: they take what they must refuse, or refuse what they must take. */

import { type Fault, jsonReply, type Request } from '../../../fault/proxy/reply.ts';
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, dataOf, fieldsOf, membersOf, overlooks, refuses, rightSignIn, SIGNATURE, takes, text } from '../change.ts';

function lacks(request: Request, method: string, member: string): boolean {
  const body = membersOf(request);
  return body['method'] === method && text(body[member]) === '';
}

/** Answers refused sign-ins that are meant with another status. */
function refusesWith(status: number, reason: RegExp): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    const isRefused =
      at.signIn.test(`${request.method} ${request.path}`) && reply.kind === 'reply' && reply.status === 401;
    return isRefused && reason.test(reply.body) ? { ...reply, status } : reply;
  };
}

/** When the wallet token of a sign-in expires, in seconds since 1970; 0 where it has none that can be read. */
function expiryOf(request: Request): number {
  const { mixin_token: token, mixin_access_token: other } = membersOf(request);
  try {
    const claims: unknown = JSON.parse(Buffer.from(text(token ?? other).split('.')[1] ?? '', 'base64url').toString());
    return isObject(claims) ? Number(claims['exp'] ?? 0) : 0;
  } catch {
    return 0;
  }
}

function hasExpired(request: Request): boolean {
  const expiry = expiryOf(request);
  return expiry > 0 && expiry < Date.now() / 1000;
}

const tokens: readonly Mutant[] = [
  {
    id: 'wallet tokens that a keystore signed are refused',
    kills: 'comment.sign-in.wallet-token-signed',
    fault: refuses(at.signIn, (request) => membersOf(request)['method'] === 'mixin_token', 401),
  },
  {
    id: 'every wallet token signs the first user in',
    kills: 'comment.sign-in.wallet-token-signed',
    fault: () => {
      let first: unknown;
      return async (request, next) => {
        const reply = await next(request);
        const isToken =
          at.signIn.test(`${request.method} ${request.path}`) && membersOf(request)['method'] === 'mixin_token';
        if (!isToken || reply.kind !== 'reply' || reply.status !== 200) return reply;
        const json: unknown = JSON.parse(reply.body);
        first ??= dataOf(json)['user'];
        return jsonReply(200, { ...(isObject(json) ? json : {}), data: { ...dataOf(json), user: first } });
      };
    },
  },
  {
    id: 'tokens of wallet OAuth are refused',
    kills: 'comment.sign-in.wallet-token-oauth',
    fault: refuses(
      at.signIn,
      (request) => {
        const { mixin_token: token, mixin_access_token: other } = membersOf(request);
        return Buffer.from(text(token ?? other).split('.')[1] ?? '', 'base64url')
          .toString()
          .includes('"aid"');
      },
      401,
    ),
  },
  {
    id: 'a wallet token that has expired is taken',
    kills: 'comment.sign-in.wallet-token-expired',
    fault: takes(hasExpired),
  },
  {
    id: 'a wallet token is taken for two hours',
    kills: 'comment.sign-in.wallet-token-expired',
    fault: takes((request) => hasExpired(request) && expiryOf(request) > Date.now() / 1000 - 6600),
  },
  {
    id: 'a sign-in by token needs no token',
    kills: 'comment.sign-in.wallet-token-required',
    fault: takes((request) => lacks(request, 'mixin_token', 'mixin_token')),
  },
  {
    id: 'a message is taken although the method is mixin_token',
    kills: 'comment.sign-in.wallet-token-required',
    fault: takes(
      (request) => membersOf(request)['method'] === 'mixin_token' && text(membersOf(request)['signature']) !== '',
    ),
  },
  {
    id: 'users with a contract account sign in by token',
    kills: 'comment.sign-in.bad-login-method',
    fault: overlooks(/ErrBadMvmLoginMethod/),
  },
  {
    id: 'the refusal of users with a contract account does not say why',
    kills: 'comment.sign-in.bad-login-method',
    fault: () => async (request, next) => {
      const reply = await next(request);
      return reply.kind === 'reply' && reply.body.includes('ErrBadMvm')
        ? jsonReply(401, { code: 401, msg: 'unauthorized' })
        : reply;
    },
  },
  {
    id: 'tokens of applications outside the list are taken',
    kills: 'comment.sign-in.client-ids',
    fault: overlooks(/application .* is not trusted/),
  },
];

const parts: readonly Mutant[] = [
  ...['domain', 'address', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'].map((field) => ({
    id: `a message may lack ${field}`,
    kills: 'comment.sign-in.message-complete',
    fault: overlooks(new RegExp(`has no ${field}`)),
  })),
  {
    id: 'a signature over the bare message is taken',
    kills: 'comment.sign-in.eip191-prefix',
    fault: overlooks(SIGNATURE),
  },
  {
    id: 'the lines of a message may stand in any order',
    kills: 'comment.sign-in.line-order',
    fault: overlooks(SIGNATURE, (request) => fieldsOf(request)['statement'] !== undefined),
  },
  { id: 'signatures are not verified', kills: 'comment.sign-in.signature-verified', fault: overlooks(SIGNATURE) },
  {
    id: 'signatures are verified only where there is a statement',
    kills: 'comment.sign-in.signature-verified',
    fault: overlooks(SIGNATURE, (request) => fieldsOf(request)['statement'] === undefined),
  },
  {
    id: 'every sign-in by message makes a new user',
    kills: 'comment.sign-in.account',
    fault: () => {
      let count = 0;
      return async (request, next) => {
        const reply = await next(request);
        const isMessage = at.signIn.test(`${request.method} ${request.path}`) && membersOf(request)['method'] === 'mvm';
        if (!isMessage || reply.kind !== 'reply' || reply.status !== 200) return reply;
        const json: unknown = JSON.parse(reply.body);
        const { user } = dataOf(json);
        count += 1;
        const other = { ...(isObject(user) ? user : {}), id: 70_000 + count };
        return jsonReply(200, { ...(isObject(json) ? json : {}), data: { ...dataOf(json), user: other } });
      };
    },
  },
  {
    id: 'every account is the same user',
    kills: 'comment.sign-in.account',
    fault: () => (request, next) =>
      at.signIn.test(`${request.method} ${request.path}`) && membersOf(request)['method'] === 'mvm'
        ? next({ ...request, body: rightSignIn() })
        : next(request),
  },
  {
    id: 'a message serves as often as one likes',
    kills: 'comment.sign-in.nonce-replay',
    fault: overlooks(/nonce was used/),
  },
  {
    id: 'a message serves again when its signature is written in capitals',
    kills: 'comment.sign-in.nonce-replay',
    fault: overlooks(/nonce was used/, (request) => /[A-F]/.test(text(membersOf(request)['signature']))),
  },
  {
    id: 'only the last message is remembered',
    kills: 'comment.sign-in.nonce-replay',
    fault: () => {
      let last: unknown;
      return async (request, next) => {
        const reply = await next(request);
        if (!at.signIn.test(`${request.method} ${request.path}`) || reply.kind !== 'reply') return reply;
        const { nonce } = fieldsOf(request);
        const again = reply.body.includes('nonce was used') && nonce !== last;
        if (reply.status === 200) last = nonce;
        return again ? next({ ...request, body: rightSignIn() }) : reply;
      };
    },
  },
  {
    id: 'a wrong signature is answered with 400',
    kills: 'comment.sign-in.refusal-401',
    fault: refusesWith(400, SIGNATURE),
  },
  {
    id: 'an expired message is answered with 403',
    kills: 'comment.sign-in.refusal-401',
    fault: refusesWith(403, /expired/),
  },
  {
    id: 'a wallet token that does not hold is answered with 502',
    kills: 'comment.sign-in.refusal-401',
    fault: () => async (request, next) => {
      const reply = await next(request);
      const isToken =
        at.signIn.test(`${request.method} ${request.path}`) && membersOf(request)['method'] === 'mixin_token';
      return isToken && reply.kind === 'reply' && reply.status === 401 ? { ...reply, status: 502 } : reply;
    },
  },
];

export const signInMutants: readonly Mutant[] = [...tokens, ...parts];
