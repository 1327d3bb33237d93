/** Requests a token of the wallet network from the user: OAuth with PKCE (RFC 6749, RFC 7636). */

import { createHash } from 'node:crypto';
import { bodyOf, type Fault, isObject, type Request } from '@wallet-services/conformance/testing/clients';
import type { Problem } from '../judge/problem.ts';
import type { AuthorizeCommand } from '../protocol.ts';
import type { Watched } from '../watcher.ts';
import { failedSomehow, requestCount, understoodAnswer } from './expect.ts';
import { signedIn } from './sign-in.ts';
import { type Outcome, plainStep, type Step } from './step.ts';

const METHOD_A = 'document 1, Client-side sign-in';

const AUTHORIZE = 'GET /wallet/oauth/authorize';
const TOKEN = 'POST /wallet/oauth/token';

/** An application of the reference server, and one of its users. */
const command: AuthorizeCommand = {
  do: 'authorize',
  client_id: '1f8a2b3c-4d5e-4f60-8a7b-9c0d1e2f3a4b',
  redirect_uri: 'http://localhost:3000/sign-in',
  scopes: ['PROFILE:READ', 'ASSETS:READ'],
};
const USER = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';

/** The user answers at once, instead of on a page in a browser. */
function answering(decision: 'approve' | 'deny', change: (back: URL) => void = () => undefined): Fault {
  return async (request, next) => {
    if (`${request.method} ${request.path}` !== AUTHORIZE) return next(request);
    const form = new URLSearchParams([...request.query, ['user_id', USER], ['decision', decision]]);
    const headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' };
    const posted: Request = { ...request, method: 'POST', query: new URLSearchParams(), headers, body: `${form}` };
    const reply = await next(posted);
    const location = reply.kind === 'reply' ? reply.headers?.['location'] : undefined;
    if (reply.kind !== 'reply' || location === undefined) return reply;
    const back = new URL(location);
    change(back);
    return { ...reply, headers: { ...reply.headers, location: back.href } };
  };
}

function requested({ all }: Outcome, what: string): Watched | undefined {
  return all.findLast(({ request }) => `${request.method} ${request.path}` === what);
}

function expected(name: string, wanted: string, actual: string | null | undefined, isRight = actual === wanted) {
  return isRight ? [] : [{ expected: `${name} ${wanted}`, actual: actual ?? 'none' }];
}

/** The request to the user, and its protection. */
function authorizationProblems(outcome: Outcome): readonly Problem[] {
  const request = requested(outcome, AUTHORIZE)?.request;
  if (request === undefined) return [{ expected: AUTHORIZE, actual: 'not asked' }];
  const { query } = request;
  const challenge = query.get('code_challenge');
  return [
    ...expected('client_id', command.client_id, query.get('client_id')),
    ...expected('redirect_uri', command.redirect_uri, query.get('redirect_uri')),
    ...expected('scope', command.scopes.join(' '), query.get('scope')),
    ...expected('response_type', 'code', query.get('response_type')),
    ...expected('code_challenge_method', 'S256', query.get('code_challenge_method')),
    ...expected('code_challenge', 'of 43 characters', challenge, /^[\w-]{43}$/.test(challenge ?? '')),
    ...expected('state', 'that cannot be guessed', query.get('state'), (query.get('state') ?? '').length >= 8),
  ];
}

function fieldsOf({ request }: Watched): Readonly<Record<string, unknown>> {
  const json = bodyOf(request);
  return isObject(json) ? json : Object.fromEntries(new URLSearchParams(request.body));
}

/** The code is exchanged by the client that requested it, and without a secret. */
function exchangeProblems(outcome: Outcome): readonly Problem[] {
  const exchange = requested(outcome, TOKEN);
  if (exchange === undefined) return [{ expected: TOKEN, actual: 'not asked' }];
  const { code_verifier: verifier, client_secret: secret } = fieldsOf(exchange);
  const challenge = requested(outcome, AUTHORIZE)?.request.query.get('code_challenge');
  const made = createHash('sha256').update(String(verifier)).digest('base64url');
  return [
    ...(made === challenge
      ? []
      : [{ expected: 'the code_verifier for the code_challenge', actual: 'another, or none' }]),
    ...(secret === undefined ? [] : [{ expected: 'no client_secret', actual: 'one' }]),
  ];
}

/** Nothing is exchanged, and the caller gets an error. */
function stoppedProblems(outcome: Outcome): readonly Problem[] {
  const exchange = requested(outcome, TOKEN);
  const extra = exchange === undefined ? [] : [{ expected: `no ${TOKEN}`, actual: 'one' }];
  return [...failedSomehow(outcome), ...extra];
}

export const oauthSteps: readonly Step[] = [
  plainStep('sign-in.oauth', 'Asks the user with PKCE, exchanges the code, and signs in to comment with the token', {
    source: METHOD_A,
    command,
    fault: () => answering('approve'),
    expect: [authorizationProblems, exchangeProblems, signedIn('mixin_token'), requestCount(1), understoodAnswer],
  }),
  plainStep('sign-in.oauth-denied', 'Reports that the user did not approve, and exchanges nothing', {
    source: METHOD_A,
    command,
    fault: () => answering('deny'),
    expect: [stoppedProblems],
  }),
  plainStep('sign-in.oauth-state', 'Refuses a code that comes back with another state', {
    command,
    fault: () => answering('approve', (back) => back.searchParams.set('state', 'of-another-request')),
    expect: [stoppedProblems],
  }),
];
