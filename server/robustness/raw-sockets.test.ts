/** Requests in HTTP/1.1 over a raw socket, valid and malformed, and the answer to each. */

import { connect } from 'node:net';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../index.ts';
import { call, keptLog } from '../testing/server.ts';

const GET = '/lending/api/v1/markets/all';
const POST = '/lending/api/v1/pay-requests';
const RPC = '/lending.v1.Lending/AllMarkets';
const JSON_TYPE = 'Content-Type: application/json';
const CHUNKED = 'Transfer-Encoding: chunked';
const LAST = 'Connection: close';

/** A request; the Host header is first unless the lines contain one. */
function lines(first: string, ...more: readonly string[]): string {
  const isGiven = more.some((line) => /^(?:host|no)\b/i.test(line));
  const given = more.filter((line) => line !== 'no host');
  return [first, ...(isGiven ? given : ['Host: a', ...given]), '', ''].join('\r\n');
}
const get = (target: string, ...more: readonly string[]) => lines(`GET ${target} HTTP/1.1`, ...more, LAST);
const kept = (target: string, ...more: readonly string[]) => lines(`GET ${target} HTTP/1.1`, ...more);
const posted = (body: string, ...more: readonly string[]) =>
  lines(`POST ${POST} HTTP/1.1`, JSON_TYPE, LAST, ...more) + body;
const rpc = (body: string, ...more: readonly string[]) =>
  lines(`POST ${RPC} HTTP/1.1`, JSON_TYPE, LAST, ...more) + body;
const length = (count: number | string) => `Content-Length: ${count}`;

/** Name, bytes, and statuses of the answers in order; none when the server only closes the connection. */
const CASES: readonly (readonly [name: string, text: string, statuses: string])[] = [
  // Framing, and attempts to smuggle requests.
  ['no HTTP at all', 'hello\r\n\r\n', '400'],
  ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', '400'],
  ['a greeting of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400'],
  ['zero bytes', '\0'.repeat(64), '400'],
  ['two lengths', posted('ab', length(1), length(2)), '400'],
  ['the same length twice', posted('{}', length(2), length(2)), '400'],
  ['a list of lengths', posted('{}', length('2, 2')), '400'],
  ['a length and chunks', posted('0\r\n\r\n', length(5), CHUNKED), '400'],
  ['chunks and a length', posted('0\r\n\r\n', CHUNKED, length(5)), '400'],
  ['a negative length', posted('{}', length(-2)), '400'],
  ['a length with a sign', posted('{}', length('+2')), '400'],
  ['a length in hexadecimal', posted('{}', length('0x2')), '400'],
  ['a length that is no number', posted('{}', length('two')), '400'],
  ['a length with a fraction', posted('{}', length('2.0')), '400'],
  ['an empty length', posted('{}', length('')), '400'],
  ['a length beyond 64 bits', posted('{}', length('9'.repeat(30))), '400'],
  ['a length of 2 GiB', posted('', length(2 ** 31)), '413'],
  ['a length just above the limit', posted('', length(1_048_577)), '413'],
  ['a length with zeros before it', posted('{}', length('0002')), '400'],
  ['a length with a blank before its colon', posted('{}', 'Content-Length : 2'), '400'],
  ['chunks of another name', posted('0\r\n\r\n', 'Transfer-Encoding: xchunked'), '400'],
  ['chunks that are not last', posted('0\r\n\r\n', 'Transfer-Encoding: chunked, gzip'), '400'],
  ['chunks twice', posted('0\r\n\r\n', CHUNKED, CHUNKED), '400'],
  ['chunks with a tab before the name', posted('0\r\n\r\n', 'Transfer-Encoding:\tchunked'), '400'],
  ['chunks with a vertical tab', posted('0\r\n\r\n', 'Transfer-Encoding: \vchunked'), '400'],
  ['chunks in capitals', posted('2\r\n{}\r\n0\r\n\r\n', 'TRANSFER-ENCODING: CHUNKED'), '400'],
  ['a chunk of a size that is none', posted('zz\r\n{}\r\n0\r\n\r\n', CHUNKED), '400'],
  ['a chunk of a negative size', posted('-2\r\n{}\r\n0\r\n\r\n', CHUNKED), '400'],
  ['a chunk with 0x', posted('0x2\r\n{}\r\n0\r\n\r\n', CHUNKED), '400'],
  ['a chunk beyond 64 bits', posted(`${'f'.repeat(20)}\r\n{}\r\n`, CHUNKED), '400'],
  ['a chunk longer than it says', posted('1\r\n{}\r\n0\r\n\r\n', CHUNKED), '400'],
  ['a chunk that ends with a line feed alone', posted('2\n{}\n0\n\n', CHUNKED), '400'],
  ['a long extension of a chunk', posted(`2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`, CHUNKED), '413'],
  ['a trailer that names a length', posted('2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n', CHUNKED), '400'],
  ['chunks that never end', posted('2\r\n{}\r\n', CHUNKED), '408'],
  ['a body shorter than it says', posted('{', length(10)), '408'],
  ['a second request in a body', kept(GET, length(31)) + `GET ${GET} HTTP/1.1\r\n`.slice(0, 31) + get(GET), '200 200'],
  ['chunks in version 1.0', `POST ${POST} HTTP/1.0\r\n${CHUNKED}\r\n\r\n0\r\n\r\n`, '415'],
  // Lines and headers.
  ['a header without a colon', get(GET, 'nonsense'), '400'],
  ['a header without a name', get(GET, ': x'), '400'],
  ['a name with a blank', get(GET, 'X Y: z'), '400'],
  ['a name with a zero byte', get(GET, 'X\0Y: z'), '400'],
  ['a value with a zero byte', get(GET, 'X: a\0b'), '400'],
  ['a value with a carriage return', get(GET, 'X: a\rb'), '400'],
  ['a value over two lines', get(GET, 'X: a', ' b'), '400'],
  ['a value of Latin-1', get(GET, 'X: \xe9'), '200'],
  ['a blank before the first header', `GET ${GET} HTTP/1.1\r\n Host: a\r\n\r\n`, '400'],
  ['lines that end with a line feed alone', `GET ${GET} HTTP/1.1\nHost: a\n\n`, '400'],
  ['an empty line first', `\r\n${get(GET)}`, '200'],
  ['a header of 20 kB', get(GET, `X: ${'x'.repeat(20_000)}`), '431'],
  ['a name of 20 kB', get(GET, `${'x'.repeat(20_000)}: x`), '431'],
  ['a path of 20 kB', get(`/${'x'.repeat(20_000)}`), '431'],
  ['3,000 headers', get(GET, ...Array.from({ length: 3_000 }, (_, n) => `X${n}: y`)), '431'],
  ['500 short headers', get(GET, ...Array.from({ length: 500 }, (_, n) => `X${n}: y`)), '200'],
  ['headers without end', `GET ${GET} HTTP/1.1\r\nHost: a\r\n`, '408'],
  ['a request line without end', `GET ${GET}`, '408'],
  ['two blanks in the request line', lines(`GET  ${GET} HTTP/1.1`, LAST), '200'],
  ['no path', 'GET HTTP/1.1\r\nHost: a\r\n\r\n', '400'],
  ['a version that is none', `GET ${GET} HTTP/x.y\r\nHost: a\r\n\r\n`, '400'],
  ['version 1.9', `GET ${GET} HTTP/1.9\r\nHost: a\r\n\r\n`, '400'],
  ['version 1.0', `GET ${GET} HTTP/1.0\r\n\r\n`, '200'],
  ['a method that is none', lines(`HACK ${GET} HTTP/1.1`, LAST), '400'],
  ['a method in small letters', lines(`get ${GET} HTTP/1.1`, LAST), '400'],
  ['TRACE', lines(`TRACE ${GET} HTTP/1.1`, LAST), '405'],
  ['DELETE', lines(`DELETE ${GET} HTTP/1.1`, LAST), '405'],
  ['CONNECT', lines('CONNECT a:1 HTTP/1.1'), ''],
  ['an upgrade to h2c', get(GET, 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'), '200'],
  ['HEAD', lines(`HEAD ${GET} HTTP/1.1`, LAST), '200'],
  // The host, and forms of the target.
  ['no host', get(GET, 'no host'), '400'],
  ['two hosts', get(GET, 'Host: a', 'Host: b'), '400'],
  ['an empty host', get(GET, 'Host:'), '400'],
  ['a port that is too large', get('/', 'Host: x:99999'), '400'],
  ['an address that is none', get('/', 'Host: 999.999.999.999'), '400'],
  ['a host with a blank', get('/', 'Host: a b'), '400'],
  ['a host with markup', get('/', 'Host: <b>'), '400'],
  ['a host with a name before it', get('/', 'Host: a@127.0.0.1'), '400'],
  ['a host with a fragment', get('/', 'Host: 127.0.0.1#x'), '400'],
  ['the whole address with a name before its host', get(`http://a@127.0.0.1${GET}`), '400'],
  ['RPC for a host that is none', rpc('{}', length(2), 'Host: a b'), '400'],
  ['RPC without a host', `POST ${RPC} HTTP/1.0\r\n${JSON_TYPE}\r\n${length(2)}\r\n\r\n{}`, '400'],
  ['the whole address of this host', get(`http://a${GET}`), '200'],
  ['the whole address of another host', get(`http://other.example.org${GET}`), '200'],
  ['a target that begins with two slashes', get(`/${GET}`), '404'],
  ['an asterisk', lines('OPTIONS * HTTP/1.1', LAST), '404'],
  ['a target without a slash', get('lending'), '400'],
  ['a trailing slash', get(`${GET}/`), '200'],
  ['two trailing slashes', get(`${GET}//`), '404'],
  ['a way up', get('/lending/../../etc/passwd'), '404'],
  ['a way up in escapes', get('/lending/%2e%2e/%2e%2e/etc/passwd'), '404'],
  ['an escaped slash', get('/lending%2fapi/v1/markets/all'), '404'],
  ['an escape that is none', get('/lending/api/v1/markets/%zz'), '404'],
  ['half an escape', get('/lending/%'), '404'],
  ['UTF-8 that is too long', get('/lending/%c0%af'), '404'],
  ['an escaped zero', get('/lending/%00'), '404'],
  ['escapes in a query', get('/lending/api/v1/transactions?limit=%31&x=%zz'), '200'],
  ['a query of nothing but signs', get(`${GET}?&&==&=`), '200'],
  // One connection, many requests; expectations.
  ['ten requests at once', kept(GET).repeat(9) + get(GET), Array(10).fill('200').join(' ')],
  ['one that is refused between two', kept(GET) + kept('/nothing') + get(GET), '200 404 200'],
  ['one that is malformed between two', `${kept(GET)}hello\r\n\r\n${get(GET)}`, '200 400'],
  ['requests behind the last', get(GET) + get(GET), '200'],
  ['an expectation of 100', posted('{}', 'Expect: 100-continue', length(2)), '100 400'],
  ['another expectation', posted('{}', 'Expect: x', length(2)), '417'],
];

const { log, lines: logged } = keptLog('error');
let server: RunningServer;
beforeAll(async () => {
  const limits = { requestTimeout: 400, headersTimeout: 400 };
  server = await startServer({ port: 0, rpcPort: 0, services: ['lending'], log, limits });
});
afterAll(() => server.close());

/** Everything that is received until the connection ends. */
function answered(text: string): Promise<string> {
  const { hostname, port } = new URL(server.httpUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'));
    let received = '';
    socket.setTimeout(PATIENCE, () => reject(new Error(`the connection stayed open after ${received.slice(0, 200)}`)));
    socket.on('data', (part) => {
      received += part.toString('latin1');
    });
    // The server may close the connection while the client still writes.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      socket.destroy();
      resolve(received);
    });
  });
}

test('there are a hundred and two', () => expect(new Set(CASES.map(([name]) => name)).size).toBe(102));

test.each(CASES)('%s', async (_name, text, statuses) => {
  const answer = await answered(text);
  const found = [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
  expect(found.join(' ')).toBe(statuses);
  if (/^4\d\d$/.test(statuses)) {
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: Number(statuses) });
  }
});

test('the server still answers after all of it', async () => {
  expect((await call(`${server.httpUrl}/readyz`)).status).toBe(200);
  expect(logged).toEqual([]);
});
