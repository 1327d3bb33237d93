/**
 * Sends hostile requests to all operations, the same at each run: none may cause an internal error. Three thousand,
 * a thousand where the long tests are skipped, or a given number: `HOSTILE_REQUESTS=20000 npm test --
 * server/robustness/requests`.
 */
import { Agent, request } from 'node:http';
import { type ServiceName, serviceNames } from '@wallet-services/contract/services';
import { operationsOf } from '@wallet-services/generators/document';
import { documentOf } from '@wallet-services/generators/testing/documents';
import { type TestRequest, validRequest } from '@wallet-services/generators/testing/requests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoApplications } from '../assistant/index.ts';
import { type RunningServer, startServer } from '../index.ts';
import { call, keptLog, post } from '../testing/server.ts';
import { walletToken } from '../testing/wallet.ts';
import { seededRandom } from '../values/index.ts';

const COUNT = Number(process.env.HOSTILE_REQUESTS ?? (process.env['TEST_SHORT'] === undefined ? 3_000 : 1_000));
const AT_ONCE = 16;

/** Longest time for an answer on a busy machine, in milliseconds; blocking reads wait for 30 s. */
const LONGEST = 60_000;

/** Documented 5xx statuses: missing features of a network, and overload. */
const DOCUMENTED = new Set([501, 502, 503]);

/** The values to insert. */
const VALUES: readonly string[] = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '[]',
  '{}',
  '\0',
  '\n',
  '\u202e',
  '\ud800',
  '%00',
  '%zz',
  '..',
  '../..',
  "'; drop table comments; --",
  '" or ""="',
  '<script>',
  '#{7*7}',
  '\u{1F33E}'.repeat(300),
  'x'.repeat(5_000),
  '9'.repeat(400),
  '9223372036854775808',
  '18446744073709551616',
  '1.7976931348623157e308',
  '0.0000000000000000000000001',
  '1'.repeat(60),
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  '2021-02-30T00:00:00Z',
  '2021-08-17',
  '__proto__',
  'constructor',
  'toString',
  '00000000-0000-0000-0000-000000000000',
  'c6d0c728-2624-429b-8e0d-d9d19b6592fg',
  '*',
  '(',
  '"',
  'AND OR NOT',
  'a* NEAR b',
];
const MEMBERS: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  {},
  [[[[]]]],
  { a: { b: {} } },
  [null],
  0.1,
  2 ** 53,
];
const BODIES: readonly string[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '7',
  '{"__proto__":{"a":1}}',
  '['.repeat(5_000),
  '{"a":'.repeat(200),
  '\ufeff{}',
  '{}{}',
  '{"a":1,"a":2}',
];
const HEADERS: readonly (readonly [string, string])[] = [
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-7'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'x'],
  ['authorization', 'Bearer x.y.z'],
  ['authorization', 'Basic eDp5'],
  ['x-assistant-appid', 'x'],
  ['x-assistant-secret', "' or 1=1"],
  ['accept', 'text/html'],
  ['prefer', 'code=599'],
  ['prefer', 'example=x'],
  ['x-request-id', 'x'.repeat(200)],
  ['x-sandbox-world', 'nowhere'],
  ['x-http-method-override', 'DELETE'],
  ['range', 'bytes=0-1'],
  ['if-none-match', '*'],
  ['cookie', 'a=b'],
  ['te', 'trailers'],
];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'];

interface Hostile {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

/** Makes a valid request invalid in one or several ways. */
function spoiled(valid: TestRequest, pick: <Value>(from: readonly Value[]) => Value): Hostile {
  const query = new URLSearchParams(valid.query);
  let [method, path, body]: [string, string, unknown] = [valid.method.toUpperCase(), valid.path, valid.body];
  let text: string | undefined;
  const headers: Record<string, string> = {};
  const ways = [
    () => {
      const parts = path.split('/');
      parts[pick([...parts.keys()].slice(1))] = pick([encodeURIComponent, encodeURI])(pick(VALUES).toWellFormed());
      path = parts.join('/');
    },
    () => query.set(pick([...query.keys(), 'limit', 'offset', 'cursor', 'keywords', 'n']), pick(VALUES)),
    () => query.append(pick([...query.keys(), 'limit', 'offset']), pick(VALUES)),
    () => {
      const [name, value] = pick(HEADERS);
      headers[name] = value;
    },
    () => {
      if (typeof body !== 'object' || body === null) text = pick(BODIES);
      else body = { ...body, [pick([...Object.keys(body), 'x'])]: pick([...MEMBERS, ...VALUES]) };
    },
    () => {
      text = pick(BODIES);
    },
    () => {
      method = pick(METHODS);
    },
  ];
  for (let times = pick([1, 1, 2, 3]); times > 0; times -= 1) pick(ways)();
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const type: Record<string, string> =
    sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent)) };
  const search = query.toString();
  return { method, url: search === '' ? path : `${path}?${search}`, headers: { ...type, ...headers }, body: sent };
}

const { log, lines } = keptLog('error');
let server: RunningServer;
/** Credentials by service; services that are not listed need none. */
let credentials: Readonly<Partial<Record<ServiceName, Readonly<Record<string, string>>>>>;
beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0, log });
  const token = await walletToken(server, 'Mira');
  const { body } = await post(`${server.httpUrl}/comment/auth/login`, { method: 'mixin_token', mixin_token: token });
  const { access_token } = (body as { data: { access_token: string } }).data;
  const [application] = await demoApplications();
  const wallet = { authorization: `Bearer ${token}` };
  credentials = {
    comment: { authorization: `Bearer ${access_token}` },
    swap: wallet,
    vault: wallet,
    assistant: { 'x-assistant-appid': application?.app_id ?? '', 'x-assistant-secret': application?.secret ?? '' },
  };
});
afterAll(() => server.close());

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
afterAll(() => agent.destroy());

function answered({
  method,
  url,
  headers,
  body,
}: Hostile): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${server.httpUrl}${url}`, { agent, method, headers, timeout: LONGEST }, (incoming) => {
      let text = '';
      incoming.on('data', (part) => {
        text += part;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${url}`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test(
  'each has an answer, of the error form where it is refused, and the server is well',
  async () => {
    const { pick } = seededRandom(12, 'hostile');
    const operations = serviceNames.flatMap((service) =>
      operationsOf(documentOf(service)).map((placed) => ({ service, valid: validRequest(placed) })),
    );
    const wrong: string[] = [];
    let unknown = 0;
    let left = COUNT;
    const client = async () => {
      while (left > 0) {
        left -= 1;
        const { service, valid } = pick(operations);
        const hostile = spoiled({ ...valid, path: `/${service}${valid.path}` }, pick);
        const { status, text } = await answered({
          ...hostile,
          headers: { ...credentials[service], ...hostile.headers },
        });
        const isRefusal = status < 400 || hostile.method === 'HEAD' || /^\{.*"code":/s.test(text);
        if (status === 404) unknown += 1;
        const isFault = status >= 500 && !DOCUMENTED.has(status);
        if (isFault || !isRefusal || text.includes('node:internal'))
          wrong.push(`${status} ${hostile.method} ${hostile.url}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    expect(wrong).toEqual([]);
    // Most requests reach their operations.
    expect(unknown).toBeLessThan(COUNT / 2);
    expect(lines.filter(({ msg }) => msg === 'answered 500')).toEqual([]);
    expect((await call(`${server.httpUrl}/readyz`)).status).toBe(200);
  },
  120_000 + 40 * COUNT,
);
