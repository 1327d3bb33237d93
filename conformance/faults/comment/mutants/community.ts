/** Servers that are wrong about favorites, replies and airdrops. */
import { isObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { changed, jsonReply, type Request } from '../../proxy/reply.ts';
import {
  at,
  dataOf,
  inData,
  inEntry,
  inList,
  inRequest,
  membersOf,
  numberIn,
  refuses,
  siteHeader,
  withBody,
  withoutHeaders,
  withQuery,
} from '../change.ts';

const operations = [
  ['favor', at.favor, 1],
  ['unfavor', at.unfavor, -1],
] as const;

function contradicts({ headers, query }: Request): boolean {
  const [id, other] = [headers['x-comment-site-id'], query.get('site_id')];
  return id !== undefined && other !== null && id !== other;
}

const favorites: readonly Mutant[] = operations.flatMap(([name, matcher, step]): readonly Mutant[] => [
  {
    id: `${name} is refused with the site in a header`,
    kills: `comment.favorites.${name}-site-in-header`,
    fault: refuses(matcher, ({ query }) => !query.has('site_id')),
  },
  {
    id: `${name} takes the site of the query although a header chooses one`,
    kills: `comment.favorites.${name}-header-wins`,
    fault: inRequest(matcher, (request) =>
      request.query.has('site_id') ? withoutHeaders(request, siteHeader) : request,
    ),
  },
  {
    id: `${name} is refused when header and query choose different sites`,
    kills: `comment.favorites.${name}-header-wins`,
    fault: refuses(matcher, contradicts),
  },
  {
    id: `${name} answers with another comment`,
    kills: `comment.favorites.${name}-answer`,
    fault: inData(matcher, ({ id }) => ({ id: Number(id) - 1 })),
  },
  {
    id: `${name} answers with the first comment that was asked for`,
    kills: `comment.favorites.${name}-answer`,
    fault: () => {
      let first: unknown;
      return changed(matcher, (json) => {
        first ??= json;
        return first;
      });
    },
  },
  {
    id: `the answer of ${name} has the count from before`,
    kills: `comment.favorites.${name}-count`,
    fault: inData(matcher, ({ favor_count: count }) => ({ favor_count: Number(count) - step })),
  },
  {
    id: `${name} changes the count of the comment before`,
    kills: `comment.favorites.${name}-count`,
    fault: () => (request, next) =>
      matcher.test(`${request.method} ${request.path}`)
        ? next({ ...request, path: request.path.replace(/\d+(?=\/\w+$)/, (id) => String(Number(id) - 1)) })
        : next(request),
  },
  {
    id: `${name} does not change what is read afterwards`,
    kills: `comment.favorites.${name}-count`,
    fault: () => {
      const counts = new Map<number, unknown>();
      return changed(at.comment, (json, request) => {
        const data = dataOf(json);
        const id = numberIn(request);
        if (!counts.has(id)) counts.set(id, data['favor_count']);
        return { ...(isObject(json) ? json : {}), data: { ...data, favor_count: counts.get(id) } };
      });
    },
  },
]);

const replies: readonly Mutant[] = [
  {
    id: 'the list of replies has those of the comment before at its end',
    kills: 'comment.replies.list-of-comment',
    fault: inEntry('replies', -1, ({ comment_id: id }) => ({ comment_id: String(Number(id) - 1) })),
  },
  {
    id: 'comment_id is a number in the list of replies',
    kills: 'comment.replies.list-of-comment',
    fault: inEntry('replies', 0, ({ comment_id: id }) => ({ comment_id: Number(id) })),
  },
  {
    id: 'a limit of replies is one too large',
    kills: 'comment.replies.list-limit',
    fault: inRequest(at.replies, (request) => {
      const limit = request.query.get('limit');
      return limit === null ? request : withQuery(request, { limit: String(Number(limit) + 1) });
    }),
  },
  {
    id: 'the limit is passed over behind the first page of replies',
    kills: 'comment.replies.list-limit',
    fault: inRequest(at.replies, (request) =>
      request.query.has('offset') ? withQuery(request, { limit: '100' }) : request,
    ),
  },
  {
    id: 'pages of replies skip one',
    kills: 'comment.replies.list-pages',
    fault: inRequest(at.replies, (request) => {
      const offset = Number(request.query.get('offset') ?? 0);
      return offset > 0 ? withQuery(request, { offset: String(offset + 1) }) : request;
    }),
  },
  {
    id: 'every page of replies is the first',
    kills: 'comment.replies.list-pages',
    fault: inRequest(at.replies, (request) => withQuery(request, { offset: undefined })),
  },
  {
    id: 'comment_id of a new reply is its own id',
    kills: 'comment.replies.create-comment',
    fault: inData(at.reply, ({ id }) => ({ comment_id: String(id) })),
  },
  {
    id: 'comment_id of a new reply is a number',
    kills: 'comment.replies.create-comment',
    fault: inData(at.reply, ({ comment_id: id }) => ({ comment_id: Number(id) })),
  },
  {
    id: 'a new reply is one of the first user',
    kills: 'comment.replies.create-author',
    fault: inData(at.reply, () => ({ user_id: '1207' })),
  },
  {
    id: 'white space within a reply is made one',
    kills: 'comment.replies.create-content',
    fault: inRequest(at.reply, (request) =>
      withBody(request, ({ content }) => ({ content: String(content).replaceAll(/\s+/g, ' ') })),
    ),
  },
  {
    id: 'reply_count counts only the first reply',
    kills: 'comment.replies.create-count',
    fault: inData(at.comment, ({ reply_count: count }) => ({ reply_count: Math.min(Number(count), 1) })),
  },
  {
    id: 'reply_count counts twice',
    kills: 'comment.replies.create-count',
    fault: inData(at.comment, ({ reply_count: count }) => ({ reply_count: 2 * Number(count) })),
  },
  {
    id: 'the newest reply is missing in the list',
    kills: 'comment.replies.create-listed',
    fault: inList('replies', (entries) => entries.slice(0, -1)),
  },
  {
    id: 'the list of replies has lost their content',
    kills: 'comment.replies.create-listed',
    fault: inEntry('replies', 0, () => ({ content: '' })),
  },
];

/** Makes up what is missing in an airdrop, so that the server takes it. */
function completes(member: string, value: unknown): Mutant['fault'] {
  return inRequest(at.airdrop, (request) => {
    const body = membersOf(request);
    return Object.hasOwn(body, member) ? request : withBody(request, () => ({ [member]: value }));
  });
}

const airdrops: readonly Mutant[] = [
  {
    id: 'an airdrop to a page takes the first site without site_id',
    kills: 'comment.airdrops.site-id-required',
    fault: completes('site_id', 21),
  },
  {
    id: 'an airdrop to a page takes any page without slug',
    kills: 'comment.airdrops.slug-required',
    fault: completes('slug', 'posts/august-harvest'),
  },
  {
    id: 'an airdrop to nobody is taken',
    kills: 'comment.airdrops.opponent-id-required',
    fault: completes('opponent_id', 1207),
  },
  {
    id: 'opponent_id of an airdrop to a comment is a user',
    kills: 'comment.airdrops.opponent-id-meaning',
    fault: inRequest(at.airdrop, (request) =>
      membersOf(request)['airdrop_type'] === 'comment' ? withBody(request, () => ({ airdrop_type: 'user' })) : request,
    ),
  },
  {
    id: 'opponent_id of an airdrop to a user is lost',
    kills: 'comment.airdrops.opponent-id-meaning',
    fault: inData(at.airdrop, ({ tip_type: type }) => (type === 'user' ? { opponent_id: 0 } : {})),
  },
  {
    id: 'topn is chosen without strategy_name',
    kills: 'comment.airdrops.strategy-name-required',
    fault: completes('strategy_name', 'topn'),
  },
  {
    id: 'strategy_params may be left out',
    kills: 'comment.airdrops.strategy-params-required',
    fault: completes('strategy_params', { n: 1 }),
  },
  {
    id: 'topn takes ten where n is none',
    kills: 'comment.airdrops.topn-n',
    fault: inRequest(at.airdrop, (request) => {
      const { strategy_params: params } = membersOf(request);
      return isObject(params) && typeof params['n'] !== 'number'
        ? withBody(request, () => ({ strategy_params: { n: 10 } }))
        : request;
    }),
  },
  {
    id: 'amounts are rounded to 4 decimals',
    kills: 'comment.airdrops.amount-precision',
    fault: inData(at.airdrop, ({ amount }) => ({ amount: Number(amount).toFixed(4) })),
  },
  {
    id: 'amounts are kept as floats',
    kills: 'comment.airdrops.amount-precision',
    fault: inData(at.airdrop, ({ amount }) => ({ amount: String(Math.fround(Number(amount))) })),
  },
  {
    id: 'tip_type is user, whatever was asked for',
    kills: 'comment.airdrops.tip-type',
    fault: inData(at.airdrop, () => ({ tip_type: 'user' })),
  },
  {
    id: 'the memo of an airdrop is lost',
    kills: 'comment.airdrops.echo',
    fault: inData(at.airdrop, () => ({ memo: '' })),
  },
  {
    id: 'the asset of an airdrop is another',
    kills: 'comment.airdrops.echo',
    fault: inData(at.airdrop, () => ({ asset_id: 'c6d0c728-2624-429b-8e0d-d9d19b6592fa' })),
  },
];

const stray: readonly Mutant[] = [
  {
    id: 'a reply is in the lists of all comments',
    kills: 'comment.replies.create-listed',
    fault: () => {
      let last: unknown;
      return async (request, next) => {
        const reply = await next(request);
        const line = `${request.method} ${request.path}`;
        if (reply.kind !== 'reply' || reply.status !== 200) return reply;
        const json: unknown = JSON.parse(reply.body);
        if (at.reply.test(line)) last = dataOf(json);
        if (!at.replies.test(line) || !isObject(last)) return reply;
        const { id } = last;
        const entries = objectsOf(dataOf(json)['replies']);
        if (entries.some((one) => one['id'] === id)) return reply;
        return jsonReply(200, {
          ...(isObject(json) ? json : {}),
          data: { ...dataOf(json), replies: [...entries, last] },
        });
      };
    },
  },
];

export const communityMutants: readonly Mutant[] = [...favorites, ...replies, ...airdrops, ...stray];
