/** Correct comment servers that choose otherwise where the documents leave it open. None may be blamed. */

import { type Fault, isMeant, jsonReply, type Matcher, type Reply, type Request } from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import type { Target } from '../../target/target.ts';
import type { Twin } from '../mutant.ts';
import {
  at,
  dataOf,
  inData,
  inList,
  inRequest,
  membersOf,
  numberIn,
  refuses,
  turnsDown,
  withBody,
  withQuery,
} from './change.ts';

/** Several faults, the first one nearest to the caller. */
function all(...faults: readonly (() => Fault)[]): () => Fault {
  return () => {
    const made = faults.map((fault) => fault());
    return (request, next) =>
      made.reduceRight<typeof next>((inner, fault) => async (passed) => fault(passed, inner), next)(request);
  };
}

/** Changes successful answers as a whole. */
function everyAnswer(change: (json: JsonObject) => unknown): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    if (reply.kind !== 'reply' || reply.status !== 200 || reply.body === '') return reply;
    const json: unknown = JSON.parse(reply.body);
    return isObject(json) ? { ...reply, body: JSON.stringify(change(json)) } : reply;
  };
}

/** Writes refusals in its own way; that of a sign-in stays a 401, as document 1 shows. */
function refusing(write: (status: number, body: string) => Reply): () => Fault {
  return () => async (request, next) => {
    const reply = await next(request);
    return reply.kind === 'reply' && reply.status >= 400 && reply.status < 500
      ? write(reply.status, reply.body)
      : reply;
  };
}

const ERROR_NAME = 'ErrBadMvmLoginMethod';

/** Turns every order round that may run either way; replies too. */
const otherWay = all(
  inRequest(at.comments, (request) => {
    const order = request.query.get('order_by');
    return order === null || order === 'created_at' ? withQuery(request, { order_by: 'created_at_asc' }) : request;
  }),
  () => async (request, next) => {
    if (!isMeant(request, at.comments) || request.query.get('order_by') !== 'favor_count') return next(request);
    // The smallest first: the whole list, turned round, and then cut.
    const { query } = request;
    const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
    const reply = await next(withQuery(request, { limit: '100', offset: '0' }));
    if (reply.kind !== 'reply' || reply.status !== 200) return reply;
    const json: unknown = JSON.parse(reply.body);
    const comments = objectsOf(dataOf(json)['comments'])
      .toReversed()
      .slice(offset, offset + limit);
    return jsonReply(200, { ...(isObject(json) ? json : {}), data: { ...dataOf(json), comments } });
  },
);

/** A limit out of range is refused, another size is the default, and offset counts pages. */
function pages(matcher: Matcher, size: number): () => Fault {
  return all(
    refuses(matcher, ({ query }) => Number(query.get('limit') ?? 1) > 50),
    inRequest(matcher, (request) => {
      const limit = Number(request.query.get('limit') ?? size);
      const offset = Number(request.query.get('offset') ?? 0);
      return Number.isInteger(limit) && Number.isInteger(offset)
        ? withQuery(request, { limit: String(limit), ...(offset > 0 ? { offset: String(offset * limit) } : {}) })
        : request;
    }),
  );
}

/** Remembers whose favorite which comment is, and refuses what changes nothing. */
function strictFavorites(): Fault {
  const known = new Set<string>();
  return async (request, next) => {
    const favors = isMeant(request, at.favor);
    if (!favors && !isMeant(request, at.unfavor)) return next(request);
    const key = `${request.headers['authorization']} ${numberIn(request)}`;
    if (known.has(key) === favors) return jsonReply(409, { error: 'nothing to change' });
    const reply = await next(request);
    if (reply.kind === 'reply' && reply.status === 200) {
      if (favors) known.add(key);
      else known.delete(key);
    }
    return reply;
  };
}

/** The same moment, in the time of the server's place and without its fraction. */
function eastern(text: unknown): string {
  return new Date(Date.parse(String(text)) + 28_800_000).toISOString().replace(/\.\d+Z$/, '+08:00');
}

function zoned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(zoned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      /^(created|updated)_at$/.test(name) ? eastern(inner) : zoned(inner),
    ]),
  );
}

/** Further members everywhere. */
function extended(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(extended);
  if (!isObject(value)) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, extended(inner)])), extra: true };
}

function nullsForEmpty(data: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? value.length === 0
          ? null
          : value.map((one) => (isObject(one) ? nullsForEmpty(one) : one))
        : value,
    ]),
  );
}

function hasChoice({ headers, query }: Request): boolean {
  return headers['x-comment-site-id'] !== undefined || query.has('site_id');
}

function withoutAvgParams({ services, ...target }: Target): Target {
  const { comment } = services;
  if (comment === undefined) return { services, ...target };
  const { airdrop_avg_params: _, ...known } = comment.known;
  return { ...target, services: { ...services, comment: { ...comment, known } } };
}

function isNotChosen({ headers }: Request): boolean {
  return headers['x-comment-site-id'] === undefined;
}

/** Replies, the newest first. */
const newestReplies: () => Fault = () => async (request, next) => {
  if (!isMeant(request, at.replies)) return next(request);
  const { query } = request;
  if (/[^\d]/.test(`${query.get('limit') ?? ''}${query.get('offset') ?? ''}`)) return next(request);
  const [limit, offset] = [Number(query.get('limit') ?? 20), Number(query.get('offset') ?? 0)];
  const reply = await next(withQuery(request, { limit: '100', offset: '0' }));
  if (reply.kind !== 'reply' || reply.status !== 200) return reply;
  const json: unknown = JSON.parse(reply.body);
  const replies = objectsOf(dataOf(json)['replies'])
    .toReversed()
    .slice(offset, offset + limit);
  return jsonReply(200, { ...(isObject(json) ? json : {}), data: { ...dataOf(json), replies } });
};

/** Rewards of a shape of its own. */
const REWARDS = [{ token: 'apple', count: 1 }];

export const twins: readonly Twin[] = [
  {
    id: 'lists run the other way, in pages of another size',
    about: [
      'comment.comments.list-order-default',
      'comment.comments.list-order-direction',
      'comment.limits.page-size',
      'comment.paging.limit-range',
      'comment.paging.offset-unit',
      'comment.paging.total',
      'comment.replies.list-order',
    ],
    fault: all(
      pages(at.comments, 7),
      pages(at.replies, 6),
      otherWay,
      newestReplies,
      inData(at.comments, ({ comments }) => ({ total: objectsOf(comments).length })),
      inData(at.replies, ({ replies }) => ({ total: objectsOf(replies).length })),
    ),
  },
  {
    id: 'refuses in plain text, and is strict about what the documents leave open',
    about: [
      'comment.errors.responses',
      'comment.favorites.favor-twice',
      'comment.favorites.unfavor-without-favor',
      'comment.favorites.other-site',
      'comment.favorites.site-in-query',
      'comment.requests.unknown-inputs',
      'comment.content.bounds',
      'comment.sites.page',
      'comment.sites.slug',
      'comment.sign-in.wallet-token-name',
      'comment.sign-in.issued-at-range',
      'comment.sign-in.bad-login-method-answer',
      'comment.sign-in.untrusted',
      'comment.airdrop.amount-digits',
      'comment.airdrop.strategy-params-avg',
    ],
    fault: all(
      refusing((status, body) => {
        const text = body.includes(ERROR_NAME) ? `E17 ${ERROR_NAME}` : 'no';
        const changed = status === 401 || status === 404 ? status : 422;
        return {
          kind: 'reply',
          status: body.includes('not trusted') ? 403 : changed,
          contentType: 'text/plain',
          body: text,
        };
      }),
      () => strictFavorites(),
      refuses(at.favor, isNotChosen),
      refuses(at.unfavor, isNotChosen),
      refuses(at.comments, (request) => !hasChoice(request)),
      refuses(at.write, (request) => !hasChoice(request) || String(membersOf(request)['content']).length > 2_000),
      refuses(/./, ({ query }) => query.has('unknown')),
      refuses(
        at.signIn,
        (request) => membersOf(request)['unknown'] !== undefined || membersOf(request)['mixin_token'] !== undefined,
      ),
      turnsDown(({ issuedAt }) => Math.abs(Date.now() - Date.parse(String(issuedAt))) > 600_000),
      refuses(at.airdrop, (request) => membersOf(request)['strategy_name'] === 'avg'),
    ),
    // What it takes for avg is not told.
    target: withoutAvgParams,
  },
  {
    id: 'is generous about what the documents leave open',
    about: [
      'comment.favorites.other-site',
      'comment.auth.transport',
      'comment.auth.claims',
      'comment.sign-in.lang',
      'comment.airdrop.unset-target',
      'comment.airdrop.status-values',
      'comment.site.reward-strategy-values',
      'comment.sign-in.message-members',
      'comment.reward.shape',
      'comment.airdrop.type-name',
      'comment.airdrop.amount-digits',
      'comment.replies.list-content',
    ],
    fault: all(
      // Which site a favorite names does not matter, nor whether it is one.
      inRequest(/^PUT .*\/(un)?fav$/, (request) => {
        const headers = Object.entries(request.headers).filter(([name]) => !name.startsWith('x-comment-site-'));
        return { ...request, headers: Object.fromEntries(headers), query: new URLSearchParams() };
      }),
      // A token need not be written after the word Bearer.
      inRequest(/./, (request) => {
        const token = request.headers['authorization'];
        if (token === undefined || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return request;
        return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
      }),
      inData(at.airdrop, ({ tip_type: type, site_id: id, ...rest }) => ({
        ...rest,
        airdrop_type: type,
        site_id: id === 0 ? 21 : id,
        status: 7,
        strategy_params: rest['strategy_params'] ?? {},
      })),
      inData(at.site, () => ({ reward_strategy: 99 })),
      // Digits beyond the eighth are cut, and a body is passed over where none belongs.
      inRequest(at.airdrop, (request) =>
        withBody(request, ({ amount }) => ({
          amount: typeof amount === 'string' ? amount.replace(/(\.\d{8})\d+$/, '$1') : amount,
        })),
      ),
      inRequest(at.replies, (request) => ({ ...request, body: '' })),
      everyAnswer((json) => extended(json)),
      inList('comments', (comments) => comments.map((one) => ({ ...one, rewards: REWARDS }))),
      inData(at.comment, () => ({ rewards: REWARDS })),
      inData(at.write, () => ({ rewards: REWARDS })),
    ),
  },
  {
    id: 'writes times of its place to the second, null for empty lists, and reads messages in snake case only',
    about: [
      'comment.sign-in.message-members',
      'comment.sign-in.message-form',
      'comment.reward.shape',
      'comment.auth.lifetime',
    ],
    fault: all(
      everyAnswer((json) => zoned(json)),
      everyAnswer((json) => (isObject(json['data']) ? { ...json, data: nullsForEmpty(json['data']) } : json)),
      turnsDown(
        (fields, request) =>
          membersOf(request)['method'] === 'mvm' &&
          (Object.hasOwn(fields, 'chainId') || Object.keys(fields).length === 0),
      ),
    ),
  },
];
