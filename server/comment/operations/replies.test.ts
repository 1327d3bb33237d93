import type { Reply } from '@wallet-services/contract/comment';
import { describe, expect, test } from 'vitest';
import { bearer, refusal, sharedServer } from '../../testing/comment.ts';
import { STORY_VALIDATORS } from '../../testing/server.ts';

const COMMENT = 90318;

const ids = (replies: readonly Reply[]) => replies.map(({ id }) => id);

describe.each(STORY_VALIDATORS)('replies, validated by %s', (validator) => {
  const client = sharedServer({ validator });

  test('a reply is the caller\u2019s, is listed, and is counted', async () => {
    const { signIn, reply, replies, comment, user } = client();
    const before = (await comment(COMMENT)).reply_count;
    const mira = await signIn('Mira');
    const written = await reply(mira, COMMENT, ' The first week of August. ');
    const { id, ...author } = await user(1207);
    expect(written).toMatchObject({
      user_id: '1207',
      comment_id: String(COMMENT),
      content: 'The first week of August.',
      creator: { ...author, id: String(id) },
    });
    const listed = await replies(COMMENT);
    expect(listed.replies.at(-1)).toEqual(written);
    expect(listed.total).toBe(before + 1);
    expect((await comment(COMMENT)).reply_count).toBe(before + 1);
  });

  test('the list is paged, oldest first', async () => {
    const { signIn, write, reply, replies } = client();
    const jonas = await signIn('Jonas');
    const { id } = await write(jonas, 'Ask me anything.');
    const written: Reply[] = [];
    for (let n = 0; n < 25; n += 1) written.push(await reply(jonas, id, `Answer ${n}`));
    expect(await replies(id)).toEqual({ replies: written.slice(0, 20), total: 25 });
    expect(await replies(id, 'limit=101')).toEqual({ replies: written, total: 25 });
    expect(await replies(id, 'limit=10&offset=20')).toEqual({ replies: written.slice(20), total: 25 });
    expect(await replies(id, 'offset=25')).toEqual({ replies: [], total: 25 });
    expect(await replies(id, 'offset=9223372036854775807')).toEqual({ replies: [], total: 25 });
    expect(new Set(written.map(({ comment_id }) => comment_id))).toEqual(new Set([String(id)]));
  });

  test('concurrent replies are counted once each', async () => {
    const { signIn, write, reply, replies, comment } = client();
    const jonas = await signIn('Jonas');
    const { id } = await write(jonas, 'All together now.');
    const written = await Promise.all(Array.from({ length: 40 }, (_unused, n) => reply(jonas, id, `Voice ${n}`)));
    const listed = await replies(id, 'limit=100');
    expect(listed.total).toBe(40);
    expect(ids(listed.replies)).toEqual(ids(written).toSorted((a, b) => a - b));
    expect((await comment(id)).reply_count).toBe(40);
  });

  test.each(['limit=0', 'limit=-5', 'limit=many', 'offset=-1', 'offset=1.5'])(
    'a list with %s is refused',
    async (query) => {
      expect(await client().get(`/comments/${COMMENT}/replies?${query}`)).toMatchObject(refusal(400));
    },
  );

  test('replies to a missing comment are not found', async () => {
    const { get, send, signIn } = client();
    const headers = bearer((await signIn('Mira')).access_token);
    expect(await get('/comments/1/replies')).toMatchObject(refusal(404));
    expect(await get('/comments/first/replies')).toMatchObject(refusal(400));
    expect(await send('/comments/1/replies', { content: 'Anybody?' }, headers)).toMatchObject(refusal(404));
  });

  test.each([{}, { content: '' }, { content: '  ' }, { content: 'a'.repeat(5_121) }, { content: ['a'] }, null])(
    'a reply is refused with %j',
    async (body) => {
      const { signIn, send, comment } = client();
      const before = await comment(COMMENT);
      const headers = bearer((await signIn('Mira')).access_token);
      expect(await send(`/comments/${COMMENT}/replies`, body, headers)).toMatchObject(refusal(400));
      expect(await comment(COMMENT)).toEqual(before);
    },
  );

  test('the longest allowed reply is accepted', async () => {
    const { signIn, reply } = client();
    const content = '🍎'.repeat(5_120);
    expect((await reply(await signIn('Mira'), COMMENT, content)).content).toBe(content);
  });
});
