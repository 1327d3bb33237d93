import type {
  Comment,
  CommentListResponse,
  CommentResponse,
  ReplyListResponse,
  SiteResponse,
  UserResponse,
} from '@wallet-services/contract/comment';
import { expect, onTestFinished, test } from 'vitest';
import { exampleAnswer, readDocument } from '../../contract/index.ts';
import { openStore } from '../../store/index.ts';
import { SITE, SLUG, served } from '../../testing/comment.ts';
import { instantKey } from '../../values/index.ts';
import { comment as service } from '../index.ts';
import type { CommentStore, CommentTables } from '../store/tables.ts';

const SITES = [4, 9, 13, 17, 21];

async function seeded(seed?: number): Promise<CommentStore> {
  const store = await openStore([service], { seed });
  onTestFinished(() => store.destroy());
  return store.$extendTables<CommentTables>();
}

test('the server answers reads as in the examples of the document', async () => {
  const { comment, comments, replies, site, user } = await served();
  const document = await readDocument('comment');
  const example = <Body extends { data: unknown }>(operation: string, name?: string) =>
    exampleAnswer<Body>(document, operation, name).data as Body['data'];

  expect(await site(SITE)).toEqual(example<SiteResponse>('readSite'));
  expect(await user(1311)).toEqual(example<UserResponse>('readUser', 'with-picture'));
  expect(await user(1542)).toEqual(example<UserResponse>('readUser', 'without-picture'));
  expect(await user(1207)).toEqual(example<UserResponse>('readMe'));
  expect(await comment(90311)).toEqual(example<CommentResponse>('readComment'));
  const page = `site_id=${SITE}&slug=${SLUG}&order_by=created_at_asc`;
  expect(await comments(`${page}&limit=20&offset=0`)).toEqual(
    example<CommentListResponse>('listComments', 'oldest-first'),
  );
  expect(await comments(`${page}&limit=2&offset=2`)).toEqual(example<CommentListResponse>('listComments', 'last-page'));
  expect(await comments(`site_id=${SITE}&slug=posts/grafting-in-march`)).toEqual({ comments: [], total: 0 });
  expect(await replies(90311, 'limit=20&offset=0')).toEqual(example<ReplyListResponse>('listReplies', 'replies'));
  expect(await replies(90318)).toEqual({ replies: [], total: 0 });
});

test('there are several sites with more than one page of comments', async () => {
  const { comments, site } = await served();
  for (const id of SITES) {
    expect((await site(id)).origins).not.toHaveLength(0);
    const { total, comments: first } = await comments(`site_id=${id}`);
    expect(first).toHaveLength(20);
    expect(total).toBeGreaterThan(20);
  }
  expect((await comments('slug=recipes/rye-bread-without-kneading')).total).toBeGreaterThan(20);
});

test('counts and positions agree with the rows', async () => {
  const store = await seeded();
  const all = async <Table extends keyof CommentTables>(table: Table) =>
    store
      .selectFrom(table as 'comment_users')
      .selectAll()
      .execute() as unknown as CommentTables[Table][];
  const [comments, replies, favorites, rewards] = [
    await all('comment_comments'),
    await all('comment_replies'),
    await all('comment_favorites'),
    await all('comment_rewards'),
  ];
  const of = (rows: readonly { readonly comment_id: number | null }[], id: number) =>
    rows.filter(({ comment_id }) => comment_id === id).length;
  for (const { id, favor_count, reply_count, reward_count } of comments) {
    expect([id, favor_count, reply_count, reward_count ?? 0]).toEqual([
      id,
      of(favorites, id),
      of(replies, id),
      of(rewards, id),
    ]);
  }
  for (const page of await all('comment_pages')) {
    const own = comments.filter(({ site_id, slug }) => site_id === page.site_id && slug === page.slug);
    expect(own.map(({ page_position }) => page_position)).toEqual(own.map((_comment, place) => place + 1));
    expect(page.comment_count).toBe(own.length);
  }
  for (const site of await all('comment_sites')) {
    const own = comments.filter(({ site_id }) => site_id === site.id);
    expect(own.map(({ site_position }) => site_position)).toEqual(own.map((_comment, place) => place + 1));
    expect(site.comment_count).toBe(own.length);
  }
});

test('entries are numbered in the order of time, and refer to existing people', async () => {
  const store = await seeded();
  const users = await store.selectFrom('comment_users').selectAll().orderBy('id').execute();
  const comments = await store.selectFrom('comment_comments').selectAll().orderBy('id').execute();
  const replies = await store.selectFrom('comment_replies').selectAll().orderBy('id').execute();
  const airdrops = await store.selectFrom('comment_airdrops').selectAll().orderBy('id').execute();
  const rewards = await store.selectFrom('comment_rewards').selectAll().orderBy('id').execute();
  expect(users.length).toBeGreaterThanOrEqual(12);
  expect(replies.length).toBeGreaterThan(200);
  expect(rewards.length).toBeGreaterThan(10);
  for (const rows of [users, comments, replies, airdrops, rewards]) {
    const keys = rows.map(({ created_at }) => instantKey(created_at) ?? '');
    expect(keys.toSorted()).toEqual(keys);
  }
  const since = new Map(users.map(({ id, created_at }) => [id, instantKey(created_at) ?? '']));
  for (const { user_id, created_at, updated_at } of [...comments, ...replies]) {
    expect((since.get(user_id) ?? '9') < (instantKey(created_at) ?? '')).toBe(true);
    expect((instantKey(created_at) ?? '9') <= (instantKey(updated_at) ?? '')).toBe(true);
  }
});

test('no text is repeated on one page', async () => {
  const store = await seeded();
  const comments = await store.selectFrom('comment_comments').select(['site_id', 'slug', 'content']).execute();
  expect(new Set(comments.map((comment) => JSON.stringify(comment))).size).toBe(comments.length);
});

test('the same seed gives the same data, another seed other data', async () => {
  const contents = await Promise.all(
    [5, 5, 6].map(async (seed) => {
      const { comments } = await served({ seed });
      return Promise.all(SITES.map((id) => comments(`site_id=${id}&limit=100`)));
    }),
  );
  const [one, again, other] = contents;
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
  expect(other?.at(-1)?.comments.find(({ id }: Comment) => id === 90311)).toEqual(
    one?.at(-1)?.comments.find(({ id }: Comment) => id === 90311),
  );
});
