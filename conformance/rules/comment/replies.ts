/** Replies to comments: writing and listing them. */
import { type Exchange, isSuccess } from '../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { listOf, objectOf } from '../shared/data.ts';
import { type Ask, ask } from './calls.ts';
import { differences, replyMembers } from './compare.ts';
import { type Asking, type OwnPage, ownPage, readComment, readMe, users, type Written } from './fixtures.ts';
import { findComments, numberOf } from './found.ts';
import { judgeLimits, judgeTurning, type OwnList } from './paged.ts';
import { judgeAuthor } from './written.ts';

/** A reply that was written. */
interface Made {
  readonly reply: JsonObject;
  readonly exchange: Exchange;
}

/** Replies to a comment; null, with the reason told, when it is refused. */
function* reply(
  scene: Scene,
  say: Say,
  { id }: Pick<Written, 'id'>,
  {
    label,
    content = `A reply (${label}).`,
    credentials = 'given',
  }: { label: string; content?: string; credentials?: 'given' | 'other' },
): Asking<Made | null> {
  const exchange = yield ask(scene, 'createReply', { label, id, body: { content }, credentials, intent: 'open' });
  const written = objectOf(exchange);
  if (written !== null) return { reply: written, exchange };
  say(blockedBy(exchange));
  return null;
}

function* listReplies(scene: Scene, id: number, label: string, page: NonNullable<Ask['page']> = {}): Asking<Exchange> {
  return yield ask(scene, 'listReplies', { label, id, page });
}

/** Two comments with so many replies to the first, and one to the second. */
function* replied(
  scene: Scene,
  say: Say,
  name: string,
  count: number,
): Asking<readonly [Written, Written, OwnPage] | null> {
  const page = yield* ownPage(scene, say, name, { count: 2 });
  const [one, other] = page?.written ?? [];
  if (page === null || one === undefined || other === undefined) return null;
  for (let number = 1; number <= count; number += 1) {
    if ((yield* reply(scene, say, one, { label: `reply ${number}` })) === null) return null;
  }
  return (yield* reply(scene, say, other, { label: 'reply to the other' })) === null ? null : [one, other, page];
}

function judgeParent(exchange: Exchange, id: number, say: Say): void {
  const replies = listOf(exchange, 'replies');
  if (replies === null) say(blockedBy(exchange));
  for (const [index, { comment_id: actual }] of (replies ?? []).entries()) {
    const pointer = `/data/replies/${index}/comment_id`;
    if (actual === String(id)) say(pass);
    else say(broken({ expected: JSON.stringify(String(id)), actual: excerpt(actual), pointer, exchange }));
  }
}

/** So many of the comments that are there are looked at. */
const MOST_FOUND = 3;

export const listOfComment: Rule = conversationRule('comment.replies.list-of-comment', () => [
  {
    id: 'found',
    operation: 'listReplies',
    *talk(scene, say) {
      const answered = (yield* findComments(scene)).filter(
        ({ reply_count: count }) => typeof count === 'number' && count > 0,
      );
      for (const comment of answered.slice(0, MOST_FOUND)) {
        const id = numberOf(comment['id']);
        if (id !== null) judgeParent(yield* listReplies(scene, id, `found ${id}`), id, say);
      }
      if (answered.length === 0) {
        say(inconclusive('no comment with replies is known', 'name a site with such comments as known.sites'));
      }
    },
  },
  {
    id: 'own',
    operation: 'listReplies',
    *talk(scene, say) {
      const two = yield* replied(scene, say, 'replies of', 3);
      if (two === null) return;
      for (const { id } of two.slice(0, 2).flatMap((one) => ('id' in one ? [one] : []))) {
        judgeParent(yield* listReplies(scene, id, `list ${id}`), id, say);
        judgeParent(yield* listReplies(scene, id, `second of ${id}`, { limit: 1, offset: 1 }), id, say);
      }
    },
  },
]);

const COUNT = 5;

function listIn(scene: Scene, { id }: Written): OwnList {
  return { member: 'replies', count: COUNT, list: (label, page) => listReplies(scene, id, label, page) };
}

export const listLimit: Rule = conversationRule('comment.replies.list-limit', () => [
  {
    id: 'limits',
    operation: 'listReplies',
    *talk(scene, say) {
      const two = yield* replied(scene, say, 'limits', COUNT);
      if (two !== null) yield* judgeLimits(listIn(scene, two[0]), say);
    },
  },
]);

export const listPages: Rule = conversationRule('comment.replies.list-pages', () => [
  {
    id: 'pages',
    operation: 'listReplies',
    *talk(scene, say) {
      const two = yield* replied(scene, say, 'pages', COUNT);
      if (two === null) return;
      const list = listIn(scene, two[0]);
      const whole = listOf(yield* listReplies(scene, two[0].id, 'whole', { limit: 2 * COUNT }), 'replies') ?? [];
      const ids = whole.map(({ id }) => id);
      if (ids.length < COUNT) return say(inconclusive('the replies are not all in one page'));
      yield* judgeTurning(list, ids, say);
    },
  },
]);

export const createComment: Rule = conversationRule('comment.replies.create-comment', () => [
  {
    id: 'parents',
    operation: 'createReply',
    *talk(scene, say) {
      const page = yield* ownPage(scene, say, 'parents', { count: 2 });
      for (const { id } of page?.written ?? []) {
        for (const credentials of users(scene)) {
          const made = yield* reply(scene, say, { id }, { label: `to ${id} (${credentials})`, credentials });
          if (made === null) continue;
          const actual = made.reply['comment_id'];
          if (actual === String(id)) say(pass);
          else {
            const { exchange } = made;
            say(
              broken({
                expected: JSON.stringify(String(id)),
                actual: excerpt(actual),
                pointer: '/data/comment_id',
                exchange,
              }),
            );
          }
        }
      }
    },
  },
]);

export const createAuthor: Rule = conversationRule('comment.replies.create-author', () => [
  {
    id: 'authors',
    operation: 'createReply',
    *talk(scene, say) {
      const page = yield* ownPage(scene, say, 'authors');
      const [comment] = page?.written ?? [];
      if (comment === undefined) return;
      for (const credentials of users(scene)) {
        const me = yield* readMe(scene, say, credentials);
        const made = yield* reply(scene, say, comment, { label: `by ${credentials}`, credentials });
        if (me !== null && made !== null) say(judgeAuthor(made.reply, me, made.exchange));
      }
    },
  },
]);

/** Judges the number of replies that a comment, read alone, tells. */
function judgeReplyCount(exchange: Exchange | null, expected: number, why: string, say: Say): void {
  const count = objectOf(exchange ?? undefined)?.['reply_count'];
  if (exchange === null || typeof count !== 'number') return;
  if (count === expected) say(pass);
  else say(broken({ expected: `${expected}, ${why}`, actual: String(count), pointer: '/data/reply_count', exchange }));
}

export const createCount: Rule = conversationRule('comment.replies.create-count', () => [
  {
    id: 'counts',
    operation: 'createReply',
    *talk(scene, say) {
      const page = yield* ownPage(scene, say, 'counts', { count: 2 });
      const [comment, other] = page?.written ?? [];
      if (comment === undefined || other === undefined) return;
      const read = yield* readComment(scene, say, comment.id, 'before');
      const beside = yield* readComment(scene, say, other.id, 'the other before');
      const before = objectOf(read ?? undefined)?.['reply_count'];
      const untouched = objectOf(beside ?? undefined)?.['reply_count'];
      if (typeof before !== 'number' || typeof untouched !== 'number') return say(blockedBy(read ?? undefined));
      let count = before;
      for (const credentials of [...users(scene), ...users(scene).slice(0, 1)]) {
        if ((yield* reply(scene, say, comment, { label: `reply ${count}`, credentials })) === null) return;
        count += 1;
        const after = yield* readComment(scene, say, comment.id, `after ${count}`);
        judgeReplyCount(after, count, 'one more than before', say);
      }
      const still = yield* readComment(scene, say, other.id, 'the other after');
      judgeReplyCount(still, untouched, 'since the replies went to another comment', say);
    },
  },
]);

export const createListed: Rule = conversationRule('comment.replies.create-listed', () => [
  {
    id: 'listed',
    operation: 'createReply',
    *talk(scene, say) {
      const page = yield* ownPage(scene, say, 'listed', { count: 2 });
      const [comment, other] = page?.written ?? [];
      if (comment === undefined || other === undefined) return;
      const made: Made[] = [];
      for (const credentials of [...users(scene), ...users(scene).slice(0, 1)]) {
        const one: Made | null = yield* reply(scene, say, comment, { label: `reply ${made.length}`, credentials });
        if (one === null) return;
        made.push(one);
      }
      const list = yield* listReplies(scene, comment.id, 'list', { limit: 10 });
      const replies = listOf(list, 'replies');
      if (replies === null) return say(blockedBy(list));
      for (const { reply: written } of made) {
        const index = replies.findIndex(({ id }) => id === written['id']);
        const listed = replies[index];
        const expected = `reply ${excerpt(written['id'])} in the list of the comment's replies, once`;
        const times = replies.filter(({ id }) => id === written['id']).length;
        if (listed === undefined || times !== 1) {
          say(
            broken({ expected, actual: `${times} times`, pointer: '/data/replies', about: 'listed', exchange: list }),
          );
          continue;
        }
        const [wrong] = differences(
          listed,
          written,
          replyMembers.filter((name) => name !== 'updated_at'),
        );
        if (wrong === undefined) say(pass);
        else {
          const pointer = `/data/replies/${index}${wrong.pointer}`;
          say(
            broken({
              expected: `${wrong.expected}, as when it was written`,
              actual: wrong.actual,
              pointer,
              exchange: list,
            }),
          );
        }
      }
      const elsewhere = yield* listReplies(scene, other.id, 'list of the other');
      const stray = listOf(elsewhere, 'replies')?.find(({ id }) => made.some(({ reply: { id: mine } }) => mine === id));
      if (stray === undefined) {
        if (!isSuccess(elsewhere)) say(blockedBy(elsewhere));
        return;
      }
      const expected = 'a reply in the list of its own comment alone';
      say(
        broken({
          expected,
          actual: excerpt(stray['id']),
          pointer: '/data/replies',
          about: 'stray',
          exchange: elsewhere,
        }),
      );
    },
  },
]);
