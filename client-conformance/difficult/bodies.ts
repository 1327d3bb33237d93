/** Successes and errors with bodies that do not conform to the documents. */
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from 'node:zlib';
import { body, drip, good, head, json, pairs, withRaw } from './respond.ts';
import { failed, type Outcome, type Respond, readMarkets, readPairs, result, type Scenario } from './scenario.ts';

const LONG = `${'1'.repeat(40)}.${'2'.repeat(40)}`;
const malformed = failed('malformed');
const MIB = 2 ** 20;
const GZIP = { 'Content-Encoding': 'gzip' };

function bad(id: string, title: string, respond: Respond, outcome: Outcome = malformed): Scenario {
  return { id: `body.${id}`, title, respond, call: readPairs, outcome, requests: 1 };
}

/** A market with a price that is text. */
function price(text: string): Respond {
  return (exchange) =>
    body(200, `{"ts":1,"data":[${withRaw(exchange.samples.market, 'price', `"${text}"`)}]}`)(exchange);
}

function decimal(id: string, title: string, text: string, outcome: Outcome): Scenario {
  return { id: `decimal.${id}`, title, respond: price(text), call: readMarkets, outcome, requests: 1 };
}

const kept = (text: string): Outcome => ({ kind: 'value', at: '/data/0/price', text });
// A language without a type for decimals keeps the text, at no cost.
const keptOrNot = (text: string): Outcome => ({ kind: 'value', at: '/data/0/price', text, or: 'malformed' });

/** Made of one piece: compressing all of it would take longer than a client waits. */
function bomb(): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MIB, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([gzipSync('').subarray(0, 10), ...Array.from({ length: 300 }, () => piece)]);
}

export const bodies: readonly Scenario[] = [
  bad('empty', 'Succeeds with an empty body', body(200, '')),
  bad('null', 'Succeeds with null', body(200, 'null')),
  bad('no-content', 'Succeeds with 204', ({ response }) => void response.writeHead(204).end()),
  bad('list', 'Succeeds with a list in place of an object', json(200, [])),
  bad(
    'html',
    'Succeeds with a page',
    body(200, '<!doctype html><title>Welcome</title>', { 'Content-Type': 'text/html' }),
  ),
  bad(
    'half',
    'Succeeds with half of a JSON text',
    good((text) => body(200, text.slice(0, -5))),
  ),
  bad(
    'two',
    'Succeeds with two JSON texts',
    good((text) => body(200, `${text}\n${text}`)),
  ),
  bad('brackets', 'Succeeds with 100,000 brackets', body(200, '['.repeat(100_000))),
  bad(
    'utf-8',
    'Succeeds with bytes that are not UTF-8',
    good((text) => body(200, Buffer.from(text.replace(/}$/, ',"x":"\u00ff"}'), 'latin1'))),
  ),
  bad('endless', 'Succeeds with a body without an end', drip(head('Connection: close'), ' '.repeat(MIB / 4), 0)),
  bad('gzip-bomb', 'Succeeds with 300 MiB that compress to 300 kB', (exchange) => body(200, bomb(), GZIP)(exchange)),
  bad(
    'not-gzip',
    'Says gzip, and is not compressed',
    good((text) => body(200, text, GZIP)),
  ),
  bad(
    'half-gzip',
    'Succeeds with half of a gzip stream',
    good((text) => body(200, gzipSync(text.padEnd(9_000)).subarray(0, 30), GZIP)),
  ),
  bad(
    'unknown-encoding',
    'Uses an encoding that no client asked for',
    good((text) => body(200, deflateRawSync(text), { 'Content-Encoding': 'x-own' })),
  ),
  bad(
    'gzip',
    'Compresses with gzip',
    (exchange) => body(200, gzipSync(JSON.stringify(exchange.samples.pairs)), GZIP)(exchange),
    result,
  ),
  bad(
    'mark',
    'Succeeds with a byte order mark',
    good((text) => body(200, `\uFEFF${text}`)),
    result,
  ),
  bad(
    'type',
    'Succeeds with JSON as text/plain',
    good((text) => body(200, text, { 'Content-Type': 'text/plain' })),
    result,
  ),
  bad(
    'no-type',
    'Succeeds with JSON without a type',
    ({ response, samples }) => void response.writeHead(200).end(samples.good),
    result,
  ),
  bad(
    'null-list',
    'Succeeds with null for a list',
    good((text) => body(200, text.replace('"pairs":[]', '"pairs":null'))),
    result,
  ),
  bad(
    'error-html',
    'Fails with a page',
    body(500, '<html>oops</html>', { 'Content-Type': 'text/html' }),
    failed('refused', 500),
  ),
  bad('error-empty', 'Fails with an empty body', body(404, ''), failed('refused', 404)),
  bad('error-list', 'Fails with a list', json(400, [1]), failed('refused', 400)),
  bad(
    'error-code',
    'Fails with a code and a message that are no integer and no text',
    json(400, { code: 'x', msg: { a: 1 } }),
    failed('refused', 400),
  ),
  bad('error-brackets', 'Fails with 100,000 brackets', body(400, '['.repeat(100_000)), failed('refused', 400)),
  bad(
    'error-endless',
    'Fails with a body without an end',
    drip('HTTP/1.1 500 No\r\nConnection: close\r\n\r\n', 'x'.repeat(MIB / 4), 0),
    failed('refused', 500),
  ),
  bad(
    'error-not-gzip',
    'Fails with a body that says gzip, and is not',
    body(500, 'oops', GZIP),
    failed('refused', 500),
  ),
  bad(
    'error-not-modified',
    'Responds with 304 to no condition',
    ({ response }) => void response.writeHead(304).end(),
    failed('refused', 304),
  ),
  {
    ...bad('brotli', 'Compresses with Brotli, asked or not', (exchange) => {
      const requested = String(exchange.request.headers['accept-encoding'] ?? '');
      const text = JSON.stringify(exchange.samples.pairs);
      if (!/\bbr\b/.test(requested)) return pairs(exchange);
      return body(200, brotliCompressSync(text), { 'Content-Encoding': 'br' })(exchange);
    }),
    title: 'Compresses with Brotli where the client asked for it',
    outcome: result,
  },
  decimal('80-digits', 'Sends a decimal of 80 digits', LONG, kept(LONG)),
  decimal('1000-digits', 'Sends a decimal of 1,000 digits', '7'.repeat(1_000), kept('7'.repeat(1_000))),
  decimal('million-digits', 'Sends a decimal of a million digits', '9'.repeat(MIB), keptOrNot('9'.repeat(MIB))),
  decimal(
    'million-places',
    'Sends a decimal of a million decimal places',
    `0.${'9'.repeat(MIB)}`,
    keptOrNot(`0.${'9'.repeat(MIB)}`),
  ),
  decimal('exponent', 'Sends a decimal with a vast exponent', '1e999999999', keptOrNot('1e999999999')),
  decimal('tiny-exponent', 'Sends a decimal with a vast negative exponent', '1e-999999999', keptOrNot('1e-999999999')),
];
