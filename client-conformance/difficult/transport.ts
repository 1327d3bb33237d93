/** Services that are slow, break off, never end, or do not use HTTP. */
import { body, cut, drip, each, good, head, json, more, pairs, raw, silent, swapPage } from './respond.ts';
import { failed, readOrder, readPairs, resetIndexes, result, type Scenario, swaps } from './scenario.ts';

const quick = { ...readPairs, timeout_ms: 500 };
const OK = 'HTTP/1.1 200 OK\r\n';
const interim = (count: number) => 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(count);

export const transport: readonly Scenario[] = [
  {
    ...{
      id: 'request.agent',
      title: 'Is to know which client calls, and its version',
      respond: pairs,
      call: readPairs,
    },
    ...{ outcome: result, requests: 1, sends: { 'user-agent': /^[\w-]+\/\d+\.\d+/ } },
  },
  {
    ...{ id: 'request.compression', title: 'May compress its response', respond: pairs, call: readPairs },
    ...{ outcome: result, requests: 1, sends: { 'accept-encoding': /\bgzip\b/ } },
  },
  {
    ...{ id: 'slow.silence', title: 'Accepts the connection and is silent', respond: silent },
    ...{ call: quick, outcome: failed('timeout'), requests: 3 },
  },
  {
    ...{ id: 'slow.header-lines', title: 'Sends a header line now and then, without end', call: quick },
    ...{ respond: drip(OK, (count) => `X-${count}: a\r\n`, 150), outcome: failed('timeout'), requests: 3 },
  },
  {
    ...{ id: 'slow.header-bytes', title: 'Sends a byte of a header now and then', call: quick },
    ...{ respond: drip(`${OK}X: `, 'a', 150), outcome: failed('timeout'), requests: 3 },
  },
  {
    ...{ id: 'slow.body', title: 'Sends a byte of the body now and then', call: quick },
    ...{ respond: drip(head('Content-Length: 100000'), ' ', 150), outcome: failed('timeout'), requests: 3 },
  },
  {
    ...{ id: 'slow.chunks', title: 'Sends a chunk now and then, without end', call: quick },
    ...{ respond: drip(head('Transfer-Encoding: chunked'), '1\r\n \r\n', 150) },
    ...{ outcome: failed('timeout'), requests: 3 },
  },
  {
    ...{ id: 'slow.interim', title: 'Sends an interim response now and then, without end', call: quick },
    ...{ respond: drip('', interim(1), 150), outcome: failed('timeout'), requests: 3 },
  },
  {
    ...{ id: 'slow.once', title: 'Is silent once, then responds', call: quick },
    ...{ respond: each(silent, pairs), outcome: result, requests: 2 },
  },
  {
    ...{ id: 'slow.error', title: 'Fails, and sends a byte of the body now and then', call: quick },
    ...{ respond: drip('HTTP/1.1 500 No\r\nConnection: close\r\n\r\n', 'x', 150) },
    ...{ outcome: failed('timeout'), requests: 3 },
  },
  {
    ...{ id: 'slow.turns', title: 'Is silent, then asks to wait, then responds', call: quick },
    ...{ respond: each(silent, body(503, '', { 'Retry-After': '0' }), pairs), outcome: result, requests: 3 },
  },
  {
    ...{ id: 'slow.page', title: 'Is silent at the second page of a list', call: swaps },
    ...{ respond: each((exchange) => json(200, swapPage([1], more(1))(exchange))(exchange), silent), seconds: 60 },
    ...{ outcome: failed('timeout'), requests: 4 },
  },
  {
    ...{ id: 'interim.error', title: 'Sends two interim responses before an error', call: readPairs, requests: 1 },
    ...{ respond: raw(interim(2), 'HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n'), outcome: failed('refused', 404) },
  },
  {
    ...{ id: 'interim.unknown', title: 'Sends an interim response of an unknown status', call: readPairs, requests: 1 },
    ...{ respond: good((text) => raw('HTTP/1.1 199 Odd\r\n\r\n', head(`Content-Length: ${text.length}`), text)) },
    ...{ outcome: result },
  },
  {
    // What follows is another protocol: reading it never ends. Some HTTP clients take it for a failure of the network.
    ...{ id: 'interim.switching', title: 'Switches to another protocol, unasked, and is silent', call: quick },
    ...{ respond: raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: own\r\nConnection: upgrade\r\n\r\n') },
    ...{ outcome: { ...failed('refused', 101), or: ['network', 'timeout'] }, requests: 3 },
  },
  {
    ...{ id: 'interim.five', title: 'Sends five interim responses before the response', call: readPairs, requests: 1 },
    ...{ respond: good((text) => raw(interim(5), head(`Content-Length: ${text.length}`), text)), outcome: result },
  },
  {
    ...{ id: 'broken.body', title: 'Closes the connection in the middle of a body', call: readPairs },
    ...{ respond: cut(`${head('Content-Length: 1000')}{"ts":1`), outcome: failed('network'), requests: 3 },
  },
  {
    ...{ id: 'broken.chunk', title: 'Closes the connection in the middle of a chunked body', call: readPairs },
    ...{ respond: cut(`${head('Transfer-Encoding: chunked')}7\r\n{"ts":1`), outcome: failed('network'), requests: 3 },
  },
  {
    ...{ id: 'broken.reset', title: 'Resets the connection in the middle of a body', call: readPairs },
    ...{ respond: cut(`${head('Content-Length: 1000')}{"ts":1`, 'reset'), outcome: failed('network'), requests: 3 },
  },
  {
    ...{ id: 'broken.reset-headers', title: 'Resets the connection in the middle of the headers', call: readPairs },
    ...{ respond: cut(`${OK}Content-Ty`, 'reset'), outcome: failed('network'), requests: 3 },
  },
  {
    // The JDK sends a GET again by itself: two requests for each attempt.
    ...{ id: 'broken.empty', title: 'Closes the connection without a response', call: readPairs, respond: cut('') },
    ...{ outcome: failed('network'), requests: 6 },
  },
  {
    ...{ id: 'broken.post', title: 'Closes the connection without a response to a POST', call: resetIndexes },
    ...{ respond: cut(''), secrets: { app_id: 'app', app_secret: 'app-secret-3' } },
    ...{ outcome: failed('network'), requests: 1 },
  },
  {
    ...{ id: 'broken.endless-header', title: 'Sends a header without an end', call: readPairs, seconds: 45 },
    ...{ respond: drip(`${OK}X: `, 'a'.repeat(2 ** 18), 0) },
    ...{ outcome: { ...failed('network'), or: 'timeout' }, requests: 3 },
  },
  {
    ...{ id: 'broken.endless-line', title: 'Sends a status line without an end', call: readPairs, seconds: 45 },
    ...{ respond: drip('', 'a'.repeat(2 ** 18), 0), outcome: { ...failed('network'), or: 'timeout' }, requests: 3 },
  },
  {
    ...{ id: 'broken.once', title: 'Breaks off once, then responds', call: readPairs },
    ...{ respond: each(cut(`${head('Content-Length: 1000')}{"ts":1`), pairs), outcome: result, requests: 2 },
  },
  {
    ...{ id: 'broken.not-http', title: 'Does not speak HTTP', call: { ...readPairs, timeout_ms: 1_500 } },
    ...{ respond: cut('SSH-2.0-OpenSSH_9.6\r\n'), outcome: failed('network'), requests: 3 },
  },
  {
    ...{ id: 'broken.tls', title: 'Speaks HTTP where the base URL says https', call: readPairs, respond: pairs },
    ...{ address: (origin: string, name: string) => `${origin.replace('http:', 'https:')}/${name}` },
    ...{ outcome: failed('network'), requests: 0 },
  },
  {
    ...{ id: 'address.ipv6', title: 'Has an IPv6 address', call: readPairs, respond: pairs, requests: 1 },
    ...{
      address: (origin: string, name: string) => `${origin.replace('127.0.0.1', '[::1]')}/${name}`,
      outcome: result,
    },
  },
  {
    ...{ id: 'address.capitals', title: 'Has a base URL with its scheme in capitals', call: readPairs, respond: pairs },
    ...{ address: (origin: string, name: string) => `${origin.replace('http', 'HTTP')}/${name}` },
    ...{ outcome: result, requests: 1 },
  },
  {
    ...{ id: 'address.closed', title: 'Has an address where nothing listens', call: readPairs, respond: pairs },
    ...{ address: (_: string, name: string) => `http://127.0.0.1:1/${name}`, outcome: failed('network'), requests: 0 },
  },
  {
    ...{ id: 'address.slashes', title: 'Has a base URL with slashes at the end', call: readPairs, respond: pairs },
    ...{ address: (origin: string, name: string) => `${origin}/${name}//`, outcome: result, requests: 1 },
  },
  {
    ...{ id: 'slow.signed-in', title: 'Is slow to a call with a token', call: { ...readOrder, timeout_ms: 500 } },
    ...{ respond: silent, secrets: { token: 'eyJzZWNyZXQiOjF9.slow-secret' }, outcome: failed('timeout'), requests: 3 },
  },
];
