/** A reply is in the list of its comment's replies, once, and in no other (document 2, Endpoints). */

import {
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  objectOf,
  orNull,
  pass,
  REFUSED_HINT,
  stop,
} from '@wallet-services/conformance/core';
import { freshText, pagedListOf, traverseWhole } from '@wallet-services/conformance/discovery';
import {
  type CredentialUse,
  excerpt,
  isObject,
  type JsonObject,
  noInput,
  objectsOf,
  outcomeText,
  sameJson,
  valueAt,
  within,
} from '@wallet-services/conformance/model';
import { type At, type Mutation, successOf, together } from '@wallet-services/conformance/mutation';
import { difference, replyMembers } from '../compare.ts';
import { sendFor, users, type Written, write } from '../things.ts';

/**
 * The replies to a comment, as the caller sees them: those of all users. @throws Stopped when the request is rejected.
 */
async function repliesTo(ctx: CheckContext, path: Readonly<Record<string, string>>) {
  const list = pagedListOf(ctx.suite.api, 'listReplies') ?? stop(inconclusive('no list of replies is documented'));
  const { pages, refusal } = await traverseWhole(
    ctx,
    list,
    { ...noInput, path },
    { most: 5, schemes: ['CommentToken'] },
  );
  const [page = stop(blockedBy(refusal ?? undefined))] = pages;
  return { exchange: page.exchange, items: pages.flatMap(({ items }) => items) };
}

type Listed = Awaited<ReturnType<typeof repliesTo>>;

const times = ({ items }: Listed, { id }: JsonObject) => items.filter((one) => one['id'] === id).length;

const pointer = '/data/replies';

function judgeListed(listed: Listed, written: JsonObject): Judgement {
  const { items, exchange } = listed;
  const index = items.findIndex(({ id }) => id === written['id']);
  const item = items[index];
  const count = times(listed, written);
  if (item === undefined || count !== 1) {
    const expected = `reply ${excerpt(written['id'])} once in the list of the comment's replies`;
    return broken({ expected, actual: `${count} times`, pointer, about: 'listed', exchange });
  }
  const wrong = difference(item, written, replyMembers);
  if (wrong === null) return pass;
  const expected = `${wrong.expected}, as when it was created`;
  const place = { pointer: `${within(pointer, index)}${wrong.pointer}`, against: 'createReply' };
  return broken({ ...wrong, expected, ...place, exchange });
}

/** A number that no comment has. */
const NOWHERE = '987654321987654';

/** An accepted reply must be in the list of its comment, so a reply to a missing comment must be rejected. */
async function judgeNowhere(ctx: CheckContext, { input }: Written): Promise<readonly Judgement[]> {
  const path = { comment_id: NOWHERE };
  const body = { content: freshText(ctx.suite, 'a reply to nothing') };
  const exchange = await sendFor(ctx, 'createReply', { ...input, path, body }, { label: 'to no comment' });
  const item = objectOf(exchange);
  if (item === null) return [];
  const list = () => repliesTo(ctx, path);
  const listed = await orNull(ctx.until(list, (one) => times(one, item) > 0));
  if (listed !== null && times(listed, item) > 0) return [];
  const actual = `${outcomeText(exchange)}, but the reply is not listed`;
  return [
    broken({ expected: 'a refusal, since the comment does not exist', actual, about: 'to no comment', exchange }),
  ];
}

/** Judges that a reply is not listed as a comment on the page of the comment that it replies to. */
async function judgePage(ctx: CheckContext, { input, item: { content } }: Written): Promise<readonly Judgement[]> {
  const { site_id: site, slug } =
    objectOf(await sendFor(ctx, 'readComment', { path: input.path }, { label: 'page' })) ?? {};
  if (typeof site !== 'number' || typeof slug !== 'string') return [];
  const headers = { 'X-COMMENT-SITE-ID': String(site), 'X-COMMENT-SITE-SLUG': slug };
  const exchange = await sendFor(ctx, 'listComments', { headers }, { label: 'the page with replies' });
  const comments = objectsOf(objectOf(exchange)?.['comments']);
  const place = comments.findIndex((one) => one['content'] === content);
  const [expected, actual] = ['no reply among the comments', excerpt(content)];
  const at = within('/data/comments', place);
  return place < 0 ? [] : [broken({ expected, actual, pointer: at, about: 'among comments', exchange })];
}

/** A faulty server that overwrites a reply that arrives while another one is written, or gives both one id. */
function atOnce(at: At, what: 'lost' | 'one id'): Mutation {
  return () => {
    const gone = new Set<unknown>();
    let [busy, last]: [number, unknown] = [0, undefined];
    const writes = at('createReply').instead(async (request, next) => {
      const isFirst = busy === 0;
      busy += 1;
      const reply = await next(request);
      await new Promise((resolve) => setTimeout(resolve, 30));
      busy -= 1;
      const id = valueAt(successOf(reply), '/data/id');
      if (reply.kind !== 'reply' || id === undefined) return reply;
      const shared = isFirst || last === undefined ? id : last;
      last = shared;
      if (what === 'one id') return { ...reply, body: reply.body.replace(`"id":${id},`, `"id":${shared},`) };
      if (!isFirst) gone.add(id);
      return reply;
    });
    const lists = at('listReplies').items.all((items) => items.filter(({ id }) => !gone.has(id)));
    return together(writes, lists)();
  };
}

const ONE_COMMENT = 'the suite could not create a second comment to compare with';

const LONG = ', and so on'.repeat(20);

export default {
  id: 'comment.createReply.listed',
  async check(ctx, report) {
    const acting = users(ctx.suite);
    const first = await write(ctx, 'createReply', { name: 'listed' });
    const elsewhere = await write(ctx, 'createReply', { name: 'listed elsewhere' });
    const made: Written[] = [first];
    const further = async (credentials: CredentialUse, place: number): Promise<Written | null> => {
      // One of them is longer than an excerpt.
      const content = `${freshText(ctx.suite, 'a further reply', String(place))}${place === 0 ? LONG : ''}`;
      const body = { content };
      const exchange = await sendFor(ctx, 'createReply', { ...first.input, body }, { label: 'further', credentials });
      const item = objectOf(exchange);
      return item === null ? null : { ...first, item, exchange };
    };
    // The replies are sent concurrently: none may be lost, and no two may be merged.
    for (const one of await Promise.all(([...acting.slice(1), 'given', 'given'] as const).map(further))) {
      // The server decides on the users who may reply, and how often.
      if (one !== null) made.push(one);
    }
    const variant = made.find(
      ({ item }, place) => made.findIndex((other) => other.item['id'] === item['id']) !== place,
    );
    if (variant !== undefined) {
      const expected = 'a different id for each reply';
      report(
        broken({ expected, actual: excerpt(variant.item['id']), pointer: '/data/id', exchange: variant.exchange }),
      );
    }
    const isWhole = (listed: Listed) => made.every(({ item }) => times(listed, item) === 1);
    const listed = await ctx.until(() => repliesTo(ctx, first.input.path), isWhole);
    for (const { item } of made) report(judgeListed(listed, item));
    report(...(await judgeNowhere(ctx, first)), ...(await judgePage(ctx, first)));
    // A server that accepts no more comments leaves only one to reply to: then there is no second list.
    if (sameJson(elsewhere.input.path, first.input.path)) return report(inconclusive(ONE_COMMENT, REFUSED_HINT));
    const others = await repliesTo(ctx, elsewhere.input.path);
    // Ids may be counted for each comment.
    const stray = made.find(({ item: { id, content } }) =>
      others.items.some((one) => one['id'] === id && one['content'] === content),
    );
    if (stray === undefined) return;
    const expected = 'a reply only in the list of its own comment';
    const actual = excerpt(stray.item['id']);
    report(broken({ expected, actual, pointer, about: 'stray', exchange: others.exchange }));
  },
  mutants: (at) => ({
    'who signed in is shown the latest reply alone': at('listReplies')
      .when(({ headers }) => headers['authorization'] !== undefined)
      .items.all((items) => items.slice(-1)),
    'the newest reply is missing in the list': at('listReplies').items.all((items) => items.slice(0, -1)),
    'the first reply is twice in the list': at('listReplies').items.all((items) => [...items.slice(0, 1), ...items]),
    'the list of replies has lost their content': at('listReplies').items.first((item) => ({ ...item, content: '' })),
    'the list of replies shows excerpts': at('listReplies').value(`${pointer}/*/content`, (content) =>
      String(content).slice(0, 120),
    ),
    'a reply to no comment is taken': at('createReply').asBefore(
      'last',
      (_, reply) => reply.kind === 'reply' && reply.status === 404,
    ),
    'of replies at once one is lost': atOnce(at, 'lost'),
    'replies at once have one id': atOnce(at, 'one id'),
    'a reply is among the comments of its page': () => {
      const replies: JsonObject[] = [];
      const remember = at('createReply').value('/data', (reply) => {
        if (isObject(reply)) replies.push(reply);
        return reply;
      });
      const asComments = at('listComments').items.all((items) => [
        ...replies.flatMap(({ comment_id: parent, id, content }) =>
          items.filter((one) => String(one['id']) === parent).map((one) => ({ ...one, id, content })),
        ),
        ...items,
      ]);
      return together(remember, asComments)();
    },
    'a reply is in the lists of all comments': () => {
      let last: unknown;
      const remember = at('createReply').value('/data', (reply) => {
        last = reply;
        return reply;
      });
      const stray = at('listReplies').items.all((items) =>
        !isObject(last) || items.some(({ id }) => isObject(last) && id === last['id']) ? items : [...items, last],
      );
      return together(remember, stray)();
    },
  }),
} satisfies OwnRule;
