import { describe, expect, test } from 'vitest';
import { bearer, chosen, OTHER_SITE, refusal, SITE, SLUG, sharedServer } from '../../testing/comment.ts';
import { STORY_VALIDATORS } from '../../testing/server.ts';

const COMMENT = 90318;

describe.each(STORY_VALIDATORS)('favorites, validated by %s', (validator) => {
  const client = sharedServer({ validator });

  test('a user has at most one per comment, however often it is set or removed', async () => {
    const { signIn, favor, unfavor, comment } = client();
    const [mira, jonas] = [await signIn('Mira'), await signIn('Jonas')];
    const before = await comment(COMMENT);
    const count = before.favor_count;
    const first = await favor(mira, COMMENT);
    expect(first).toEqual({ ...before, favor_count: count + 1, updated_at: expect.any(String) });
    expect(await favor(mira, COMMENT)).toEqual(first);
    expect((await favor(jonas, COMMENT)).favor_count).toBe(count + 2);
    expect((await unfavor(mira, COMMENT)).favor_count).toBe(count + 1);
    expect((await unfavor(mira, COMMENT)).favor_count).toBe(count + 1);
    expect((await unfavor(jonas, COMMENT)).favor_count).toBe(count);
    expect((await comment(COMMENT)).favor_count).toBe(count);
  });

  test('the user of the examples has favored the comment of the examples', async () => {
    const { signIn, favor, unfavor, comment } = client();
    const mira = await signIn('Mira');
    const before = await comment(90311);
    expect(await favor(mira, 90311)).toEqual(before);
    expect((await unfavor(mira, 90311)).favor_count).toBe(before.favor_count - 1);
  });

  test.each(['fav', 'unfav'])('%s accepts only the site of the comment, and prefers the header', async (action) => {
    const { signIn, put } = client();
    const credential = bearer((await signIn('Mira')).access_token);
    const status = async (query: string, headers = {}) =>
      (await put(`/comments/${COMMENT}/${action}${query}`, { ...credential, ...headers })).status;
    expect(await status('', chosen(SITE))).toBe(200);
    expect(await status('', chosen(undefined, SLUG))).toBe(200);
    expect(await status('', chosen(SITE, SLUG))).toBe(200);
    expect(await status(`?site_id=${SITE}`)).toBe(200);
    expect(await status(`?slug=${SLUG}`)).toBe(200);
    expect(await status(`?site_id=${OTHER_SITE}`, chosen(SITE))).toBe(200);
    expect(await status(`?site_id=${OTHER_SITE}&slug=about`, chosen(undefined, SLUG))).toBe(200);
    expect(await status('')).toBe(200);
    expect(await status('', chosen(OTHER_SITE))).toBe(404);
    expect(await status(`?site_id=${SITE}`, chosen(OTHER_SITE))).toBe(404);
    expect(await status('?site_id=99')).toBe(404);
    expect(await status('', chosen(undefined, 'nowhere'))).toBe(404);
    expect(await status('?site_id=first')).toBe(400);
  });

  test.each(['fav', 'unfav'])('%s of a missing comment is rejected', async (action) => {
    const { signIn, put } = client();
    const headers = bearer((await signIn('Mira')).access_token);
    expect(await put(`/comments/1/${action}`, headers)).toMatchObject(refusal(404));
    expect(await put(`/comments/first/${action}`, headers)).toMatchObject(refusal(400));
  });

  test('the count is right after many concurrent changes', async () => {
    const { signIn, newcomer, write, favor, unfavor, comment, comments } = client();
    const { id, slug } = await write(await signIn('Jonas'), 'Vote!', `site_id=${SITE}&slug=votes`);
    const people = await Promise.all(Array.from({ length: 8 }, () => newcomer()));
    await Promise.all(people.flatMap((person) => [favor(person, id), favor(person, id), favor(person, id)]));
    expect((await comment(id)).favor_count).toBe(people.length);
    const [first, second, ...others] = people;
    await Promise.all([first, second, first].flatMap((person) => (person === undefined ? [] : [unfavor(person, id)])));
    expect((await comment(id)).favor_count).toBe(others.length);
    expect((await comments(`site_id=${SITE}&slug=${slug}&order_by=favor_count`)).comments[0]?.favor_count).toBe(6);
  });
});
