import type { Comment } from '@wallet-services/contract/comment';
import { describe, expect, test } from 'vitest';
import { bearer, chosen, OTHER_SITE, refusal, SITE, SLUG, served, sharedServer } from '../../testing/comment.ts';
import { STORY_VALIDATORS } from '../../testing/server.ts';
import { instantKey } from '../../values/index.ts';

const RYE = 'recipes/rye-bread-without-kneading';
const PAGE = `site_id=${SITE}&slug=${SLUG}`;

const key = ({ created_at }: Comment) => instantKey(created_at) ?? '';
const ids = (comments: readonly Comment[]) => comments.map(({ id }) => id);

describe.each(STORY_VALIDATORS)('comments, validated by %s', (validator) => {
  const client = sharedServer({ validator });

  describe('choosing a site', () => {
    test.each([
      ['by number in the header', '', chosen(OTHER_SITE), OTHER_SITE, undefined],
      ['by slug in the header', '', chosen(undefined, RYE), OTHER_SITE, RYE],
      ['by number and slug in the header', '', chosen(SITE, SLUG), SITE, SLUG],
      ['by number in the query', `site_id=${OTHER_SITE}`, {}, OTHER_SITE, undefined],
      ['by slug in the query', `slug=${RYE}`, {}, OTHER_SITE, RYE],
      ['by number and slug in the query', PAGE, {}, SITE, SLUG],
      ['by number in both: the header wins', `site_id=${SITE}`, chosen(OTHER_SITE), OTHER_SITE, undefined],
      ['by slug in both: the header wins', `slug=${SLUG}`, chosen(undefined, RYE), OTHER_SITE, RYE],
      ['by number and slug in both: the header wins', PAGE, chosen(OTHER_SITE, RYE), OTHER_SITE, RYE],
      ['by slug in the header, by number in the query', `site_id=${SITE}`, chosen(undefined, RYE), OTHER_SITE, RYE],
      ['by number in the header, its page in the query', `slug=${RYE}`, chosen(OTHER_SITE), OTHER_SITE, RYE],
    ])('%s', async (_how, query, headers, site, slug) => {
      const { comments } = await client().comments(query, headers);
      expect(comments.length).toBeGreaterThan(0);
      expect(new Set(comments.map(({ site_id }) => site_id))).toEqual(new Set([site]));
      if (slug !== undefined) expect(new Set(comments.map((comment) => comment.slug))).toEqual(new Set([slug]));
    });

    test('is required, and the site must exist', async () => {
      const { get } = client();
      expect(await get('/comments')).toMatchObject(refusal(400, /site/));
      expect(await get('/comments', { 'X-COMMENT-SITE-SLUG': '' })).toMatchObject(refusal(400));
      expect(await get('/comments?site_id=99')).toMatchObject(refusal(404));
      expect(await get('/comments?slug=posts/of-nobody')).toMatchObject(refusal(404));
      expect(await get(`/comments?site_id=${SITE}`, chosen(99))).toMatchObject(refusal(404));
      expect(await get('/comments?site_id=9223372036854775807')).toMatchObject(refusal(400));
    });

    test.each(['site_id=first', 'site_id=1.5', 'site_id=4&site_id=21'])('is rejected as %s', async (query) => {
      expect(await client().get(`/comments?${query}`)).toMatchObject(refusal(400));
    });

    test('by a slug that two sites have needs the number as well', async () => {
      const { write, signIn, get, comments } = client();
      const mira = await signIn('Mira');
      await write(mira, 'First here.', 'site_id=4&slug=about');
      await write(mira, 'First here, too.', 'site_id=9&slug=about');
      expect(await get('/comments?slug=about')).toMatchObject(refusal(404, /about/));
      expect((await comments('site_id=9&slug=about')).comments[0]?.content).toBe('First here, too.');
      expect((await comments('site_id=9', chosen(undefined, 'about'))).comments[0]?.site_id).toBe(9);
    });
  });

  describe('a list', () => {
    test.each([
      ['', 20],
      ['&limit=1', 1],
      ['&limit=100', 100],
      ['&limit=101', 100],
      ['&limit=9007199254740993', 100],
      ['&limit=5&unknown=1', 5],
      ['&offset=1000000', 0],
      ['&offset=9223372036854775807', 0],
    ])('with %j has %d entries', async (query, length) => {
      const store = await plenty();
      const { comments, total } = await store.comments(`site_id=${SITE}&slug=plenty${query}`);
      expect([comments.length, total]).toEqual([length, 120]);
    });

    test.each([
      'limit=0',
      'limit=-1',
      'limit=ten',
      'limit=1.5',
      'limit=',
      'offset=-1',
      'offset=first',
      'order_by=name',
    ])('with %s is rejected', async (query) => {
      expect(await client().get(`/comments?${PAGE}&${query}`)).toMatchObject(refusal(400));
    });

    test.each([
      ['', (a: Comment, b: Comment) => key(a) >= key(b)],
      ['&order_by=created_at', (a: Comment, b: Comment) => key(a) >= key(b)],
      ['&order_by=created_at_asc', (a: Comment, b: Comment) => key(a) <= key(b)],
      ['&order_by=favor_count', (a: Comment, b: Comment) => a.favor_count >= b.favor_count],
    ])('is ordered with %j', async (query, ordered) => {
      for (const place of [`site_id=${OTHER_SITE}`, `site_id=${OTHER_SITE}&slug=${RYE}`]) {
        const { comments } = await client().comments(`${place}&limit=100${query}`);
        expect(comments.length).toBeGreaterThan(20);
        for (const [position, comment] of comments.entries()) {
          const next = comments[position + 1];
          if (next !== undefined) expect(ordered(comment, next)).toBe(true);
        }
      }
    });

    test.each(['created_at', 'created_at_asc', 'favor_count'])(
      'by %s is the same in pages of any size',
      async (order) => {
        const { comments } = client();
        for (const place of ['site_id=9', 'site_id=9&slug=log/the-gale']) {
          const whole = await comments(`${place}&order_by=${order}&limit=100`);
          for (const size of [1, 7, 30]) {
            const pages: number[] = [];
            for (let offset = 0; offset < whole.total; offset += size) {
              pages.push(
                ...ids((await comments(`${place}&order_by=${order}&limit=${size}&offset=${offset}`)).comments),
              );
            }
            expect(pages).toEqual(ids(whole.comments));
          }
          expect(whole.comments).toHaveLength(whole.total);
        }
      },
    );

    test('shows each comment in the same form as a single read', async () => {
      const { comments, comment } = client();
      for (const listed of (await comments('site_id=13&order_by=favor_count')).comments) {
        expect(await comment(listed.id)).toEqual(listed);
      }
    });
  });

  test('a comment is read by its number', async () => {
    const { comment, get, user } = client();
    const read = await comment(90318);
    expect(read.id).toBe(90318);
    const { id, ...creator } = await user(Number(read.user_id));
    expect(read.creator).toEqual({ ...creator, id: String(id) });
    for (const id of ['1', '0', '-1', '99999999', '9223372036854775807']) {
      expect(await get(`/comments/${id}`)).toMatchObject(refusal(404));
    }
    for (const id of ['first', '1.5', '%20']) expect(await get(`/comments/${id}`)).toMatchObject(refusal(400));
  });

  describe('writing', () => {
    test('creates a comment of the caller, which is listed and can be read', async () => {
      const { signIn, write, comment, comments } = client();
      const jonas = await signIn('Jonas');
      const before = (await comments(PAGE)).total;
      const written = await write(jonas, '  Which pears are these? \n');
      expect(written).toMatchObject({
        user_id: '1311',
        site_id: SITE,
        slug: SLUG,
        content: 'Which pears are these?',
        favor_count: 0,
        reply_count: 0,
        storage_tx_hash: '',
        rewards: [],
        creator: { id: '1311', full_name: 'Jonas Lindqvist' },
      });
      expect(written.updated_at).toBe(written.created_at);
      expect(await comment(written.id)).toEqual(written);
      const listed = await comments(PAGE);
      expect(listed.comments[0]).toEqual(written);
      expect(listed.total).toBe(before + 1);
      expect((await comments(`site_id=${SITE}`)).comments[0]).toEqual(written);
    });

    test.each([
      ['header', '', chosen(9, 'guides/first-vhf-set'), 9, 'guides/first-vhf-set'],
      ['query', 'site_id=9&slug=guides/first-vhf-set', {}, 9, 'guides/first-vhf-set'],
      ['slug alone', 'slug=guides/first-vhf-set', {}, 9, 'guides/first-vhf-set'],
      ['header over query', PAGE, chosen(9, 'guides/new'), 9, 'guides/new'],
      ['number in the header, page in the query', `site_id=4&slug=${SLUG}`, chosen(9), 9, SLUG],
    ])('takes the site from the %s', async (_place, query, headers, site_id, slug) => {
      const { signIn, send } = client();
      const { access_token } = await signIn('Mira');
      const answer = await send(`/comments?${query}`, { content: 'Noted.' }, { ...bearer(access_token), ...headers });
      expect(answer).toMatchObject({ status: 200, body: { data: { site_id, slug } } });
    });

    test('accepts a page name of any script, in the header and in the query', async () => {
      const { signIn, send, comments } = client();
      const headers = bearer((await signIn('Mira')).access_token);
      const slug = 'posts/späte-äpfel';
      // The header value as Latin-1, with the bytes of UTF-8 that a client sends.
      const asBytes = chosen(SITE, Buffer.from(slug).toString('latin1'));
      const written = await send('/comments', { content: 'In November.' }, { ...headers, ...asBytes });
      expect(written).toMatchObject({ status: 200, body: { data: { slug } } });
      expect((await comments(`site_id=${SITE}&slug=${encodeURIComponent(slug)}`)).total).toBe(1);
      const latin = await send('/comments', { content: 'Und im Dezember.' }, { ...headers, ...chosen(SITE, slug) });
      expect(latin).toMatchObject({ status: 200, body: { data: { slug } } });
    });

    test('is rejected without a site, without a page, or on a missing site', async () => {
      const { signIn, send } = client();
      const headers = bearer((await signIn('Mira')).access_token);
      const write = (query: string) => send(`/comments?${query}`, { content: 'Hello.' }, headers);
      expect(await write('')).toMatchObject(refusal(400, /site/));
      expect(await write(`site_id=${SITE}`)).toMatchObject(refusal(400, /slug/));
      expect(await write('site_id=99&slug=about')).toMatchObject(refusal(404));
      expect(await write('slug=nowhere')).toMatchObject(refusal(404));
      expect(await write(`site_id=${SITE}&slug=${'a'.repeat(513)}`)).toMatchObject(refusal(400, /slug/));
    });

    test.each([
      {},
      { content: '' },
      { content: ' \n\t\u00a0 ' },
      { content: 7 },
      { content: null },
      { content: 'a'.repeat(10_241) },
      { content: '🍐'.repeat(10_241) },
      [],
      null,
    ])('is rejected with %j', async (body) => {
      const { signIn, send, comments } = client();
      const before = (await comments(PAGE)).total;
      const headers = bearer((await signIn('Mira')).access_token);
      expect(await send(`/comments?${PAGE}`, body, headers)).toMatchObject(refusal(400));
      expect((await comments(PAGE)).total).toBe(before);
    });

    test.each([
      ['the longest', 'a'.repeat(10_240)],
      ['the longest in emoji', '🍐'.repeat(10_240)],
      ['several lines', 'One.\n\nTwo "three" \\ <b>four</b>'],
      ['any script', '梨がおいしい – Birnen, груши, أجاص 🍐'],
      ['a control character', 'zero\u0000one'],
    ])('keeps %s', async (_what, content) => {
      const { signIn, write, comment } = client();
      const written = await write(await signIn('Mira'), content, `site_id=${SITE}&slug=texts`);
      expect((await comment(written.id)).content).toBe(content);
    });

    test('by many at once counts each once', async () => {
      const { signIn, write, comments } = client();
      const mira = await signIn('Mira');
      const place = 'site_id=17&slug=articles/at-once';
      const written = await Promise.all(Array.from({ length: 40 }, (_unused, n) => write(mira, `Number ${n}`, place)));
      const listed = await comments(`${place}&limit=100`);
      expect(listed.total).toBe(40);
      expect(ids(listed.comments)).toEqual(ids(written).toSorted((a, b) => b - a));
    });
  });

  test('a clock that is set back does not reorder the list', async () => {
    let now = Date.UTC(2022, 0, 2);
    const { signIn, write, comments } = await served({ validator, clock: () => now });
    const mira = await signIn('Mira', () => now);
    const first = await write(mira, 'Today.');
    now -= 300_000;
    const second = await write(mira, 'Five minutes earlier, says the clock.');
    expect(second.created_at).toBe(first.created_at);
    expect(ids((await comments(`${PAGE}&limit=2`)).comments)).toEqual([second.id, first.id]);
  });

  /** Fills a page with 120 comments, once. */
  let filled: Promise<unknown> | undefined;
  async function plenty() {
    const { signIn, write } = client();
    filled ??= signIn('Mira').then((mira) =>
      Promise.all(
        Array.from({ length: 120 }, (_unused, n) => write(mira, `Pear ${n + 1}`, `site_id=${SITE}&slug=plenty`)),
      ),
    );
    await filled;
    return client();
  }
});
