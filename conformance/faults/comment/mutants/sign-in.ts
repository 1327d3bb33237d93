/** Servers that are wrong about signing in: they take what they must refuse, or refuse what they must take. */
import { isObject, type JsonObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { type Fault, jsonReply, type Request } from '../../proxy/reply.ts';
import { at, dataOf, fieldsOf, membersOf, overlooks, refuses, rightSignIn, takes, turnsDown } from '../change.ts';

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function lacks(request: Request, method: string, member: string): boolean {
  const body = membersOf(request);
  return body['method'] === method && text(body[member]) === '';
}

const SIGNATURE = /signature is not one/;

/** Answers refused sign-ins that are meant with another status. */
function refusesWith(status: number, reason: RegExp): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    const isRefused =
      at.signIn.test(`${request.method} ${request.path}`) && reply.kind === 'reply' && reply.status === 401;
    return isRefused && reason.test(reply.body) ? { ...reply, status } : reply;
  };
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
        const { mixin_token: token } = membersOf(request);
        return Buffer.from(text(token).split('.')[1] ?? '', 'base64url')
          .toString()
          .includes('"aid"');
      },
      401,
    ),
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
  {
    id: 'a sign-in by message needs no message',
    kills: 'comment.sign-in.message-required',
    fault: takes((request) => lacks(request, 'mvm', 'signed_message')),
  },
  {
    id: 'a sign-in by message needs no signature',
    kills: 'comment.sign-in.signature-required',
    fault: takes((request) => lacks(request, 'mvm', 'signature')),
  },
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

/** A field that is not looked at: the rule, and which wrong values are taken. */
type Overlooked = readonly [rule: string, id: string, isTaken: (fields: JsonObject) => boolean];

function isIso(value: unknown): boolean {
  return !Number.isNaN(Date.parse(text(value)));
}

const wrongFields: readonly Overlooked[] = [
  ['domain', 'a domain may be anything', ({ domain }) => !/^[\w.:-]+$/.test(text(domain))],
  [
    'trusted-domain',
    'every domain is trusted',
    ({ domain }) => domain !== 'notes.example.org' && /^[\w.-]+$/.test(text(domain)),
  ],
  [
    'trusted-domain',
    'domains are trusted by how they begin',
    ({ domain }) => text(domain).startsWith('notes.example.org.'),
  ],
  ['address', 'an address may be anything', ({ address }) => !/^0x[0-9a-f]{40}$/i.test(text(address))],
  ['address', 'an address may lack 0x', ({ address }) => /^[0-9a-f]{40}$/i.test(text(address))],
  [
    'address-checksum',
    'the capitals of an address do not matter',
    ({ address }) => /^0x[0-9a-fA-F]{40}$/.test(text(address)),
  ],
  ['statement-newline', 'a statement may have several lines', ({ statement }) => text(statement).includes('\n')],
  ['statement-newline', 'a statement may end in a newline', ({ statement }) => text(statement).endsWith('\n')],
  ['statement-ascii', 'a statement may be in any language', ({ statement }) => /[^\0-\x7f]/.test(text(statement))],
  ['uri', 'a uri may be anything', ({ uri }) => !/^[a-z]+:\S+$/.test(text(uri))],
  ['uri', 'a uri may lack its scheme', ({ uri }) => /^[\w.]+\/\w+$/.test(text(uri))],
  ['version', 'the version does not matter', ({ version }) => version !== '1'],
  ['version', 'a version need only begin with 1', ({ version }) => version !== '1' && text(version).startsWith('1')],
  ['chain-id', 'a chain id may be anything', ({ chainId }) => !/^\d+$/.test(String(chainId))],
  ['chain-id', 'a chain id may be below zero', ({ chainId }) => Number(chainId) < 0],
  ['nonce-length', 'a nonce may be short', ({ nonce }) => text(nonce).length < 8],
  ['nonce-length', 'a nonce of 7 characters is enough', ({ nonce }) => text(nonce).length === 7],
  ['nonce-alphanumeric', 'a nonce may have any characters', ({ nonce }) => /[^a-z0-9]/i.test(text(nonce))],
  [
    'nonce-alphanumeric',
    'a nonce may have underscores',
    ({ nonce }) => /^\w+$/.test(text(nonce)) && text(nonce).includes('_'),
  ],
  ['issued-at', 'issued-at may be anything', ({ issuedAt }) => !isIso(issuedAt)],
  [
    'expiration-time',
    'an expiration time may be anything',
    ({ expirationTime }) => expirationTime !== undefined && !isIso(expirationTime),
  ],
  ['not-before', 'a not-before may be anything', ({ notBefore }) => notBefore !== undefined && !isIso(notBefore)],
  [
    'resources-uris',
    'only the first resource is looked at',
    ({ resources }) => Array.isArray(resources) && resources.length > 1 && /^[a-z]+:\S+$/.test(text(resources[0])),
  ],
];

const fields: readonly Mutant[] = wrongFields.map(([rule, id, isTaken]) => ({
  id,
  kills: `comment.sign-in.${rule}`,
  fault: takes((request) => membersOf(request)['method'] === 'mvm' && isTaken(fieldsOf(request))),
}));

/** Milliseconds since 1970, as read by who passes over the UTC offset. */
function localTime(time: unknown): number {
  return Date.parse(`${text(time).slice(0, 19)}Z`);
}

const times: readonly Mutant[] = [
  { id: 'expired messages are taken', kills: 'comment.sign-in.expired', fault: overlooks(/expired/) },
  {
    id: 'messages are taken for an hour after they expired',
    kills: 'comment.sign-in.expired',
    fault: overlooks(
      /expired/,
      (request) => Date.now() - Date.parse(text(fieldsOf(request)['expirationTime'])) < 3_600_000,
    ),
  },
  {
    id: 'the UTC offset of an expiration time is passed over',
    kills: 'comment.sign-in.expired',
    fault: turnsDown(({ expirationTime }) => expirationTime !== undefined && localTime(expirationTime) < Date.now()),
  },
  { id: 'not-before is passed over', kills: 'comment.sign-in.too-early', fault: overlooks(/not yet valid/) },
  {
    id: 'the UTC offset of a not-before is passed over',
    kills: 'comment.sign-in.too-early',
    fault: turnsDown(({ notBefore }) => notBefore !== undefined && localTime(notBefore) > Date.now()),
  },
  {
    id: 'messages with an expiration time are refused',
    kills: 'comment.sign-in.expired',
    fault: turnsDown(({ expirationTime }) => expirationTime !== undefined),
  },
];

const optional: readonly Mutant[] = [
  [
    'statement-optional',
    'a message needs a statement',
    ({ statement }: JsonObject) => statement === undefined,
  ] as const,
  [
    'expiration-optional',
    'a message with a not-before needs an expiration time',
    ({ notBefore, expirationTime }: JsonObject) => notBefore !== undefined && expirationTime === undefined,
  ] as const,
  [
    'not-before-optional',
    'a message with an expiration time needs a not-before',
    ({ notBefore, expirationTime }: JsonObject) => expirationTime !== undefined && notBefore === undefined,
  ] as const,
  [
    'request-id-optional',
    'a message with times needs a request id',
    ({ requestId, notBefore }: JsonObject) => requestId === undefined && notBefore !== undefined,
  ] as const,
  [
    'resources-optional',
    'a message with a request id needs resources',
    ({ requestId, resources }: JsonObject) => requestId !== undefined && resources === undefined,
  ] as const,
  [
    'request-id-line',
    'request ids are not understood',
    ({ requestId }: JsonObject) => requestId !== undefined,
  ] as const,
  [
    'resources-lines',
    'more than one resource is not understood',
    ({ resources }: JsonObject) => Array.isArray(resources) && resources.length > 1,
  ] as const,
  ['nonce-length', 'a nonce needs 10 characters', ({ nonce }: JsonObject) => text(nonce).length < 10] as const,
].map(([rule, id, isRefused]) => ({
  id,
  kills: `comment.sign-in.${rule}`,
  fault: turnsDown((message, request) => membersOf(request)['method'] === 'mvm' && isRefused(message)),
}));

const lines: readonly Mutant[] = [
  {
    id: 'the request id is not part of what is signed',
    kills: 'comment.sign-in.request-id-line',
    fault: overlooks(SIGNATURE, (request) => fieldsOf(request)['requestId'] !== undefined),
  },
  {
    id: 'resources are not part of what is signed',
    kills: 'comment.sign-in.resources-lines',
    fault: overlooks(SIGNATURE, (request) => fieldsOf(request)['resources'] !== undefined),
  },
];

export const signInMutants: readonly Mutant[] = [...tokens, ...parts, ...fields, ...times, ...optional, ...lines];
