/** Secrets, and where they must not be sent: along redirects, into errors, into other paths. */
import { body, cut, each, json, pairs, raw, redirect } from './respond.ts';
import {
  deleteIndex,
  type Exchange,
  failed,
  type Outcome,
  type Respond,
  readOrder,
  readPairs,
  resetIndexes,
  result,
  type Scenario,
} from './scenario.ts';

const token = { token: 'eyJzZWNyZXQiOjN9.token-secret' };
const application = { app_id: 'the-application', app_secret: 'app-secret-2' };
const invalid = failed('invalid');

function redirected(status: number, what: 'token' | 'secret', ownHttp?: true): Scenario {
  return {
    id: `redirect.${status}-${what}${ownHttp ? '-own-client' : ''}`,
    title: `Redirects a call with a ${what} to another host with ${status}${ownHttp ? ", the user's HTTP client follows" : ''}`,
    respond: redirect(status),
    requests: 1,
    // A client that cannot stop the user's HTTP client from following redirects rejects it.
    outcome: { ...failed('refused', status), ...(ownHttp ? { or: 'invalid' } : {}) },
    ...(what === 'token' ? { call: readOrder, secrets: token } : { call: resetIndexes, secrets: application }),
    ...(ownHttp ? { ownHttp } : {}),
  };
}

const tokenOf = ({ request }: Exchange) => String(request.headers.authorization);

/** Repeats the token where a parser of HTTP complains. */
function repeated(
  id: string,
  title: string,
  response: (token: string) => string,
  outcome: Outcome = failed('network'),
): Scenario {
  return {
    id: `error.${id}`,
    title: `Repeats the token in ${title}`,
    call: readOrder,
    secrets: token,
    requests: 3,
    respond: (exchange) => cut(response(tokenOf(exchange)))(exchange),
    outcome,
  };
}

/** An order whose members are written in another way. */
function order({ samples }: Exchange, members: object): object {
  const { id, created_at } = samples.swap;
  const ids = { id, user_id: id, pay_asset_id: id, fill_asset_id: id };
  const amounts = { pay_amount: '1', fill_amount: '1', min_amount: '1' };
  return { ...ids, ...amounts, created_at, state: 'Done', routes: '', route_assets: [], transactions: [], ...members };
}

/** Repeats the token within an answer that HTTP allows. */
function within(id: string, title: string, respond: Respond, outcome: Outcome): Scenario {
  const call = { call: readOrder, secrets: token, requests: 1 };
  return { ...call, id: `error.${id}`, title: `Repeats the token ${title}`, respond, outcome };
}

/** Repeats the token in an order that succeeds: TypeScript, and Go for a time, keep any text. */
const inOrder = (id: string, title: string, members: (token: string) => object): Scenario =>
  within(id, title, (exchange) => json(200, { ts: 1, data: order(exchange, members(tokenOf(exchange))) })(exchange), {
    ...failed('malformed'),
    or: 'result',
  });

/** Redirects a call with a token in a way of its own. */
function strange(id: string, title: string, respond: Respond, outcome: Outcome, requests = 1): Scenario {
  return { id: `redirect.${id}`, title, respond, call: readOrder, secrets: token, outcome, requests };
}

function located(status: number, location?: (exchange: Exchange) => string): Respond {
  return (exchange) => void exchange.response.writeHead(status, location && { Location: location(exchange) }).end();
}

function addressed(id: string, title: string, address: (origin: string, name: string) => string): Scenario {
  return {
    id: `address.${id}`,
    title,
    address,
    respond: pairs,
    call: readPairs,
    outcome: invalid,
    requests: 0,
    secrets: { token: 'pass-word-1' },
  };
}

function unsent(id: string, title: string, secret: string): Scenario {
  return {
    id: `credential.${id}`,
    title,
    respond: pairs,
    call: readOrder,
    secrets: { token: secret },
    outcome: invalid,
    requests: 0,
  };
}

function path(id: string, object_id: string): Scenario {
  return {
    id: `path.${id}`,
    title: `Is asked to delete ${JSON.stringify(object_id)}`,
    respond: json(200, {}),
    call: deleteIndex(object_id),
    secrets: application,
    outcome: invalid,
    requests: 0,
  };
}

export const secrets: readonly Scenario[] = [
  ...[301, 302, 303, 307, 308].flatMap((status) => [redirected(status, 'token'), redirected(status, 'secret')]),
  ...(['token', 'secret'] as const).flatMap((what) => [redirected(302, what, true), redirected(307, what, true)]),
  addressed('query', 'Has a base URL with a query', (origin, name) => `${origin}/${name}?key=1`),
  addressed('fragment', 'Has a base URL with a fragment', (origin, name) => `${origin}/${name}#top`),
  addressed(
    'password',
    'Has a base URL with a password',
    (origin, name) => `${origin.replace('//', '//user:pass-word-1@')}/${name}`,
  ),
  addressed('line-break', 'Has a base URL with a line break', (origin, name) => `${origin}/${name}\n`),
  addressed('no-host', 'Has a base URL without a host', () => 'http:///swap'),
  addressed('scheme', 'Has a base URL that is not HTTP', (origin, name) => `${origin.replace('http', 'ftp')}/${name}`),
  addressed(
    'port',
    'Has a base URL with a port beyond 65535',
    (origin, name) => `${origin.replace(/:\d+$/, ':99999')}/${name}`,
  ),
  addressed('bracket', 'Has a base URL with half of an IPv6 address', (_, name) => `http://[::1/${name}`),
  addressed('escape', 'Has a base URL with an escape that is none', (origin, name) => `${origin}/%zz/${name}`),
  strange('no-location', 'Redirects without saying where', located(302), failed('refused', 302)),
  // httpx reads the address even where it does not follow it.
  strange(
    'bad-location',
    'Redirects to what is no address, and repeats the token in it',
    located(302, (exchange) => `http://[::1/${tokenOf(exchange)}`),
    { ...failed('refused', 302), or: 'malformed' },
  ),
  strange(
    'same-host',
    'Redirects to another path of the same host',
    located(307, ({ request }) => `${request.url}/2`),
    failed('refused', 307),
  ),
  strange(
    'file',
    'Redirects to a file',
    located(302, () => 'file:///etc/passwd'),
    failed('refused', 302),
  ),
  strange('choices', 'Offers another host (300)', redirect(300), failed('refused', 300)),
  strange(
    'later',
    'Asks to wait, then redirects to another host',
    each(body(503, '', { 'Retry-After': '0' }), redirect(307)),
    failed('refused', 307),
    2,
  ),
  repeated('first-line', 'place of a status line', (text) => `${text}\r\n\r\n`),
  repeated('status', 'a status line without a status', (text) => `HTTP/1.1 2x0 ${text}\r\n\r\n`),
  // The JDK skips the header; what follows is no JSON.
  repeated('header', 'a header without a colon', (text) => `HTTP/1.1 200 OK\r\nX Y ${text}\r\n\r\nx`, {
    ...failed('network'),
    or: 'malformed',
  }),
  repeated('folded', 'a header that continues none', (text) => `HTTP/1.1 200 OK\r\n ${text}: x\r\n\r\nx`),
  repeated(
    'chunk',
    'the length of a chunk',
    (text) => `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${text}\r\n`,
  ),
  repeated('length', 'Content-Length', (text) => `HTTP/1.1 200 OK\r\nContent-Length: ${text}\r\n\r\nx`),
  {
    id: 'error.body',
    title: 'Succeeds with the token, which is no JSON',
    call: readOrder,
    secrets: token,
    respond: (exchange) => body(200, tokenOf(exchange))(exchange),
    outcome: failed('malformed'),
    requests: 1,
  },
  within(
    'reason',
    'as the reason of its status',
    (exchange) => raw(`HTTP/1.1 400 ${tokenOf(exchange)}\r\nContent-Length: 2\r\n\r\n{}`)(exchange),
    failed('refused', 400),
  ),
  within(
    'page',
    'on a page',
    (exchange) => body(400, `<p>${tokenOf(exchange)}</p>`, { 'Content-Type': 'text/html' })(exchange),
    failed('refused', 400),
  ),
  within(
    'edge',
    'where a message gets too long',
    (exchange) => json(400, { code: 400, msg: `${'x'.repeat(270)}${tokenOf(exchange)}` })(exchange),
    failed('refused', 400),
  ),
  inOrder('amount', 'as an amount', (text) => ({ pay_amount: text })),
  inOrder('time', 'as a time', (text) => ({ created_at: text })),
  inOrder('list', 'in place of a list', (text) => ({ transactions: text })),
  within(
    'name',
    'as the name of a number that is too long',
    (exchange) => body(200, `{"ts":1,"data":{"${tokenOf(exchange)}":${'9'.repeat(20)},"id":5}}`)(exchange),
    failed('malformed'),
  ),
  unsent('letters', 'Is called with a token that is not ASCII', 'eyJzZWNyZXQiOjZ9.letters-s\u00e9cret'),
  unsent('emoji', 'Is called with a token that no byte can carry', 'eyJzZWNyZXQiOjd9.emoji-secret-\u{1f600}'),
  unsent('nul', 'Is called with a token with a NUL', 'eyJzZWNyZXQiOjh9\0nul-secret'),
  unsent('space', 'Is called with a token that begins with a space', ' eyJzZWNyZXQiOjl9.space-secret'),
  {
    id: 'credential.application',
    title: 'Is called with the secret of an application that is not ASCII',
    respond: pairs,
    call: resetIndexes,
    secrets: { app_id: 'the-application', app_secret: 'app-s\u00e9cret-4' },
    outcome: invalid,
    requests: 0,
  },
  {
    id: 'path.escape',
    title: 'Is asked to delete "%2e%2e"',
    call: deleteIndex('%2e%2e'),
    secrets: application,
    respond: ({ request, ...exchange }) =>
      json(request.url?.endsWith('/%252e%252e') ? 200 : 400, { ts: 1, data: {} })({ request, ...exchange }),
    outcome: result,
    requests: 1,
  },
  unsent('line-break', 'Is called with a token that ends with a line break', 'eyJzZWNyZXQiOjR9.broken-secret\n'),
  unsent('lines', 'Is called with a token of two lines', 'eyJzZWNyZXQiOjV9\r\nX-Injected: second-secret'),
  path('empty', ''),
  path('dot', '.'),
  path('dots', '..'),
  {
    id: 'error.echo',
    title: 'Repeats the token in its error message',
    call: readOrder,
    secrets: token,
    requests: 1,
    respond: (exchange) =>
      json(400, { code: 400, msg: `bad token ${exchange.request.headers.authorization}` })(exchange),
    outcome: failed('refused', 400),
  },
  {
    id: 'error.echo-secret',
    title: 'Repeats the secret of an application in its error message',
    requests: 1,
    call: resetIndexes,
    secrets: application,
    outcome: failed('refused', 403),
    respond: (exchange) =>
      json(403, { code: 403, msg: `no ${exchange.request.headers['x-assistant-secret']}` })(exchange),
  },
];
