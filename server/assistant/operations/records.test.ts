import type { SearchHit } from '@wallet-services/contract/assistant';
import { describe, expect, test } from 'vitest';
import { dataOf, servedAssistant } from '../../testing/assistant.ts';
import { STORY_VALIDATORS } from '../../testing/server.ts';

const record = { object_id: 'guide/bridge', category: 'plain-text', data: 'How to cross a wobbly bridge.' };

const refusal = (code: number) => ({ status: code, body: { code, msg: expect.stringMatching(/\w/) } });

describe.each(STORY_VALIDATORS)('records, validated by %s', (validator) => {
  test('answers are envelopes with the time in milliseconds, and empty data for new records', async () => {
    const clock = () => Date.UTC(2026, 0, 2, 3, 4, 5, 678);
    const { one } = await servedAssistant({ validator, clock });
    const ts = clock();
    expect(await one.post('/indexes', { items: [record] })).toMatchObject({ status: 200, body: { ts, data: {} } });
    expect((await one.get('/indexes/search?keywords=wobbly')).body).toEqual({
      ts,
      data: [{ ...record, created_at: Math.floor(ts / 1000), score: expect.any(Number) }],
    });
    expect((await one.delete('/indexes/guide%2Fbridge')).body).toEqual({ ts, data: {} });
    expect((await one.post('/indexes/reset')).body).toEqual({ ts, data: {} });
    expect((await one.get('/indexes/search?keywords=wobbly')).body).toEqual({ ts, data: [] });
  });

  test('every operation is rejected without a known application id', async () => {
    const { one } = await servedAssistant({ validator });
    const id = '0b8a7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d';
    const wrong: [string, Record<string, string>][] = [
      ['no application id', { 'X-ASSISTANT-SECRET': 'harbor-help-desk-sandbox-secret' }],
      ['no headers', {}],
      ['an unknown application id', { 'X-ASSISTANT-APPID': '00000000-0000-4000-8000-000000000000' }],
      ['an application id that is none', { 'X-ASSISTANT-APPID': 'me' }],
      ['another number of the application', { 'X-ASSISTANT-APPID': '3' }],
    ];
    for (const [what, headers] of wrong) {
      for (const answer of [
        await one.post('/indexes', { items: [record] }, headers),
        await one.post('/indexes/reset', undefined, headers),
        await one.delete('/indexes/x', headers),
        await one.get('/indexes/search?keywords=x', headers),
        await one.post('/conversations', { bot_id: 1, user_identity: 'x' }, headers),
        await one.get(`/conversations/${id}`, headers),
        await one.post(`/conversations/${id}`, { content: 'x' }, headers),
        await one.get(`/conversations/${id}/401`, headers),
      ]) {
        expect(answer, what).toMatchObject(refusal(401));
      }
    }
  });

  test('changes of the index need the secret of the application; other operations need none', async () => {
    const { one, other } = await servedAssistant({ validator });
    const id = { 'X-ASSISTANT-APPID': one.appId };
    for (const secret of [undefined, '', 'wrong', other.headers['X-ASSISTANT-SECRET'] ?? '']) {
      const headers = secret === undefined ? id : { ...id, 'X-ASSISTANT-SECRET': secret };
      expect(await one.post('/indexes', { items: [record] }, headers)).toMatchObject(refusal(401));
      expect(await one.post('/indexes/reset', undefined, headers)).toMatchObject(refusal(401));
      expect(await one.delete('/indexes/guide%2Fredeem', headers)).toMatchObject(refusal(401));
      expect((await one.get('/indexes/search?keywords=redeem', headers)).status).toBe(200);
    }
    expect(await one.found('wobbly')).toEqual([]);
    expect(await one.found('receipt tokens')).toContain('guide/redeem');

    const started = await one.post('/conversations', { bot_id: 1, user_identity: 'x' }, id);
    const { id: conversation } = dataOf<{ id: string }>(started);
    const posted = dataOf<{ id: number }>(await one.post(`/conversations/${conversation}`, { content: 'x' }, id));
    expect((await one.get(`/conversations/${conversation}/${posted.id}`, id)).status).toBe(200);
    expect((await one.get(`/conversations/${conversation}`, id)).status).toBe(200);
  });

  test('the application id may be written in upper case', async () => {
    const { one } = await servedAssistant({ validator });
    const headers = { 'X-ASSISTANT-APPID': one.appId.toUpperCase() };
    expect((await one.get('/indexes/search?keywords=x', headers)).status).toBe(200);
  });

  test('applications do not see, change, delete or reset the records of others', async () => {
    const { one, other } = await servedAssistant({ validator });
    await one.index({ shared: 'a quagga of the first', own: 'quagga' });
    await other.index({ shared: 'a quagga of the second' });
    expect(await one.found('quagga')).toEqual(['own', 'shared']);
    expect(await other.found('quagga')).toEqual(['shared']);
    expect(await other.delete('/indexes/own')).toMatchObject(refusal(404));
    await other.delete('/indexes/shared');
    expect(await one.found('quagga')).toEqual(['own', 'shared']);
    await other.post('/indexes/reset');
    expect(await one.found('quagga')).toEqual(['own', 'shared']);
    await one.post('/indexes/reset');
    expect(await one.found('quagga')).toEqual([]);
    await one.index({ shared: 'quagga' });
    expect(await one.found('quagga')).toEqual(['shared']);
  });

  test('a hit is the indexed record; with properties when there are some, the empty text included', async () => {
    const { one } = await servedAssistant({ validator });
    const items = [
      { ...record, object_id: 'without' },
      { ...record, object_id: 'empty', properties: '' },
      { ...record, object_id: 'some', properties: '{"a":[1,"é"]}' },
      { ...record, object_id: '', more: 'ignored' },
      {
        ...record,
        object_id: 'nul \u0000 and \ud800',
        properties: '\u0000\udfff',
        data: 'a wobbly\u0000bridge \ud800',
      },
    ];
    await one.post('/indexes', { items });
    const hits = dataOf<SearchHit[]>(await one.get('/indexes/search?keywords=wobbly'));
    const byId = new Map(hits.map(({ created_at: _at, score: _score, ...hit }) => [hit.object_id, hit]));
    expect(byId.size).toBe(items.length);
    for (const { more: _more, ...item } of items.map((item) => ({ more: undefined, ...item }))) {
      expect(byId.get(item.object_id)).toEqual(item);
    }
  });

  test('a known object_id is replaced; the last record of a repeated id wins', async () => {
    let now = Date.UTC(2026, 0, 1);
    const { one } = await servedAssistant({ validator, clock: () => now });
    await one.index({ a: 'okapi' });
    now += 60_000;
    const items = ['tapir', 'quokka'].map((data) => ({ object_id: 'a', category: 'plain-text', data }));
    await one.post('/indexes', { items });
    expect(await one.found('okapi tapir')).toEqual([]);
    const [hit] = dataOf<SearchHit[]>(await one.get('/indexes/search?keywords=quokka'));
    expect(hit).toMatchObject({ object_id: 'a', created_at: now / 1000 });
  });

  test('a record of any id can be deleted, and the others stay', async () => {
    const { one } = await servedAssistant({ validator });
    for (const objectId of [
      'plain',
      'with/slash',
      'what?a=1&b=2#c',
      'percent%20sign',
      'space and +',
      'search',
      'reset',
      '赎回/ऋण/🚀',
      'quote"back\\slash',
      "it's; drop table",
      'x'.repeat(2_000),
    ]) {
      const path = `/indexes/${encodeURIComponent(objectId)}`;
      await one.index({ [objectId]: 'numbat', stays: 'numbat' });
      expect(await one.delete(path), objectId).toMatchObject({ status: 200, body: { data: {} } });
      expect(await one.found('numbat')).toEqual(['stays']);
      expect(await one.delete(path), objectId).toMatchObject(refusal(404));
    }
  });

  test('a request with a malformed record is rejected as a whole', async () => {
    const { one } = await servedAssistant({ validator });
    for (const body of [
      {},
      { items: {} },
      { items: [{ object_id: 'x', data: 'x' }] },
      { items: [{ ...record, category: 'html' }] },
      { items: [{ ...record, object_id: 7 }] },
      { items: [{ ...record, data: null }] },
      { items: [{ ...record, properties: {} }] },
      { items: [record, 'x'] },
      [],
      null,
    ]) {
      expect(await one.post('/indexes', body), JSON.stringify(body)).toMatchObject(refusal(400));
      expect(await one.found('wobbly')).toEqual([]);
    }
  });

  test('an empty list of records is accepted', async () => {
    const { one } = await servedAssistant({ validator });
    expect(await one.post('/indexes', { items: [] })).toMatchObject({ status: 200, body: { data: {} } });
  });

  test('a search returns 16 hits by default, and never more than 128', async () => {
    const { one } = await servedAssistant({ validator });
    await one.index(Array.from({ length: 150 }, () => 'the same quoll'));
    expect(await one.found('quoll')).toHaveLength(16);
    expect(await one.found('quoll', 1)).toEqual(['0']);
    expect(await one.found('quoll', 128)).toHaveLength(128);
    expect(await one.found('quoll', 129)).toHaveLength(128);
    expect((await one.get(`/indexes/search?keywords=quoll&n=${'9'.repeat(30)}`)).body).toMatchObject({
      data: { length: 128 },
    });
    expect(await one.found('quoll', 3)).toEqual(['0', '1', '10']);
    for (const n of ['0', '-1', '1.5', 'ten', '', '1&n=2']) {
      expect(await one.get(`/indexes/search?keywords=quoll&n=${n}`)).toMatchObject(refusal(400));
    }
  });

  test('keywords are required, and nothing in them is query syntax', async () => {
    const { one } = await servedAssistant({ validator });
    expect(await one.get('/indexes/search')).toMatchObject(refusal(400));
    for (const keywords of ['"', 'NEAR(', 'a AND', '*', '(((', '%', '^x:y', '\u0000', '']) {
      expect((await one.get(`/indexes/search?keywords=${encodeURIComponent(keywords)}`)).status).toBe(200);
    }
  });

  test('words of any script are found', async () => {
    const { other } = await servedAssistant({ validator });
    expect(await other.found('赎回资产')).toContain('zh/赎回');
    expect(await other.found('返済')).toContain('ja/返済');
    expect(await other.found('ЗАЛОГА')).toContain('ru/залог');
    expect(await other.found('ऋण')).toContain('hi/ऋण');
    expect(await other.found('prestamo')).toContain('es/préstamo');
  });

  test('a body of many records is accepted, one that is too large is rejected', async () => {
    const { one } = await servedAssistant({ validator });
    await one.post('/indexes/reset');
    await one.index(Array.from({ length: 5_000 }, (_unused, number) => `bilby number ${number}`));
    expect(await one.found('bilby', 128)).toHaveLength(128);
    expect(await one.found('4711')).toEqual(['4711']);
    const huge = { items: [{ ...record, data: 'x '.repeat(600_000) }] };
    expect(await one.post('/indexes', huge)).toMatchObject(refusal(413));
  });
});
