import { beforeEach, describe, expect, test } from 'vitest';
import { demoApplications } from '../assistant/index.ts';
import { callerOf } from '../testing/assistant.ts';
import { eachInAWorld, started, world } from '../testing/sandbox.ts';
import { call, post } from '../testing/server.ts';

eachInAWorld();

let flips: string;
beforeEach(() => {
  flips = `${world.services.vault}/flips?limit=2`;
});

const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';
const statuses = async (count: number, url = flips) => {
  const seen: number[] = [];
  for (let requested = 0; requested < count; requested += 1) seen.push((await fetch(url)).status);
  return seen;
};

describe('a fault', () => {
  test('answers a status for some inputs, a number of times, and is counted', async () => {
    const fault = await world.fault('listFlips', { status: 503, times: 2, after: 1, when: { query: { limit: '2' } } });
    expect(await statuses(1, `${world.services.vault}/flips?limit=3`)).toEqual([200]);
    expect(await statuses(4)).toEqual([200, 503, 503, 200]);
    expect(await world.faults()).toMatchObject([{ id: fault.id, hits: 2, left: 0 }]);
    const [, , exchange] = await world.exchanges({ operation: 'listFlips' });
    expect(exchange).toMatchObject({ status: 503, faults: [fault.id] });
    await fault.off();
    expect(await world.faults()).toEqual([]);
  });

  test('counts requests that an earlier fault answered', async () => {
    await world.fault('listFlips', { status: 503, times: 2 });
    await world.fault('listFlips', { status: 429, after: 2, times: 1 });
    expect(await statuses(5)).toEqual([503, 503, 429, 200, 200]);
  });

  test('answers with an example of the document by its name, or with a body and headers', async () => {
    await world.fault('readTurn', { status: 408, service: 'assistant' });
    const late = await call(`${world.services.assistant}/conversations/x/1`);
    expect(late.status).toBe(408);
    await world.clearFaults();
    await world.fault('listFlips', {
      status: 429,
      body: { code: 429, msg: 'slow down' },
      headers: { 'Retry-After': '7' },
    });
    const { status, headers, body } = await call(flips);
    expect([status, headers.get('retry-after'), body]).toEqual([429, '7', { code: 429, msg: 'slow down' }]);
    await expect(world.fault('listFlips', { example: 'nothing' })).rejects.toThrow('listFlips has no example');
  });

  test.each([204, 205, 304])('sends no body where HTTP has none: %i', async (status) => {
    await world.fault('listFlips', { status });
    const answer = await fetch(flips);
    expect([answer.status, await answer.text()]).toEqual([status, '']);
    expect(Number(answer.headers.get('content-length'))).toBe(0);
    expect(answer.headers.has('content-type')).toBe(false);
  });

  test('happens with a probability, to the same requests with the same seed', async () => {
    const pattern = async () => {
      const fault = await world.fault('listFlips', { status: 500, probability: 0.5, seed: 3 });
      const seen = await statuses(12);
      await fault.off();
      return seen;
    };
    const [first, second] = [await pattern(), await pattern()];
    expect(first).toEqual(second);
    expect(new Set(first)).toEqual(new Set([200, 500]));
  });

  test.each(['drop', 'lost', 'cut', 'garbage'] as const)('breaks the connection: %s', async (connection) => {
    await world.fault('listFlips', { connection, times: 1 });
    await expect(fetch(flips).then((response) => response.json())).rejects.toThrow();
    const [exchange] = await world.exchanges();
    expect(exchange?.broken).toMatch(/\w/);
    expect(await statuses(1)).toEqual([200]);
  });

  test.each(['hang', 'endless'] as const)('never ends an answer: %s', async (connection) => {
    await world.fault('listFlips', { connection, times: 1 });
    const answer = fetch(flips, { signal: AbortSignal.timeout(300) }).then((response) => response.text());
    await expect(answer).rejects.toThrow();
    expect(await statuses(1)).toEqual([200]);
  });

  test('lets the service run but hides the result: a lost answer', async () => {
    const [application] = await demoApplications();
    const caller = callerOf(world.services.assistant, application ?? { app_id: '', secret: '' });
    await world.fault('createConversation', { connection: 'lost', times: 1 });
    const before = (await world.conversations()).length;
    await expect(caller.converse()).rejects.toThrow();
    expect(await world.conversations()).toHaveLength(before + 1);
  });

  test('changes values, repeats old answers, and delays them', async () => {
    const read = async () => (await call(flips)).body as { flips: { bid: string; id: string }[] };
    const right = await read();
    const wrong = await world.fault('listFlips', {
      values: [
        { at: '/flips/*/bid', to: '-1' },
        { at: '/flips/*/id', change: 'gone' },
      ],
    });
    expect((await read()).flips).toEqual(right.flips.map(({ id: _id, ...flip }) => ({ ...flip, bid: '-1' })));
    await wrong.off();
    await world.fault('listFlips', { delay: '120ms', stale: true });
    const begun = performance.now();
    expect(await read()).toEqual(right);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(115);
  });

  test('sends a body in small pieces: its own body or that of another fault', async () => {
    const whole = await (await fetch(flips)).text();
    const fault = await world.fault('listFlips', { dribble: '400ms' });
    const pieces: Uint8Array[] = [];
    const begun = performance.now();
    const answer = await fetch(flips);
    for await (const piece of answer.body ?? []) pieces.push(piece);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(300);
    expect(Buffer.concat(pieces).toString()).toBe(whole);
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(whole));
    expect(pieces.length).toBeGreaterThan(1);
    expect((await fetch(flips, { method: 'HEAD' })).status).toBe(200);
    const [exchange] = await world.exchanges({ operation: 'listFlips' });
    expect(exchange).toMatchObject({ status: 200, faults: [fault.id] });
    expect(exchange?.broken).toBeUndefined();
    await fault.off();
    await world.fault('listFlips', { status: 503, body: {}, dribble: '60ms' });
    const refused = await fetch(flips);
    expect([refused.status, await refused.text()]).toEqual([503, '{}']);
  });

  test.each([
    [{ dribble: '601s' }, 'the dribble is longer than 10m'],
    [{ connection: 'cut', dribble: '1s' }, 'does not carry a body to dribble'],
    [{ dribble: 'soon' }, 'dribble'],
  ] as const)('does not dribble as %j says', async (requested, why) => {
    await expect(world.fault('listFlips', requested)).rejects.toThrow(why);
  });

  test('makes the world a faulty server of the catalogue', async () => {
    const found = await started.sandbox.catalogue({
      service: 'vault',
      operation: 'listFlips',
      search: 'last item page before',
    });
    const [faulty] = found;
    expect(faulty).toMatchObject({
      service: 'vault',
      rule: 'vault.listFlips.paged.continues',
      text: expect.any(String),
    });
    type Page = { flips: { id: string }[]; pagination: { next_cursor: string } };
    const seam = async () => {
      const first = (await call(flips)).body as Page;
      const second = (await call(`${flips}&cursor=${first.pagination.next_cursor}`)).body as Page;
      return [first.flips.at(-1)?.id, second.flips[0]?.id] as const;
    };
    const on = await world.faulty(faulty?.name ?? '');
    const [last, repeated] = await seam();
    expect(repeated).toBe(last);
    expect((await world.faults())[0]).toMatchObject({ hits: 1, text: expect.stringContaining(faulty?.name ?? '') });
    await on.off();
    const [before, after] = await seam();
    expect(after).not.toBe(before);
  });
});

describe('the journal', () => {
  test('shows no credentials', async () => {
    const token = await world.token(MIRA);
    const [application] = await demoApplications();
    const secret = application?.secret ?? '';
    await call(`${world.services.vault}/me/vats?access_token=${token}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await post(`${world.services.comment}/auth/login`, { login_method: 'mixin_token', mixin_token: token });
    await post(`${world.services.assistant}/conversations`, {}, { 'X-ASSISTANT-SECRET': secret });
    await post(`${world.services.swap}/api/oauth`, { code: 'a-code-of-oauth', broker_id: '', label: '' });
    const shown = JSON.stringify(await world.exchanges());
    for (const credential of [token, secret, 'a-code-of-oauth']) expect(shown).not.toContain(credential);
    expect(shown.match(/\[redacted\]/g)?.length).toBeGreaterThanOrEqual(5);
  });

  test('contains requests and answers, and violations, and can be cleared', async () => {
    await statuses(1);
    await world.fault('listFlips', { values: [{ at: '/flips/*/bid', to: 5 }] });
    await statuses(1);
    const [wrong, right] = await world.exchanges({ service: 'vault', status: '2xx' });
    expect(right).toMatchObject({
      number: 1,
      operation: 'listFlips',
      method: 'GET',
      path: '/vault/flips?limit=2',
      findings: [],
    });
    expect(wrong).toMatchObject({ findings: [{ rule: 'vault.listFlips.schema', level: 'must' }] });
    expect(await world.exchanges({ after: 1 })).toHaveLength(1);
    expect(await world.exchanges({ limit: 1 })).toHaveLength(1);
    expect(await world.exchanges({ status: '404' })).toEqual([]);
    await world.clearExchanges();
    expect(await world.exchanges()).toEqual([]);
  });

  test('verifies that an operation was called, with which inputs, how often', async () => {
    await statuses(2);
    await world.called('listFlips', { times: 2 });
    await world.called('listFlips', { at_least: 1, when: { query: { limit: '2' } } });
    await world.called('readFlip', { times: 0 });
    expect(await world.verify('listFlips', { times: 1, when: { query: { limit: '9' } } })).toEqual({
      ok: false,
      count: 0,
      exchanges: [],
      text: 'listFlips was called 0 times with these inputs, expected 1; the nearest call, exchange 2, differs: query parameter limit was "2"',
    });
    await expect(world.called('listFlips')).rejects.toThrow('listFlips was called 2 times, expected 1');
    await expect(world.verify('listFlips', { times: 1, at_most: 2 })).rejects.toThrow('times says it all');
  });

  test('also records main, within its limit', async () => {
    const main = await started.sandbox.find('main');
    const text = 'x'.repeat(65_000);
    for (let sent = 0; sent < 320; sent += 1) await post(`${started.server.httpUrl}/comment/auth/login`, { text });
    const { journal_bytes: bytes, bounds } = await started.sandbox.about();
    expect(bytes).toBeLessThanOrEqual(bounds.journal_bytes);
    expect(bounds.journal_bytes).toBe(20_000_000);
    expect((await main.exchanges({ limit: 1000 })).length).toBeLessThan(320);
    await main.clearExchanges();
  });
});

describe('the state, in the terms of the contract', () => {
  test('a turn can be failed with a code, or completed', async () => {
    const [application] = await demoApplications();
    const caller = callerOf(world.services.assistant, application ?? { app_id: '', secret: '' });
    const { id } = await caller.converse();
    const { id: turn } = await caller.sendTurn(id, 'Hello');
    await world.turn(turn, { status: 3, code: 4 });
    const read = async () => (await caller.get(`/conversations/${id}/${turn}`)).body;
    expect(await read()).toMatchObject({ data: { status: 3, response: '', error: { code: 4 } } });
    await world.turn(turn, { status: 2, response: 'Yes.' });
    expect(await read()).toMatchObject({ data: { status: 2, response: 'Yes.' } });
    await expect(world.turn(turn, { status: 2, code: 1 })).rejects.toThrow('a turn that is done cannot have an error');
    await expect(world.turn(99_999, { status: 2 })).rejects.toThrow('there is no turn 99999');
  });

  test('a user can be given a position, which the market reflects', async () => {
    const { body } = await call(`${world.services.lending}/api/v1/markets/all`);
    const [market] = (body as { data: { asset_id: string; suppliers: number }[] }).data;
    const asset = market?.asset_id ?? '';
    const position = await world.position(MIRA, asset, { supplied: '250.5' });
    expect(position).toEqual({ user_id: MIRA, asset_id: asset, supplied: '250.5', pledged: '0', borrowed: '0' });
    const mira = (await world.people()).find(({ user_id }) => user_id === MIRA);
    expect(mira?.owns.positions).toEqual([position]);
    const after = (await call(`${world.services.lending}/api/v1/markets/all`)).body as typeof body;
    expect((after as { data: { suppliers: number }[] }).data[0]?.suppliers).toBe((market?.suppliers ?? 0) + 1);
    await expect(world.position(MIRA, 'nothing', {})).rejects.toThrow('no market has the asset nothing');
    await expect(world.position('nobody', asset, {})).rejects.toThrow('there is no person nobody');
  });

  test('an airdrop is delivered when it is paid, and anyone can pay a payment code', async () => {
    const list = async (what: string) =>
      (
        (await call(`${started.server.httpUrl}/sandbox/worlds/${world.id}/${what}`)).body as {
          data: Record<string, unknown>[];
        }
      ).data;
    const airdrop = (await list('airdrops')).find(({ status }) => status === 0);
    const uuid = String(airdrop?.uuid);
    await world.airdrop(uuid, 2);
    await world.airdrop(uuid, 3);
    expect((await list('airdrops')).find((one) => one.uuid === uuid)).toMatchObject({ status: 3 });
    await expect(world.airdrop(uuid, 0)).rejects.toThrow('its rewards are paid');
    expect((await list('payment-codes')).find(({ trace_id }) => trace_id === uuid)).toMatchObject({ paid: true });
    await expect(world.pay('no-code', MIRA)).rejects.toThrow('there is no payment code no-code');
  });
});
