import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@wallet-services/contract/services';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mock, type MockOptions, startMock } from './start.ts';

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function fileWith(content: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'answers-'));
  open.push(() => rm(folder, { recursive: true }));
  const file = join(folder, 'answers.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function started(content: unknown, options: MockOptions = {}): Promise<Mock> {
  const mock = await startMock({ port: 0, ...options, examples: await fileWith(content) });
  open.push(() => mock.close());
  return mock;
}

async function responseTo(url: string, prefer?: string): Promise<readonly [number, unknown]> {
  const response = await fetch(url, {
    headers: { Authorization: 'Bearer t', ...(prefer === undefined ? {} : { Prefer: prefer }) },
  });
  const body: unknown = await response.json();
  return [response.status, body];
}

const time = { ts: 1, data: { iso: '2030-01-01T00:00:00Z', epoch: 1893456000 } };
const later = { ts: 2, data: { iso: '2040-01-01T00:00:00Z', epoch: 2208988800 } };
const locked = { code: 401, msg: 'locked out' };

describe('answers of the user’s own', () => {
  it.each([false, true])(
    'come in place of the documented ones, the first of them by itself (dynamic: %s)',
    async (dynamic) => {
      const { urls } = await started(
        { vault: { readTime: [{ body: time }, { name: 'later', body: later }] } },
        { dynamic },
      );
      const url = `${urls.vault}/time`;
      expect(await responseTo(url)).toEqual([200, time]);
      expect(await responseTo(url, 'example=later')).toEqual([200, later]);
      expect(await responseTo(url, 'example=own-1')).toEqual([200, time]);
      expect(await responseTo(url, 'code=429')).toMatchObject([429, {}]);
      const [, documented] = await responseTo(url, 'example=whole-second');
      expect(documented).toMatchObject({ data: { epoch: 1629198889 } });
    },
  );

  it('may reject, with their own status or one of a range, and in place of a documented example', async () => {
    const busy = { code: 429, msg: 'come back' };
    const { urls } = await started({
      vault: {
        listMyVaults: [{ name: 'wrong-credential', status: 401, body: locked }],
        readTime: [{ name: 'busy', status: 429, body: busy }],
      },
    });
    expect(await responseTo(`${urls.vault}/me/vats`)).toEqual([401, locked]);
    expect(await responseTo(`${urls.vault}/me/vats`, 'example=wrong-credential')).toEqual([401, locked]);
    expect(await responseTo(`${urls.vault}/me/vats`, 'code=200')).toMatchObject([200, { data: {} }]);
    expect(await responseTo(`${urls.vault}/time`)).toEqual([429, busy]);
    expect(await responseTo(`${urls.vault}/time`, 'example=busy')).toEqual([429, busy]);
    expect(await responseTo(`${urls.vault}/time`, 'code=404')).toMatchObject([404, { code: 404 }]);
  });

  it('may have headers, and a status that the document does not have, which is noted', async () => {
    const mock = await started({
      vault: { readTime: [{ status: 503, headers: { 'Retry-After': 2, 'Set-Cookie': ['a=1', 'b=2'] } }] },
    });
    const response = await fetch(`${mock.urls.vault}/time`);
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([503, '2', '']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(mock.notes).toEqual([
      'vault.readTime[0] has the status 503, which the document does not have: its body is not checked',
    ]);
  });

  it('are chosen by the preference of the request', async () => {
    const { urls } = await started({ lending: { listMarkets: [{ body: { data: [] } }] } });
    const url = `${urls.lending}/api/v1/markets/all`;
    expect(await responseTo(url)).toEqual([200, { data: [] }]);
    const sizes = new Set<string>();
    for (let round = 0; round < 20; round += 1) sizes.add(JSON.stringify(await responseTo(url, 'dynamic=true')));
    expect(sizes.size).toBeGreaterThan(3);
  });

  it('do not affect invalid requests and other operations', async () => {
    const { urls } = await started({
      vault: { listFlips: [{ body: { flips: [], pagination: { next_cursor: '', has_next: false } } }] },
    });
    expect(await responseTo(`${urls.vault}/flips?limit=many`)).toMatchObject([400, { code: 400 }]);
    expect(await responseTo(`${urls.vault}/time`)).toMatchObject([200, { data: { epoch: 1629198889 } }]);
  });
});

describe('an invalid file', () => {
  it.each<readonly [string, unknown, readonly string[]]>([
    ['no JSON', '{"vault": ', ['is not JSON']],
    ['no object', [], ['must be an object with a member for each service']],
    ['an unknown service', { bank: {} }, [`bank is not a service: use ${serviceNames.join(', ')}`]],
    ['an unknown operation', { vault: { readTimes: [] } }, ['vault has no operation readTimes: use one of listAssets']],
    ['no list', { vault: { readTime: { body: time } } }, ['vault.readTime must be a list of responses']],
    ['no operations', { vault: [] }, ['vault must be an object of its operations']],
    ['no object in the list', { vault: { readTime: [7] } }, ['vault.readTime[0] must be an object with body']],
    ['no body', { vault: { readTime: [{ name: 'x' }] } }, ['vault.readTime[0] has no body']],
    [
      'a member too many',
      { vault: { readTime: [{ bdy: time }] } },
      ['vault.readTime[0] has bdy, but only', 'vault.readTime[0] has no body'],
    ],
    [
      'a status that is none',
      { vault: { readTime: [{ status: '200', body: time }] } },
      ['vault.readTime[0] must have a status from 200 to 599'],
    ],
    [
      'headers that are none',
      { vault: { readTime: [{ status: 503, headers: { 'Retry After': '1' } }] } },
      ['vault.readTime[0]/headers must be an object of names'],
    ],
    [
      'a name that cannot be preferred',
      { vault: { readTime: [{ name: 'a b', body: time }] } },
      ['vault.readTime[0] must have a name of letters'],
    ],
    [
      'a name twice',
      {
        vault: {
          readTime: [
            { name: 'a', body: time },
            { name: 'a', body: time },
          ],
        },
      },
      ['vault.readTime[1] has the name a, like another response'],
    ],
    [
      'bodies that are not documented',
      { vault: { readTime: [{ body: { ts: 'now' } }, { status: 401, body: { code: 'x' } }] } },
      [
        "vault.readTime[0]/body must have required property 'data'",
        'vault.readTime[0]/body/ts must be integer',
        'vault.readTime[1]/body/code must be integer',
      ],
    ],
    [
      'mistakes of several kinds, in several services',
      {
        wallet: {},
        lending: { listMarket: [], listMarkets: [{ body: { data: 1 } }] },
        vault: { readTime: [{ name: 'a b', body: { ts: 'now', data: time.data } }] },
      },
      [
        'wallet is not a service',
        'lending has no operation listMarket:',
        'lending.listMarkets[0]/body',
        'vault.readTime[0] must have a name of letters',
        'vault.readTime[0]/body/ts must be integer',
      ],
    ],
  ])('with %s prevents the start, and a line reports the problem', async (_what, content, expected) => {
    const examples = await fileWith(content);
    const problem = await startMock({ port: 0, examples }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    const lines = problem.split('\n');
    expect(lines).toHaveLength(expected.length);
    for (const [index, line] of lines.entries()) expect(line).toContain(expected[index]);
    expect(lines.every((line) => line.includes(examples))).toBe(true);
  });

  it('is reported in at most twenty lines', async () => {
    const examples = await fileWith({ vault: { readTime: Array.from({ length: 25 }, () => ({})) } });
    await expect(startMock({ port: 0, examples })).rejects.toThrow(/5 more problems$/);
  });

  it('may be missing', async () => {
    await expect(startMock({ port: 0, examples: '/nowhere.json' })).rejects.toThrow('cannot read /nowhere.json');
  });
});
