import type { Airdrop, Session } from '@wallet-services/contract/comment';
import { expect, test } from 'vitest';
import { bearer, chosen, dataOf, served } from '../testing/comment.ts';
import { STORY_VALIDATORS } from '../testing/server.ts';
import { signedMessage, testAccount } from '../testing/wallet.ts';

/** Uses the whole service: sign-in, comment, reply, favorite, airdrop, payment. */
test.each(STORY_VALIDATORS)('an evening on a page, validated by %s', async (validator) => {
  const { login, signIn, get, send, put, pay, comment, comments, replies, site, user } = await served({ validator });
  const page = 'site_id=13&slug=routes/paris-to-berlin';

  // A user who only has an account key signs in, and Mira signs in with the wallet.
  const guest = dataOf<Session>(await login({ method: 'mvm', ...signedMessage(testAccount()) }));
  const mira = await signIn('Mira');
  expect(dataOf(await get('/me', bearer(guest.access_token)))).toEqual(guest.user);
  expect((await site(13)).name).toBe('Night Trains');
  expect(await comments(page)).toEqual({ comments: [], total: 0 });

  // The guest sends a question, Mira answers and favors.
  const requested = await send(
    '/comments',
    { content: 'Does the night train from Paris still stop in Strasbourg?' },
    { ...bearer(guest.access_token), ...chosen(13, 'routes/paris-to-berlin') },
  );
  const { id } = dataOf<{ id: number }>(requested);
  const answer = await send(
    `/comments/${id}/replies`,
    { content: 'It does, at two in the morning.' },
    bearer(mira.access_token),
  );
  expect(answer).toMatchObject({ status: 200, body: { data: { comment_id: String(id), user_id: '1207' } } });
  await put(`/comments/${id}/fav`, { ...bearer(mira.access_token), ...chosen(13) });

  const question = await comment(id);
  expect(question).toMatchObject({
    favor_count: 1,
    reply_count: 1,
    rewards: [],
    creator: { id: String(guest.user.id) },
  });
  expect((await comments(page)).comments).toEqual([question]);
  expect((await replies(id)).total).toBe(1);

  // Jonas rewards the question, and pays with the wallet.
  const jonas = await signIn('Jonas');
  const gift = {
    airdrop_type: 'comment',
    opponent_id: id,
    asset_id: 'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13',
    amount: '2.5',
    memo: 'a good question',
    redirect_url: 'https://nighttrains.example.com/routes/paris-to-berlin',
  };
  const airdrop = dataOf<Airdrop>(await send('/airdrops', gift, bearer(jonas.access_token)));
  expect(airdrop).toMatchObject({ status: 0, tip_type: 'comment', user_id: 1311 });
  expect((await comment(id)).rewards).toEqual([]);
  expect((await pay('Jonas', airdrop.payment_code)).body).toMatchObject({ data: { state: 'accepted', amount: '2.5' } });
  expect((await comment(id)).rewards).toEqual([
    expect.objectContaining({ recipient_id: guest.user.id, amount: '2.5', memo: 'a good question' }),
  ]);

  // Mira removes her favorite; all users can be read.
  await put(`/comments/${id}/unfav?site_id=13`, bearer(mira.access_token));
  expect((await comment(id)).favor_count).toBe(0);
  expect(await user(guest.user.id)).toEqual(guest.user);
});
