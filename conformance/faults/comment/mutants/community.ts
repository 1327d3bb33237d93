/** Servers that are wrong about favorites and replies. */

import { changed, jsonReply, type Request } from '../../../fault/proxy/reply.ts';
import { isObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import {
  at,
  dataOf,
  inData,
  inEntry,
  inList,
  inRequest,
  refuses,
  siteHeader,
  withBody,
  withoutHeaders,
} from '../change.ts';

const operations = [
  ['favor', at.favor],
  ['unfavor', at.unfavor],
] as const;

function contradicts({ headers, query }: Request): boolean {
  const [id, other] = [headers['x-comment-site-id'], query.get('site_id')];
  return id !== undefined && other !== null && id !== other;
}

const favorites: readonly Mutant[] = operations.flatMap(([name, matcher]): readonly Mutant[] => [
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
    id: `${name} takes the page of the query although a header chooses one`,
    kills: `comment.favorites.${name}-header-wins`,
    fault: inRequest(matcher, (request) =>
      request.query.has('slug') && !request.query.has('site_id') ? withoutHeaders(request, siteHeader) : request,
    ),
  },
  {
    id: `${name} passes over the page in a header`,
    kills: `comment.favorites.${name}-header-wins`,
    fault: inRequest(matcher, (request) => withoutHeaders(request, /^x-comment-site-slug$/)),
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

export const communityMutants: readonly Mutant[] = [...favorites, ...replies, ...stray];
