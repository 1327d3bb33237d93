/** What parsers of JSON, of encodings and of numbers take for something else. */
import { deflateSync, gzipSync } from 'node:zlib';
import { body, cut, good, head, json, pairs, raw, withRaw } from './respond.ts';
import { failed, type Outcome, type Respond, readMarkets, readPairs, result, type Scenario } from './scenario.ts';

const GZIP = { 'Content-Encoding': 'gzip' };
const malformed = failed('malformed');
const resultOrMalformed: Outcome = { kind: 'result', or: 'malformed' };

/** No such thing, as its service says. */
const REFUSAL = JSON.stringify({ code: 404, msg: 'no such pear' });
const notFound: Outcome = { kind: 'error', error: 'refused', status: 404, names: 'no such pear' };

function sent(id: string, title: string, respond: Respond, outcome: Outcome = malformed): Scenario {
  return { id: `body.${id}`, title, respond, call: readPairs, outcome, requests: 1 };
}

/** A response with a member that no document has, written as it is. */
const extra = (text: string) => good((json) => body(200, json.replace(/}$/, `,"x":${text}}`)));

/** A market with a price that is written as it is. */
function price(id: string, title: string, text: string, same?: string): Scenario {
  const respond: Respond = (exchange) =>
    body(200, `{"ts":1,"data":[${withRaw(exchange.samples.market, 'price', text)}]}`)(exchange);
  // A language without a type for decimals keeps the text; one with a type reads the number, or has no such number.
  const kept = { kind: 'value', at: '/data/0/price', text: text.replaceAll('"', ''), or: 'malformed' } as const;
  const outcome = same === undefined ? kept : { ...kept, same };
  return { id: `decimal.${id}`, title, respond, call: readMarkets, outcome, requests: 1 };
}

function corrupt(text: string): Buffer {
  const bytes = gzipSync(text);
  bytes.writeUInt32LE(1, bytes.length - 8);
  return bytes;
}

/** A response with a member whose text is these bytes. */
const withBytes = (...bytes: readonly number[]) =>
  good((text) =>
    body(200, Buffer.concat([Buffer.from(`${text.slice(0, -1)},"x":"`), Buffer.from([...bytes, 0x22, 0x7d])])),
  );

export const parsers: readonly Scenario[] = [
  sent('nan', 'Succeeds with NaN, which is no JSON', extra('NaN')),
  sent('infinity', 'Succeeds with -Infinity, which is no JSON', extra('-Infinity')),
  sent('comment', 'Succeeds with a comment in its JSON', extra('1 /* one */')),
  sent(
    'comma',
    'Succeeds with a comma before the end',
    good((text) => body(200, text.replace(/}$/, ',}'))),
  ),
  sent('leading-zero', 'Succeeds with the number 01', extra('01')),
  sent('control', 'Succeeds with a line break within a text', extra('"a\nb"')),
  sent('escape', 'Succeeds with an escape that JSON does not have', extra('"\\x41"')),
  sent(
    'utf-16',
    'Succeeds with UTF-16',
    good((text) => body(200, Buffer.from(`\uFEFF${text}`, 'utf16le'))),
  ),
  sent('utf-8-overlong', 'Succeeds with UTF-8 that is longer than its letter', withBytes(0xc0, 0xaf)),
  sent('utf-8-surrogate', 'Succeeds with half of a letter in UTF-8', withBytes(0xed, 0xa0, 0x80)),
  sent('utf-8-beyond', 'Succeeds with UTF-8 beyond the last letter', withBytes(0xf4, 0x90, 0x80, 0x80)),
  sent(
    'nul',
    'Succeeds with a NUL behind the JSON',
    good((text) => body(200, `${text}\0`)),
  ),
  sent(
    'spaces',
    'Succeeds with spaces around the JSON',
    good((text) => body(200, ` \r\n\t${text}\n\n`)),
    result,
  ),
  sent(
    'twice',
    'Succeeds with a member twice, of which JSON does not say which counts',
    good((text) => body(200, text.replace('"ts":', '"ts":0,"ts":'))),
    resultOrMalformed,
  ),
  sent(
    'overflow',
    'Succeeds with a number of 400 digits for a time',
    good((text) => body(200, text.replace(/"ts":\d+/, '"ts":1e400'))),
  ),
  sent(
    'deep',
    'Succeeds with a member that no document has, 400 lists deep',
    extra(`${'['.repeat(400)}${']'.repeat(400)}`),
    resultOrMalformed,
  ),
  sent(
    'number',
    'Succeeds with a member that no document has, a number of a million digits',
    extra('9'.repeat(2 ** 20)),
    resultOrMalformed,
  ),
  sent(
    'partial',
    'Succeeds with a part of the body (206)',
    good((text) => body(206, text.slice(0, 12))),
  ),
  sent('reset-content', 'Succeeds with 205', ({ response }) => void response.writeHead(205).end()),
  sent('accepted', 'Succeeds with 202 and an empty body', body(202, '')),
  sent(
    'longer',
    'Sends more than Content-Length says',
    good((text) => raw(head(`Content-Length: ${text.length}`, 'Connection: close'), `${text}extra`)),
    result,
  ),
  sent(
    'until-close',
    'Ends the body with the connection, as HTTP/1.0 does',
    good((text) => cut(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${text}`)),
    result,
  ),
  sent(
    'trailers',
    'Sends chunks with extensions, and trailers',
    good((text) =>
      raw(head('Transfer-Encoding: chunked'), `${text.length.toString(16)};a="b;c"\r\n${text}\r\n0\r\nX-T: 1\r\n\r\n`),
    ),
    result,
  ),
  sent(
    'gzip-checksum',
    'Compresses with gzip, with a wrong checksum',
    good((text) => body(200, corrupt(text), GZIP)),
  ),
  sent(
    'gzip-members',
    'Compresses with gzip, in two members',
    good((text) => body(200, Buffer.concat([gzipSync(text.slice(0, 20)), gzipSync(text.slice(20))]), GZIP)),
    resultOrMalformed,
  ),
  sent('gzip-empty', 'Says gzip, and has no body', body(200, '', GZIP)),
  sent(
    'deflate',
    'Compresses with deflate where the client asked for it',
    (exchange) => {
      const requested = /\bdeflate\b/.test(String(exchange.request.headers['accept-encoding']));
      if (!requested) return pairs(exchange);
      return body(200, deflateSync(exchange.samples.good), { 'Content-Encoding': 'deflate' })(exchange);
    },
    result,
  ),
  sent('error-gzip', 'Fails with a reason that is compressed', body(404, gzipSync(REFUSAL), GZIP), notFound),
  sent('error-gzip-empty', 'Fails, says gzip, and has no body', body(404, '', GZIP), failed('refused', 404)),
  sent('error-mark', 'Fails with a reason behind a byte order mark', body(404, `\uFEFF${REFUSAL}`), notFound),
  sent('error-reason', 'Fails with a reason', json(404, JSON.parse(REFUSAL)), notFound),
  price('number', 'Sends a decimal as a number of 25 digits', '0.1234567890123456789012345'),
  price('arabic', 'Sends a decimal in Arabic digits', '"\u0663.\u0665"'),
  price('wide', 'Sends a decimal in wide digits', '"\uff11\uff12"'),
  price('underscore', 'Sends a decimal with an underscore', '"1_000"'),
  price('space', 'Sends a decimal behind a space', '" 1"'),
  price('nan', 'Sends NaN as a decimal', '"NaN"'),
  price('infinity', 'Sends -Infinity as a decimal', '"-Infinity"'),
  price('hex', 'Sends a decimal in base 16', '"0x10"'),
  price('point-end', 'Sends a decimal that ends with a point', '"1."', '1'),
  price('point-start', 'Sends a decimal that begins with a point', '".5"', '0.5'),
  price('plus', 'Sends a decimal with a plus', '"+1"', '1'),
  price('zeros', 'Sends a decimal with a zero before it', '"01"', '1'),
  price('minus-zero', 'Sends a decimal that is less than nothing by nothing', '"-0"', '0'),
  price('small-exponent', 'Sends a decimal with an exponent', '"1e3"', '1000'),
  price('no-exponent', 'Sends a decimal whose exponent is missing', '"1e"'),
  price('minus', 'Sends a sign as a decimal', '"-"'),
  price('point', 'Sends a point as a decimal', '"."'),
  price('two-points', 'Sends a decimal with two points', '"1.2.3"'),
  price('empty', 'Sends an empty text as a decimal', '""'),
];
