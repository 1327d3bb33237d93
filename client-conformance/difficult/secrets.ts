/** Secrets, and where they must not be sent: along redirects, into errors, into other paths. */
import { json, pairs, redirect } from './respond.ts';
import { deleteIndex, failed, readOrder, readPairs, resetIndexes, type Scenario } from './scenario.ts';

const token = { token: 'eyJzZWNyZXQiOjN9.token-secret' };
const application = { app_id: 'the-application', app_secret: 'app-secret-2' };
const invalid = failed('invalid');

function redirected(status: number, what: 'token' | 'secret', ownHttp?: true): Scenario {
  return {
    id: `redirect.${status}-${what}${ownHttp ? '-own-client' : ''}`,
    title: `Redirects a call with a ${what} to another host with ${status}${ownHttp ? ", the user's HTTP client follows" : ''}`,
    ...{ respond: redirect(status), requests: 1 },
    // A client that cannot stop the user's HTTP client from following redirects rejects it.
    outcome: { ...failed('refused', status), ...(ownHttp ? { or: 'invalid' } : {}) },
    ...(what === 'token' ? { call: readOrder, secrets: token } : { call: resetIndexes, secrets: application }),
    ...(ownHttp ? { ownHttp } : {}),
  };
}

function addressed(id: string, title: string, address: (origin: string, name: string) => string): Scenario {
  return {
    ...{ id: `address.${id}`, title, address, respond: pairs, call: readPairs, outcome: invalid, requests: 0 },
    secrets: { token: 'pass-word-1' },
  };
}

function unsent(id: string, title: string, secret: string): Scenario {
  return {
    ...{ id: `credential.${id}`, title, respond: pairs, call: readOrder, secrets: { token: secret } },
    ...{ outcome: invalid, requests: 0 },
  };
}

function path(id: string, object_id: string): Scenario {
  return {
    ...{ id: `path.${id}`, title: `Is asked to delete ${JSON.stringify(object_id)}`, respond: json(200, {}) },
    ...{ call: deleteIndex(object_id), secrets: application, outcome: invalid, requests: 0 },
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
  unsent('line-break', 'Is called with a token that ends with a line break', 'eyJzZWNyZXQiOjR9.broken-secret\n'),
  unsent('lines', 'Is called with a token of two lines', 'eyJzZWNyZXQiOjV9\r\nX-Injected: second-secret'),
  path('empty', ''),
  path('dot', '.'),
  path('dots', '..'),
  {
    ...{
      id: 'error.echo',
      title: 'Repeats the token in its error message',
      call: readOrder,
      secrets: token,
      requests: 1,
    },
    respond: (exchange) =>
      json(400, { code: 400, msg: `bad token ${exchange.request.headers.authorization}` })(exchange),
    outcome: failed('refused', 400),
  },
  {
    ...{ id: 'error.echo-secret', title: 'Repeats the secret of an application in its error message', requests: 1 },
    ...{ call: resetIndexes, secrets: application, outcome: failed('refused', 403) },
    respond: (exchange) =>
      json(403, { code: 403, msg: `no ${exchange.request.headers['x-assistant-secret']}` })(exchange),
  },
];
