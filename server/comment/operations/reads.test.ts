import { describe, expect, test } from 'vitest';
import { bearer, refusal, SITE, sharedServer } from '../../testing/comment.ts';
import { call, STORY_VALIDATORS } from '../../testing/server.ts';

describe.each(STORY_VALIDATORS)('sites and users, validated by %s', (validator) => {
  const client = sharedServer({ validator });

  test('a site is read by its number', async () => {
    const { site, get } = client();
    expect((await site(SITE)).id).toBe(SITE);
    for (const id of ['0', '99', '-21', '9223372036854775807']) {
      expect(await get(`/sites/${id}`)).toMatchObject(refusal(404));
    }
    for (const id of ['orchard', '2.1', '0x15']) expect(await get(`/sites/${id}`)).toMatchObject(refusal(400));
  });

  test('a user is read by number, and has no textual id', async () => {
    const { user, get } = client();
    expect(await user(1542)).toMatchObject({ id: 1542, full_name: 'Aiko Tanabe' });
    for (const id of ['0', '7', '-1']) expect(await get(`/users/${id}`)).toMatchObject(refusal(404));
    expect(await get('/users/mira')).toMatchObject(refusal(400));
  });

  test('the time of the server is beside the payload', async () => {
    const before = Date.now();
    const { body } = await client().get(`/sites/${SITE}`);
    const { ts } = body as { ts: number };
    expect(ts).toBeGreaterThanOrEqual(before);
    expect(ts).toBeLessThanOrEqual(Date.now());
  });

  test('missing resources are rejected in the error form', async () => {
    const { api, get } = client();
    expect(await get('/nothing')).toMatchObject(refusal(404));
    expect(await get('/sites')).toMatchObject(refusal(404));
    expect(await get('/sites/%zz')).toMatchObject(refusal(400));
    const wrongMethod = await call(`${api}/comments/90311`, { method: 'DELETE' });
    expect(wrongMethod).toMatchObject(refusal(405));
    expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test('bodies that cannot be parsed are rejected in the error form', async () => {
    const { api, signIn } = client();
    const headers = bearer((await signIn('Mira')).access_token);
    const raw = (body: string, type = 'application/json') =>
      call(`${api}/comments/90311/replies`, { method: 'POST', headers: { ...headers, 'Content-Type': type }, body });
    expect(await raw('{"content":')).toMatchObject(refusal(400));
    expect(await raw('content=1', 'application/x-www-form-urlencoded')).toMatchObject(refusal(415));
    expect(await raw(`{"content":"${'a'.repeat(1_100_000)}"}`)).toMatchObject(refusal(413));
  });
});
