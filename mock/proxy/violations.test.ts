import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operationsIn } from '../documents.ts';
import { serviceNames } from '../services.ts';
import { type Mock, startMock } from '../start.ts';
import { readDocument, send } from '../testing/judge.ts';
import { openVaultJudging } from '../testing/judging.ts';
import { sampledOperations } from '../testing/requests.ts';
import { sendRaw, startUpstream, type Upstream } from '../testing/upstream.ts';
import { createJournal, type Summary } from './journal.ts';
import { createCheck } from './judge/check.ts';
import type { Judging } from './judge/judging.ts';
import { type RunningProxy, startProxy, startProxyWith } from './start.ts';

describe('valid traffic', () => {
  let mock: Mock;
  let proxies: readonly RunningProxy[];
  let strict: RunningProxy;

  beforeAll(async () => {
    mock = await startMock({ port: 0 });
    strict = await startProxy({ upstreams: mock.urls, port: 0, strict: true });
    proxies = [await startProxy({ upstreams: mock.urls, port: 0 }), strict];
  });

  afterAll(async () => {
    await Promise.all([mock, ...proxies].map((each) => each.close()));
  });

  it.each(serviceNames)('of %s is forwarded unchanged, strict or not, without findings', async (service) => {
    for (const { operation, requests } of sampledOperations(await readDocument(service))) {
      const names = Object.keys(operation.responses['200']?.content?.['application/json']?.examples ?? {});
      for (const proxy of proxies) {
        for (const request of requests) {
          const [direct, passed] = await Promise.all([
            send(mock.urls[service], request),
            send(proxy.urls[service], request),
          ]);
          expect([passed.status, passed.body]).toEqual([direct.status, direct.body]);
        }
      }
      // Exchanges that strict mode forwards have no violation.
      for (const name of names)
        expect((await send(strict.urls[service], requests[0], { Prefer: `example=${name}` })).status).toBe(200);
    }
    for (const proxy of proxies) {
      await proxy.idle();
      const { violations, warnings, failures, unchecked, refused, operations } = proxy.summary();
      expect([violations, warnings, failures, unchecked, refused]).toEqual([[], [], [], [], 0]);
      const unasked = operations.filter((each) => each.service === service && each.count === 0);
      expect(unasked).toEqual([]);
    }
  });

  it('with rejected requests is no violation of the service', async () => {
    const [proxy] = proxies;
    const url = `${proxy?.urls.comment}/users/1207`;
    for (const Prefer of ['code=404', 'code=429']) await sendRaw(url, { headers: { Prefer } });
    await proxy?.idle();
    expect(proxy?.summary().violations).toEqual([]);
  });
});

let judging: Judging;

beforeAll(async () => {
  judging = await openVaultJudging();
});

afterAll(() => judging.close());

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

interface Answer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  /** Sent unchanged, instead of a JSON body. */
  readonly text?: string;
}

/** A vault service with the same answer to all requests, and a proxy before it. */
async function vaultThat({
  status = 200,
  headers,
  body,
  text,
}: Answer): Promise<{ proxy: RunningProxy; upstream: Upstream }> {
  const upstream = await startUpstream((_, outgoing) => {
    outgoing.writeHead(status, headers ?? { 'Content-Type': 'application/json' });
    outgoing.end(text ?? (body === undefined ? undefined : JSON.stringify(body)));
  });
  const proxy = await startProxyWith(judging, { upstreams: { vault: upstream.url }, port: 0 });
  open.push(proxy, upstream);
  return { proxy, upstream };
}

/** Place and message of the reported violations. */
function reported({ violations }: Summary): string[] {
  return violations.map(
    ({ operation, side, status, pointer, message }) => `${operation} ${side} ${status ?? ''}${pointer}: ${message}`,
  );
}

const flip = {
  id: '73f6091b-c2d4-30a8-b576-e18293ac6d37',
  created_at: '2021-08-17T09:30:00.25Z',
  action: 2,
  art: '13500',
  bid: '15000',
  lot: '0.45',
  tab: '15865.2',
  tic: '2021-08-17T12:58:41.5Z',
  end: '2021-08-18T09:30:00.25Z',
  guy: '',
  collateral_id: 'c',
  vault_id: 'v',
};
const pagination = { next_cursor: '', has_next: false };
const { bid: _, ...withoutBid } = flip;

describe('an answer', () => {
  it.each<[string, Answer, string[]]>([
    ['as documented', { body: { flips: [flip], pagination } }, []],
    ['with null for a list', { body: { flips: null, pagination } }, ['response 200/flips: must be array']],
    [
      'with a number for a decimal string',
      { body: { flips: [{ ...flip, bid: 15000 }], pagination } },
      ['response 200/flips/0/bid: must be string'],
    ],
    [
      'with an amount that is none',
      { body: { flips: [{ ...flip, lot: '1e3' }], pagination } },
      ['response 200/flips/0/lot: must match pattern "^-?[0-9]+(\\.[0-9]+)?$"'],
    ],
    [
      'without a member',
      { body: { flips: [withoutBid], pagination } },
      ["response 200/flips/0: must have required property 'bid'"],
    ],
    [
      'with a time that is none',
      { body: { flips: [{ ...flip, created_at: '2021-02-30T00:00:00Z' }], pagination } },
      [
        'response 200/flips/0/created_at: must match pattern "^[0-9]{4}-?((0[13578]|1[02])-?(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-?(0[1-9]|[12][0-9]|30)|02-?(0[1-9]|[12][0-9]))[Tt]([01][0-9]|2[0-4])(:?[0-5][0-9](:?([0-5][0-9]|60))?)?([.,][0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)$"',
      ],
    ],
    ['with something else for a list', { body: { flips: 'none', pagination } }, ['response 200/flips: must be array']],
    [
      'in an envelope that is not documented',
      { body: { ts: 1, data: { flips: [], pagination } } },
      ["response 200: must have required property 'flips'", "response 200: must have required property 'pagination'"],
    ],
    [
      'with two things wrong',
      { body: { flips: [{ ...flip, bid: 1 }], pagination: {} } },
      [
        'response 200/flips/0/bid: must be string',
        "response 200/pagination: must have required property 'next_cursor'",
        "response 200/pagination: must have required property 'has_next'",
      ],
    ],
    [
      'that is not JSON, but says so',
      { text: '{"flips": [' },
      ['response 200: must be JSON, as its content type says'],
    ],
    ['without a body', {}, ['response 200: must be present']],
  ])('%s', async (_name, answer, expected) => {
    const { proxy, upstream } = await vaultThat(answer);
    const [direct, passed] = await Promise.all([
      sendRaw(`${upstream.url}/flips`),
      sendRaw(`${proxy.urls.vault}/flips`),
    ]);
    expect(passed.body.equals(direct.body)).toBe(true);
    await proxy.idle();
    expect(reported(proxy.summary())).toEqual(expected.map((text) => `GET /flips ${text.replace('200', '200/body')}`));
  });

  it.each<[string, Answer, string]>([
    [
      'of another media type',
      { headers: { 'Content-Type': 'text/html' }, text: '<p>' },
      '/header/content-type: another media type than application/json',
    ],
    [
      'without a media type',
      { headers: {}, text: 'x' },
      '/header/content-type: must have the media type application/json',
    ],
    [
      'whose media type is none',
      { headers: { 'Content-Type': 'json' }, text: '{}' },
      '/header/content-type: must be a media type',
    ],
    [
      'with a success that is not documented',
      { status: 201, body: {} },
      '/status: the document does not have this status, only 200,400,4XX',
    ],
  ])('%s', async (_name, answer, expected) => {
    const { proxy } = await vaultThat(answer);
    await sendRaw(`${proxy.urls.vault}/flips`);
    await proxy.idle();
    const [first, ...others] = reported(proxy.summary());
    expect(first).toContain(expected);
    expect(others).toEqual([]);
  });

  it.each([500, 418])('with status %d and any body is no violation: the documents leave it open', async (status) => {
    const { proxy } = await vaultThat({ status, headers: { 'Content-Type': 'text/plain' }, text: 'no' });
    await sendRaw(`${proxy.urls.vault}/flips`);
    await proxy.idle();
    const { violations, warnings, operations } = proxy.summary();
    expect([violations, warnings.length]).toEqual([[], 1]);
    expect(operations.find(({ count }) => count > 0)).toMatchObject({
      operationId: 'listFlips',
      statuses: { [status]: 1 },
    });
  });
});

describe('a request', () => {
  it.each<[string, string, Parameters<typeof sendRaw>[1], string]>([
    [
      'to a path that is not documented',
      '/flops?token=s3cret',
      {},
      'GET /*** request /path: the document has no such path',
    ],
    [
      'with a method that is not documented',
      '/flips',
      { method: 'POST' },
      'POST /flips request /method: the document has this path, but not with this method',
    ],
    [
      'without the credential',
      '/me/vats',
      {},
      'GET /me/vats request /security: the credential is missing or of the wrong kind',
    ],
    ['with a query that is none', '/flips?limit=many', {}, 'GET /flips request /query/limit: must be integer'],
    [
      'with a path that is none',
      '/flips/7',
      {},
      'GET /flips/{flip} request /path/flip: must match pattern "^[0-9a-fA-F]{8}-',
    ],
    [
      'to a path with somebody in it',
      '/flips/mira@example.org/4917055501234',
      {},
      'GET /flips/***/*** request /path: the document has no such path',
    ],
  ])('%s', async (_name, path, request, expected) => {
    const { proxy } = await vaultThat({ status: 404, body: {} });
    expect((await sendRaw(`${proxy.urls.vault}${path}`, request)).status).toBe(404);
    await proxy.idle();
    expect(reported(proxy.summary())[0]).toContain(expected);
  });

  it('with a wrong body, in chunks or not, is a violation', async () => {
    const upstream = await startUpstream((_, outgoing) => void outgoing.writeHead(400).end());
    const proxy = await startProxy({ upstreams: { lending: upstream.url }, port: 0 });
    open.push(proxy, upstream);
    const url = `${proxy.urls.lending}/api/v1/pay-requests`;
    const json = { 'Content-Type': 'application/json' };
    await sendRaw(url, { method: 'POST', headers: json, body: [Buffer.from('{"amount": '), Buffer.from('5}')] });
    await sendRaw(url, { method: 'POST', headers: json, body: '{"amount"' });
    await sendRaw(url, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: [Buffer.from('{}')] });
    await sendRaw(url, { method: 'POST', headers: { 'Content-Length': '0' } });
    await proxy.idle();
    const places = reported(proxy.summary()).map((text) => text.replace('POST /api/v1/pay-requests request ', ''));
    expect(places).toContain('/body/amount: must be string');
    expect(places).toContain("/body: must have required property 'asset_id'");
    expect(places).toContain('/body: must be JSON, as its content type says');
    expect(places).toContain('/header/content-type: Supported content types: application/json');
    expect(places).toContain('/body: must be present');
  });
});

describe('the same violation', () => {
  it('is reported once with its number, in whichever entry of a list it occurs', async () => {
    const flips = [flip, { ...flip, bid: 1 }, { ...flip, bid: 2 }];
    const upstream = await startUpstream((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ flips, pagination }));
    });
    const seen: string[] = [];
    const proxy = await startProxy({
      upstreams: { vault: upstream.url },
      port: 0,
      onExchange: ({ findings }) => seen.push(...findings.map(({ pointer }) => pointer)),
    });
    open.push(proxy, upstream);
    await Promise.all([1, 2, 3].map(() => sendRaw(`${proxy.urls.vault}/flips`)));
    await proxy.idle();
    expect(seen).toEqual(['/body/flips/1/bid']);
    expect(proxy.summary()).toMatchObject({
      requests: 3,
      violating: 3,
      violations: [{ pointer: '/body/flips/1/bid', count: 6 }],
    });
  });

  it('does not fill the memory when each one is different', () => {
    const journal = createJournal(new Map(), true);
    const place = { side: 'request', pointer: '/path', code: 'path', message: 'none', severity: 'error' } as const;
    const verdict = { operation: undefined, violations: [place], unchecked: [] };
    const one = { service: 'vault', method: 'GET', status: 404, passed: 404, refused: false, verdict };
    for (let index = 0; index < 1100; index += 1) journal.add({ ...one, target: `/nothing/${index}x` });
    const { requests, violations, unlisted } = journal.summary();
    expect([requests, violations.length, unlisted]).toEqual([1100, 1000, 100]);
  });
});

describe('member names in messages', () => {
  const map = {
    type: 'object',
    properties: {
      friends: { type: 'object', additionalProperties: { type: 'integer' } },
      closed: { type: 'object', properties: { known: {} }, additionalProperties: false },
    },
  };
  const content = { 'application/json': { schema: map } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Maps', version: '1' },
    paths: {
      '/maps': {
        post: {
          operationId: 'writeMap',
          requestBody: { content },
          responses: { 200: { description: 'Done', content } },
        },
      },
    },
  };

  it('are only reported if the document has them', async () => {
    const body = JSON.stringify({ friends: { 'mira@example.org': 'x' }, closed: { 'jonas@example.org': 1 } });
    const headers = { 'content-type': 'application/json' };
    const message = { headers, body: { kind: 'value' as const, value: JSON.parse(body), size: body.length } };
    const { violations } = await createCheck(await operationsIn(document, 'maps'))(
      { ...message, method: 'POST', target: '/maps' },
      { ...message, status: 200 },
    );
    expect(JSON.stringify(violations)).not.toMatch(/mira|jonas/);
    expect(violations.map(({ side, pointer }) => `${side} ${pointer}`)).toContain('response /body/friends/*');
    expect(violations.map(({ message: text }) => text)).toContain('must NOT have additional properties');
  });
});
