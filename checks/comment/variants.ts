/** Conforming variants of comment. No rule may fail on them. */
import { described, type Variant } from '@wallet-services/conformance/core';
import { pagedListOf } from '@wallet-services/conformance/discovery';
import { eachObject, isObject, type JsonObject, valueAt } from '@wallet-services/conformance/model';
import {
  type At,
  edited,
  jsonReply,
  type MatchedRequest,
  type Mutation,
  sentIn,
  successOf,
  together,
} from '@wallet-services/conformance/mutation';
import {
  everyAnswer,
  inZone,
  limitedRate,
  members,
  pagesFromOne,
  refusing,
  toTheSecond,
  withMembers,
} from '../shared/answers.ts';
import { wholeList } from '../shared/pages.ts';
import { isSigned, type Sent, takes, turnsDown } from './sign-in/mutants.ts';

/** The open questions about lists that are read by offset. */
interface Listing {
  readonly standard: number;
  /** A larger limit is rejected. */
  readonly maximum: number;
  /** Whether the requested order of the list is reversed; the request determines its ends. */
  readonly reversed: (request: MatchedRequest) => boolean;
}

const LARGE = 100;

/** A list in pages of another size, with an offset that counts pages and a total that counts the page. */
function listing(at: At, operation: string, { standard, maximum, reversed }: Listing): Mutation {
  const list = pagedListOf(at.api, operation);
  return at(operation).instead(async (request, next) => {
    const [limit, offset] = [request.query.get('limit') ?? String(standard), request.query.get('offset') ?? '0'];
    // A request that the upstream server rejects is rejected here as well.
    if (list === null || ![limit, offset].every((text) => /^\d+$/.test(text))) return next(request);
    const whole = await wholeList(request, list, next, LARGE);
    if ('kind' in whole) return whole;
    const [size, begin] = [Number(limit), Number(limit) * Number(offset)];
    if (size < 1 || size > maximum) return jsonReply(400, { code: 400, msg: 'no such page' });
    const page = (reversed(request) ? whole.items.toReversed() : whole.items).slice(begin, begin + size);
    const shown = edited(whole.json, list.items, () => page);
    return jsonReply(
      200,
      edited(shown, '/data/total', () => page.length),
    );
  });
}

/** Remembers the favorites of each user, and rejects requests that change nothing. */
function strictFavorites(at: At): Mutation {
  return () => {
    const known = new Set<string>();
    const strict = (operation: string, favors: boolean) =>
      at(operation).instead(async (request, next) => {
        const key = `${request.headers['authorization']} ${request.inputs['comment_id']}`;
        if (known.has(key) === favors) return jsonReply(409, { error: 'nothing to change' });
        const reply = await next(request);
        if (successOf(reply) !== undefined) known[favors ? 'add' : 'delete'](key);
        return reply;
      });
    return together(strict('favorComment', true), strict('unfavorComment', false))();
  };
}

const SITE = { id: 'x-comment-site-id', slug: 'x-comment-site-slug' } as const;

const hasNoSite = ({ headers, query }: MatchedRequest) => headers[SITE.id] === undefined && !query.has('site_id');
const hasNoHeader = ({ headers }: MatchedRequest) => headers[SITE.id] === undefined;

/** A page of the reference server. */
const PAGE = 'recipes/rye-bread-without-kneading';

const REWARDS = [{ token: 'apple', count: 1 }, '1 apple', 7];

const ERROR_NAME = 'ErrBadMvmLoginMethod';

/** The time after which favorites and replies of comments show, in milliseconds. */
const LATE = 400;

/** Answers reads with the data of a moment ago; the counts in answers to writes are current. */
function lateCounts(at: At): Mutation {
  const counted = {
    favorComment: ['favor_count', 1],
    unfavorComment: ['favor_count', -1],
    createReply: ['reply_count', 1],
  } as const;
  return () => {
    const moved: { readonly id: string; readonly count: string; readonly by: number; readonly time: number }[] = [];
    const shown = (value: unknown): unknown => {
      if (!isObject(value) || value['favor_count'] === undefined) return value;
      const recent = moved.filter(({ id, time }) => id === String(value['id']) && Date.now() - time < LATE);
      const off = (count: string) => recent.reduce((sum, one) => sum + (one.count === count ? one.by : 0), 0);
      const reported = (count: string) => Math.max(0, Number(value[count]) - off(count));
      return {
        ...value,
        favor_count: reported('favor_count'),
        reply_count: reported('reply_count'),
        storage_tx_hash: 'later',
      };
    };
    const movers = Object.entries(counted).map(([operation, [count, by]]) =>
      at(operation).reply((reply, { inputs }) => {
        const json = successOf(reply);
        if (json === undefined) return reply;
        moved.push({ id: String(inputs['comment_id']), count, by, time: Date.now() });
        return jsonReply(200, edited(json, '/data', shown));
      }),
    );
    const readers = [at('readComment').value('/data', shown), at('listComments').items.each(shown)];
    return together(...movers, ...readers)();
  };
}

/** Remembers the author of a comment, who may not make it their own favorite. */
function modest(at: At): Mutation {
  return () => {
    const own = new Map<unknown, unknown>();
    const writes = at('createComment').reply((reply, { headers }) => {
      own.set(String(valueAt(successOf(reply), '/data/id')), headers['authorization']);
      return reply;
    });
    const favors = at('favorComment').refused(
      ({ inputs, headers }) => own.get(inputs['comment_id']) === headers['authorization'],
      403,
    );
    return together(writes, favors)();
  };
}

/** Accepts only the last token of a user. */
function lastSession(at: At): Mutation {
  return () => {
    const users = new Map<unknown, unknown>();
    const last = new Map<unknown, unknown>();
    const signs = at('signIn').reply((reply) => {
      const json = successOf(reply);
      const [token, user] = [valueAt(json, '/data/access_token'), valueAt(json, '/data/user/id')];
      if (json === undefined) return reply;
      users.set(token, user);
      last.set(user, token);
      return reply;
    });
    const isOver = ({ headers }: MatchedRequest) => {
      const token = headers['authorization']?.replace('Bearer ', '');
      return users.has(token) && last.get(users.get(token)) !== token;
    };
    const others = at.api.operations.filter(({ security }) => security.flat().length > 0);
    return together(signs, ...others.map(({ id }) => at(id).refused(isOver, 401)))();
  };
}

/** A time without its offset, other than that of a user. */
function localTimes(json: unknown): unknown {
  const local = (time: unknown) => String(time).replace(/(?:Z|[+-]\d\d:\d\d)$/, '');
  return eachObject(json, (object) => {
    if (object['full_name'] !== undefined) return object;
    const times = Object.entries(object).filter(([name]) => /^(created|updated)_at$/.test(name));
    return { ...object, ...Object.fromEntries(times.map(([name, time]) => [name, local(time)])) };
  });
}

const isOld = ({ claims }: Sent) => Number(claims['exp'] ?? Number.POSITIVE_INFINITY) < Date.now() / 1000;

const wasTaken = (sent: Sent, before: readonly Sent[]) =>
  isSigned(sent) && before.some(({ body }) => body['signed_message'] === sent.body['signed_message']);

const snakeOnly = ({ isMessage, body }: Sent) => isMessage && !/"chain_id"/.test(String(body['signed_message']));

export const variants: readonly Variant[] = [
  {
    id: 'counts pages of a page from one, and writes times shorter in lists and of favorites',
    about: ['comment.paged.offset-unit'],
    choices: (at) => [
      // In a whole site, old items must be found among all items that the suite wrote.
      pagesFromOne(at('listComments').when(({ headers }) => headers[SITE.slug] !== undefined)),
      at('listComments').items.each((item) => ({ ...item, created_at: toTheSecond(item['created_at']) })),
      at('favorComment').value('/data/created_at', toTheSecond),
    ],
  },
  {
    id: 'runs the other way, in pages of another size, which offset and total count',
    about: [
      'comment.listComments.order-default',
      'comment.listComments.order-direction',
      'comment.listReplies.order',
      'comment.limited.page-sizes',
      'comment.limited.range',
      'comment.paged.offset-unit',
      'comment.paged.total',
    ],
    choices: (at) => [
      listing(at, 'listComments', {
        standard: 7,
        maximum: 50,
        reversed: ({ query }) => [null, 'created_at'].includes(query.get('order_by')),
      }),
      listing(at, 'listReplies', { standard: 6, maximum: 50, reversed: () => true }),
    ],
  },
  {
    id: 'refuses in plain text, and is strict about what the documents leave open',
    about: [
      'comment.errors.responses',
      'comment.favorComment.twice',
      'comment.unfavorComment.without-favor',
      'comment.favorComment.other-site',
      'comment.favorComment.site-in-query',
      'comment.inputs.unknown',
      'comment.content.bounds',
      'comment.chosen-by.page',
      'comment.chosen-by.slug',
      'comment.SignInRequest.mixin_access_token.name',
      'comment.signIn.issued-at-range',
      'comment.signIn.bad-login-method-answer',
      'comment.signIn.untrusted',
      'comment.StrategyParams.avg',
    ],
    choices: (at) => [
      refusing((status, { body }) => ({
        status: status === 401 || status === 404 ? status : 422,
        contentType: 'text/plain',
        body: body.includes(ERROR_NAME) ? 'E17: not with this account' : 'no',
      })),
      strictFavorites(at),
      ...['favorComment', 'unfavorComment'].map((id) => at(id).refused(hasNoHeader)),
      at('listComments').refused(hasNoSite),
      at('createComment').refused((request) => hasNoSite(request) || String(sentIn(request)['content']).length > 2_000),
      at('createComment').refused(({ query, headers }) =>
        [query.get('slug'), headers[SITE.slug]].some((slug = '') => (slug ?? '').length > 32),
      ),
      ...at.api.operations.map(({ id }) => at(id).refused(({ query }) => query.has('unknown'))),
      at('signIn').refused((request) => ['unknown', 'mixin_token'].some((name) => sentIn(request)[name] !== undefined)),
      turnsDown(at, ({ fields }) => Math.abs(Date.now() - Date.parse(String(fields['issuedAt']))) > 600_000),
      at('createAirdrop').refused((request) => sentIn(request)['strategy_name'] === 'avg'),
    ],
    // The accepted parameters of avg are not documented.
    target: described('comment', ({ known: { airdrop_avg_params: _, ...known } }) => ({ known })),
  },
  {
    id: 'is generous about what the documents leave open',
    about: [
      'comment.favorComment.other-site',
      'comment.access.token-transport',
      'comment.signIn.lang',
      'comment.chosen-by.page',
      'comment.Airdrop.opponent_id.unset',
      'comment.Airdrop.status.values',
      'comment.Airdrop.tip_type.name',
      'comment.AirdropRequest.amount.digits',
      'comment.Site.reward_strategy.values',
      'comment.Reward.shape',
      'comment.listReplies.content',
      'comment.access.token-claims',
    ],
    // A request chooses one of the sites together with a page.
    target: described('comment', ({ known }) => ({
      known: { ...known, choices: { site: [{ site_id: 21 }, { site_id: 4, slug: PAGE }] } },
    })),
    choices: (at) => [
      // The site of a favorite is ignored, even where it does not exist.
      ...['favorComment', 'unfavorComment'].flatMap((id) => [
        at(id).headers({ [SITE.id]: undefined, [SITE.slug]: undefined }),
        at(id).query({ site_id: undefined, slug: undefined }),
      ]),
      // The choice of a header is complete: a query beside it is ignored.
      ...['listComments', 'createComment'].map((id) =>
        at(id)
          .when(({ headers }) => Object.values(SITE).some((name) => headers[name] !== undefined))
          .query({ site_id: undefined, slug: undefined }),
      ),
      // A token need not follow the word Bearer.
      () => (request, next) => {
        const token = request.headers['authorization'];
        if (token === undefined || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return next(request);
        return next({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
      },
      at('createAirdrop').value('/data', (airdrop) => {
        const { tip_type: type, site_id: site, slug, opponent_id: opponent, ...rest } = airdrop as JsonObject;
        // Members that an airdrop of a type does not have are null, or absent.
        return {
          ...rest,
          airdrop_type: type,
          tip_type: type,
          status: 7,
          site_id: site || null,
          strategy_name: rest['strategy_name'] || null,
          ...(slug === '' ? {} : { slug }),
          ...(opponent === 0 ? {} : { opponent_id: opponent }),
        };
      }),
      // Digits beyond the eighth are cut, and an unnecessary body is ignored.
      at('createAirdrop').body(({ amount, ...rest }) => ({
        ...rest,
        amount: typeof amount === 'string' ? amount.replace(/(\.\d{8})\d+$/, '$1') : amount,
      })),
      at('listReplies').request((request) => ({ ...request, body: '' })),
      at('readSite').value('/data/reward_strategy', () => 99),
      members(/^rewards$/, () => REWARDS),
      withMembers({ extra: true }),
    ],
  },
  {
    id: 'writes times of its place to the second, and reads messages in snake case only',
    about: ['comment.signIn.message-members', 'comment.signIn.message-form', 'comment.access.token-lifetime'],
    choices: (at) => [
      members(/^(created|updated)_at$/, (time) => inZone(480)(String(time).replace(/\.\d+/, ''))),
      turnsDown(at, snakeOnly),
    ],
  },
  {
    id: 'shows counts and transactions a moment later, and times without an offset; users cannot favor their own comments',
    about: [
      'comment.favorComment.count',
      'comment.createReply.count',
      'comment.favorComment.own',
      'comment.Comment.storage_tx_hash.when',
      'comment.times.offset',
      'comment.User.avatar_url.unset',
    ],
    choices: (at) => [lateCounts(at), modest(at), everyAnswer(localTimes), members(/^avatar_url$/, () => '')],
    target: described('comment', () => ({ settleMs: 3_000 })),
  },
  {
    id: 'remembers no nonces, takes old wallet tokens, and answers a failed sign-in with 403',
    about: [
      'comment.signIn.nonce-memory',
      'comment.signIn.wallet-token-lifetime',
      'comment.signIn.refusal-status',
      'comment.signIn.chain-ids',
      'comment.signIn.message-members',
    ],
    choices: (at) => [
      at('signIn').reply((reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply)),
      takes(at, (sent, before) => isOld(sent) || wasTaken(sent, before)),
      turnsDown(at, ({ isMessage, fields }) => isMessage && fields['chainId'] !== '1'),
    ],
    advised: ['comment.signIn.nonce-replay', 'comment.signIn.refusal-401', 'comment.signIn.wallet-token-expired'],
  },
  {
    id: 'ends the session of who signs in again',
    about: ['comment.access.token-lifetime'],
    choices: (at) => [lastSession(at)],
  },
  {
    id: 'limits its rate',
    about: ['comment.limits.rate'],
    choices: () => [limitedRate(20)],
  },
];
