/** HTTP that is unusual, wrong, or can be read in two ways, and JSON with what only looks like a number. */
import { gzipSync } from 'node:zlib';
import { body, cut, drip, each, end, good, head, more, pages, raw, swapPage } from './respond.ts';
import {
  type Exchange,
  failed,
  type Outcome,
  type Respond,
  readPairs,
  result,
  type Scenario,
  swapItems,
  swaps,
} from './scenario.ts';

const malformed = failed('malformed');
const network = failed('network');
/** Unclear HTTP, which a reader may refuse. */
const resultOrNetwork: Outcome = { kind: 'result', or: 'network' };
const CHUNKED = 'Transfer-Encoding: chunked';

function odd(id: string, title: string, respond: Respond, outcome: Outcome): Scenario {
  const requests = outcome === network || 'or' in outcome ? 3 : 1;
  // A response that is read must be read on a busy machine, too.
  const timeout_ms = outcome.kind === 'result' ? 10_000 : 1_500;
  return { id: `http.${id}`, title, respond, call: { ...readPairs, timeout_ms }, outcome, requests };
}

const encoded = (coding: string, compress: (text: string) => string | Buffer = gzipSync): Respond =>
  good((text) => body(200, compress(text), { 'Content-Encoding': coding }));

/** A whole response, after which the connection is closed. */
const closed = (make: (text: string) => string): Respond => good((text) => cut(make(text)));

/** A response with its length and further headers. */
const withHeaders = (...headers: readonly string[]): Respond =>
  good((text) => raw(head(...headers, `Content-Length: ${text.length}`), text));

const withLengths = (...lengths: readonly string[]): Respond =>
  closed((text) => `${head(...lengths.map((length) => `Content-Length: ${length}`))}${text}`);

const withStatus = (line: string): Respond =>
  good((text) => raw(`${line}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`, text));

/** A chunked body whose only chunk has the size that is given, in place of its own. */
const withChunk = (size: (own: string) => string, headers: readonly string[] = [CHUNKED]): Respond =>
  closed((text) => `${head(...headers)}${size(text.length.toString(16))}\r\n${text}\r\n0\r\n\r\n`);

type MakePage = (exchange: Exchange) => unknown;

/** Sends a page, and in the same write another one. A next request on the connection gets a third. */
const unasked =
  (first: MakePage, second: MakePage, third: MakePage): Respond =>
  (exchange) => {
    const whole = (make: MakePage) => {
      const text = JSON.stringify(make(exchange));
      return `${head(`Content-Length: ${text.length}`)}${text}`;
    };
    exchange.response.socket?.once('data', () => raw(whole(third))(exchange));
    raw(`${whole(first)}${whole(second)}`)(exchange);
  };

const trailers = (text: string) => `${head(CHUNKED)}${text.length.toString(16)}\r\n${text}\r\n0\r\n`;

/** A response with a member that no document has, which looks like a number. */
function number(id: string, text: string): Scenario {
  const respond = good((json) => body(200, json.replace(/}$/, `,"x":${text}}`)));
  const title = `Succeeds with the number ${text}, which JSON does not have`;
  return { ...odd(id, title, respond, malformed), id: `body.number-${id}` };
}

export const oddities: readonly Scenario[] = [
  odd('gzip-capitals', 'Says GZIP in capitals', encoded('GZIP'), result),
  odd('x-gzip', 'Says x-gzip, the old name of gzip', encoded('x-gzip'), result),
  odd('gzip-spaces', 'Says gzip, then a tab and spaces', encoded('gzip \t '), result),
  odd('identity', 'Says that the body is not encoded', encoded('identity', String), result),
  odd('no-encoding', 'Says nothing for its encoding', encoded('', String), result),
  odd('own-encoding', 'Says an unknown encoding, and sends plain JSON', encoded('x-own', String), result),
  odd(
    'gzip-twice',
    'Compresses with gzip, twice',
    encoded('gzip, gzip', (text) => gzipSync(gzipSync(text))),
    // httpx and the fetch of Node.js undo both; Go, Java and Rust undo one.
    { kind: 'result', or: 'malformed' },
  ),
  odd('lengths', 'Has two lengths', withLengths('5', '6'), network),
  // That of Node.js refuses the same length twice, too.
  odd(
    'same-lengths',
    'Has its length twice',
    good((text) => withHeaders(`Content-Length: ${text.length}`)),
    resultOrNetwork,
  ),
  odd('length-list', 'Has a list of lengths', withLengths('5, 6'), network),
  odd('length-negative', 'Has a negative length', withLengths('-5'), network),
  odd('length-plus', 'Has a length with a sign', withLengths('+5'), network),
  odd('length-hex', 'Has a length in base 16', withLengths('0x5'), network),
  odd('length-fraction', 'Has a length with a fraction', withLengths('5.0'), network),
  odd('length-vast', 'Has a length beyond 64 bits', withLengths('99999999999999999999'), network),
  odd('length-nothing', 'Has a length without a number', withLengths(''), network),
  // Chunks count (RFC 9112, section 6.3); a reader may refuse both.
  odd('length-chunks', 'Has a length, and chunks', withChunk(String, [CHUNKED, 'Content-Length: 5']), resultOrNetwork),
  odd('chunks-twice', 'Says twice that there are chunks', withChunk(String, [CHUNKED, CHUNKED]), resultOrNetwork),
  odd(
    'own-transfer',
    'Has an unknown transfer coding, until the end',
    closed((text) => `${head('Transfer-Encoding: x-own')}${text}`),
    resultOrNetwork,
  ),
  odd(
    'chunk-capitals',
    'Says CHUNKED in capitals, with zeros before the length of the chunk',
    withChunk((own) => `0000${own.toUpperCase()}`, ['Transfer-Encoding: CHUNKED']),
    result,
  ),
  odd(
    'chunk-negative',
    'Has a chunk of negative length',
    withChunk((own) => `-${own}`),
    network,
  ),
  odd(
    'chunk-plus',
    'Has a chunk of a length with a sign',
    withChunk((own) => `+${own}`),
    network,
  ),
  // The JDK waits for the rest of it.
  odd(
    'chunk-vast',
    'Has a chunk of a length beyond 64 bits',
    withChunk((own) => `fffffffffffffff${own}`),
    { ...network, or: 'timeout' },
  ),
  // The JDK waits for the end of the next chunk.
  odd(
    'chunk-longer',
    'Sends more than the length of a chunk',
    withChunk(() => '5'),
    { ...network, or: 'timeout' },
  ),
  // The JDK takes it for the end of the body, which is then empty.
  odd(
    'chunk-nothing',
    'Has a chunk without a length',
    withChunk(() => ''),
    { ...network, or: 'malformed' },
  ),
  // The JDK gives a body with its last byte, before the trailers.
  odd(
    'trailers-slow',
    'Sends trailers now and then, without an end',
    good((text) => drip(trailers(text), (count) => `X-${count}: a\r\n`, 150)),
    { ...failed('timeout'), or: 'result' },
  ),
  {
    ...odd(
      'trailers-endless',
      'Sends trailers without an end',
      good((text) => drip(trailers(text), 'X-Trailer: a\r\n'.repeat(2_000), 0)),
      { ...network, or: ['timeout', 'result'] },
    ),
    seconds: 45,
  },
  // The JDK reads three digits, and does not show what follows.
  odd('status-long', 'Has a status of four digits', withStatus('HTTP/1.1 2000 OK'), { ...network, or: 'result' }),
  odd('status-short', 'Has a status of two digits', withStatus('HTTP/1.1 20 OK'), network),
  odd('status-zero', 'Has the status 000', withStatus('HTTP/1.1 000 OK'), network),
  odd('status-negative', 'Has the status -20', withStatus('HTTP/1.1 -20 OK'), network),
  odd('status-bare', 'Has a status line without a reason', withStatus('HTTP/1.1 200'), result),
  odd('status-letters', 'Has a reason that is not ASCII', withStatus('HTTP/1.1 200 Tr\u00e8s bien'), result),
  odd('version', 'Says http/1.1 in small letters', withStatus('http/1.1 200 OK'), network),
  // What servers may read (RFC 9112, section 2.2), readers of responses may, too. The parsers of HTTP differ about each of
  // these four, and will not change.
  odd(
    'line-feeds',
    'Ends its lines with a line feed alone',
    good((text) => raw(head(`Content-Length: ${text.length}`).replaceAll('\r', ''), text)),
    resultOrNetwork,
  ),
  odd('folded', 'Continues a header on the next line', withHeaders('X-A: b\r\n c'), resultOrNetwork),
  odd('space', 'Has a space before the colon of a header', withHeaders('X-A : b'), resultOrNetwork),
  odd('nameless', 'Has a header without a name', withHeaders(': b'), resultOrNetwork),
  odd('nul', 'Has a NUL in a header', withHeaders('X-A: b\0c'), network),
  odd('letters', 'Has a header without a value, and one that is not ASCII', withHeaders('X-A:', 'X-B: \u00e9'), result),
  odd('headers', 'Has 90 headers', withHeaders(...Array.from({ length: 90 }, (_, at) => `X-${at}: a`)), result),
  odd('long', 'Has a header of 12,000 letters', withHeaders(`X-A: ${'a'.repeat(12_000)}`), result),
  odd(
    'charset',
    'Says that its UTF-8 is Latin-1',
    good((text) =>
      body(200, text.replace(/}$/, ',"x":"\u00e9"}'), { 'Content-Type': 'application/json; charset=iso-8859-1' }),
    ),
    result,
  ),
  // The fetch of Node.js takes it for a failure of the network.
  odd(
    'continue',
    'Sends 100 Continue, unasked',
    good((text) => raw('HTTP/1.1 100 Continue\r\n\r\n', head(`Content-Length: ${text.length}`), text)),
    resultOrNetwork,
  ),
  odd(
    'processing',
    'Sends 102 Processing',
    good((text) => raw('HTTP/1.1 102 Processing\r\n\r\n', head(`Content-Length: ${text.length}`), text)),
    result,
  ),
  // The JDK refuses a length beside a status without a body.
  odd('no-content', 'Succeeds with 204, and has a body', withStatus('HTTP/1.1 204 No'), {
    ...malformed,
    or: 'network',
  }),
  {
    id: 'http.unasked',
    title: 'Sends a second response with the first, which the next request must not get',
    respond: each(
      unasked(swapPage([1, 2], more(2)), swapPage([4], end), swapPage([3], end)),
      pages(swapPage([3], end)),
    ),
    call: swaps,
    outcome: { ...swapItems(1, 2, 3), or: 'network' },
    requests: 4,
  },
  number('point-end', '1.'),
  number('point-start', '.5'),
  number('plus', '+1'),
  number('minus', '-'),
  number('exponent', '1e'),
  number('hex', '0x1'),
  number('underscore', '1_0'),
  number('minus-zeros', '-01'),
];
