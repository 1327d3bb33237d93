/** Wrong clients, which must be detected. */
import { signToken, type TokenOptions } from '@wallet-services/conformance/testing/clients';
import type { ClientSuite } from '../suite.ts';
import {
  addressed,
  answeredWith,
  bodied,
  DECIMAL,
  followedRedirects,
  headersOf,
  read,
  repeatedWrites,
  resent,
  stubborn,
  type WrongClient,
  without,
  withQuery,
  wrong,
} from './change.ts';
import { wrongWithDifficulties } from './difficult.ts';

/**
 * Wrong clients: each of the steps must fail.
 * @param suite called when a client is tested, and not before
 */
export function wrongClients(suite: () => ClientSuite): readonly WrongClient[] {
  const signed = (options?: TokenOptions) => `Bearer ${signToken(suite().keystore, options)}`;
  return [
    wrong('sends a number for a decimal', 'inputs.decimal', 'body/amount as documented', {
      fetch: bodied((body) => ({ ...body, amount: Number(body['amount']) })),
    }),
    wrong('sends the digits of a float', 'inputs.decimal', '"90071992547409936.00000000" (string)', {
      fetch: bodied((body) => ({ ...body, amount: Number(body['amount']).toFixed(8) })),
    }),
    wrong('drops nanoseconds', 'inputs.time', 'offset in the query', {
      fetch: addressed((url) => url.replace(/(\.\d{3})\d+(?=Z|%)/, '$1')),
    }),
    wrong('sends null for what it was not given', 'inputs.body-left-out', 'null at /amount', {
      fetch: bodied((body) => ({ ...body, amount: null })),
    }),
    wrong('leaves out 0', 'inputs.body-zero', '0 (number) at /bot_override/temperature', {
      fetch: bodied((body) => without(body, (value) => value === 0)),
    }),
    wrong('leaves out the empty text', 'inputs.body-zero', '"" (string) at /bot_override/boundary_prompt', {
      fetch: bodied((body) => without(body, (value) => value === '')),
    }),
    wrong('does not encode a slash in a path', 'inputs.path-encoding', 'a documented operation of assistant', {
      fetch: addressed((url) => url.replace('%2F', '/')),
    }),
    wrong('does not encode a plus in a query', 'inputs.query-encoding', 'keywords in the query', {
      fetch: addressed((url) => url.replace('%2B', '+')),
    }),
    wrong('sends the text undefined', 'inputs.query-left-out', 'no broker_id in the query', {
      fetch: addressed((url) => withQuery(url, 'broker_id=undefined')),
    }),
    wrong('sends what no document names', 'inputs.none', 'only documented query parameters', {
      fetch: addressed((url) => withQuery(url, '_=1')),
    }),
    wrong('leaves out a header', 'inputs.site-header', 'no X-COMMENT-SITE-SLUG in the headers', {
      fetch: (url, init, next) => {
        const headers = headersOf(init);
        headers.delete('x-comment-site-slug');
        return next(url, { ...init, headers });
      },
    }),
    wrong('calls a body text', 'inputs.body-text', 'Content-Type application/json', {
      fetch: resent(() => ({ 'content-type': 'text/plain' })),
    }),
    wrong('sends more requests than its command needs', 'inputs.none', 'requests of lending listMarkets only', {
      fetch: async (url, init, next) => {
        await next(url.replace('markets/all', 'transactions'), init);
        return next(url, init);
      },
    }),
    wrong('asks for what is no operation', 'inputs.none', 'a documented operation of lending', {
      fetch: addressed((url) => url.replace('/api/v1', '')),
    }),
    wrong('reads decimals as floats', ['answers.decimal', 'answers.negative'], '(string) at /data/', {
      line: read((text) => (DECIMAL.test(text) ? String(Number(text)) : text)),
    }),
    wrong('reads times to the millisecond', 'answers.time', '(string) at /0/created_at', {
      line: read((text) => (/^\d{4}-.*T/.test(text) ? new Date(text).toISOString() : text)),
    }),
    wrong('reads an id that is text as a number', 'answers.id-as-text', '(number)', {
      line: read((text) => (/^\d+$/.test(text) ? Number(text) : text)),
    }),
    wrong('stumbles over members that it does not know', 'answers.unknown-members', 'the error malformed', {
      fetch: (url, init, next) =>
        answeredWith(next(url, init), (json) => (json.includes('x_unheard_of') ? 'no' : json)),
    }),
    wrong('takes tokens for an hour', 'sign-in.keystore', 'exp 600 s after iat', {
      fetch: resent(() => ({ authorization: signed({ lifetime: 3_600_000 }) })),
    }),
    wrong('signs another request than GET /me', 'sign-in.keystore', 'status 401', {
      fetch: resent(() => ({ authorization: signed({ path: '/vats' }) })),
    }),
    wrong('sends the refused token again', 'sign-in.renew', 'a new token after a 401', {
      fetch: stubborn(),
    }),
    wrong('does not tell a 401', 'sign-in.renew-once', 'the error refused 401', {
      line: () => ({ ok: true, result: null }),
    }),
    wrong('goes to comment with a token of the network', 'sign-in.network-token', 'a token of the wallet network', {
      fetch: resent((_, url) => (url.endsWith('/me') ? { authorization: signed() } : {})),
    }),
    wrong('signs in with another account', 'sign-in.signed-message', 'a message of the account', {
      variables: { CHECK_ACCOUNT_KEY: '11'.repeat(32) },
    }),
    wrong('signs a message for another domain', 'sign-in.signed-message', 'a sign-in that the service accepts', {
      variables: { CHECK_DOMAIN: 'elsewhere.example.org' },
    }),
    wrong('sends the refused token of comment again', 'sign-in.again', 'a new token after a 401', {
      fetch: stubborn(),
    }),
    wrong('leaks the secret in a query', 'sign-in.app-id', "it contains the application's secret", {
      fetch: addressed((url) => withQuery(url, `secret=${suite().appSecret}`)),
    }),
    wrong('sends the secret with everything', 'sign-in.app-id', "it contains the application's secret", {
      fetch: resent(() => ({ 'x-assistant-secret': suite().appSecret })),
    }),
    wrong('sends its private key', 'sign-in.keystore', 'it contains a private key', {
      fetch: resent(() => ({ 'x-key': Buffer.from(suite().keystore.privateKey, 'base64url').toString('hex') })),
    }),
    wrong('puts the token into the query too', 'sign-in.keystore', 'it contains a token in the address', {
      fetch: (url, init, next) =>
        next(withQuery(url, `token=${headersOf(init).get('authorization')?.replace('Bearer ', '')}`), init),
    }),
    wrong('carries its token along a redirect', 'sign-in.redirect', 'GET /elsewhere', {
      fetch: followedRedirects,
    }),
    wrong('never stops paging', 'lists.last-page', '2 requests', {
      fetch: (url, init, next) =>
        answeredWith(next(url, init), (json) => json.replace('"has_next":false', '"has_next":true')),
    }),
    wrong('stops at an empty page', 'lists.empty-page', '2 to 3 requests', {
      fetch: (url, init, next) =>
        answeredWith(next(url, init), (json) =>
          json.includes('"transactions":[]') ? json.replace('"has_next":true', '"has_next":false') : json,
        ),
    }),
    wrong('takes a cursor for a number', 'lists.cursor-digits', '"9007199254740992"', {
      fetch: addressed((url) => url.replace(/cursor=(\d+)/, (_, digits) => `cursor=${Number(digits)}`)),
    }),
    wrong('forgets the length of a page', 'lists.cursor', 'no limit in the query', {
      fetch: addressed((url) => (url.includes('cursor') ? url.replace(/limit=\d+&/, '') : url)),
    }),
    wrong('counts pages and not rows', 'lists.rows', 'offset in the query: "10"', {
      fetch: addressed((url) => url.replace(/offset=(\d+)0/, 'offset=$1')),
    }),
    wrong('gives an item of a list twice', 'lists.times', '100 items', {
      line: (line) =>
        'ok' in line && line.ok && Array.isArray(line.result)
          ? { ok: true, result: [line.result[0], ...line.result] }
          : line,
    }),
    wrong('shows its challenge in the clear', 'sign-in.oauth', 'code_challenge_method S256: plain', {
      fetch: addressed((url) => url.replace('challenge_method=S256', 'challenge_method=plain')),
    }),
    wrong('asks without PKCE', 'sign-in.oauth', 'code_challenge of 43 characters: none', {
      fetch: addressed((url) => url.replace(/code_challenge=[^&]*&/, '')),
    }),
    wrong('separates scopes by commas', 'sign-in.oauth', 'scope PROFILE:READ ASSETS:READ: PROFILE:READ,ASSETS:READ', {
      fetch: addressed((url) => url.replace('READ+ASSETS', 'READ%2CASSETS')),
    }),
    wrong('asks without a state', 'sign-in.oauth', 'state that cannot be guessed: none', {
      fetch: addressed((url) => url.replace(/state=[^&]*&/, '')),
    }),
    wrong('passes over what comes back', ['sign-in.oauth-denied', 'sign-in.oauth-state'], 'an error: a result', {
      line: () => ({ ok: true, result: {} }),
    }),
    wrong('reads bytes as text', 'rpc.time', 'at /data/0/data', {
      line: read((text) => (text.startsWith('eyJ') ? Buffer.from(text, 'base64').toString() : text)),
    }),
    wrong('reads 64-bit integers as numbers, to the nearest one', 'rpc.time', 'at /data/0/id', {
      line: read((text) => (/^\d{5}$/.test(text) ? '49000' : text)),
    }),
    wrong('asks again and again instead of waiting', 'turns.wait', 'block_until_response=true in the query', {
      fetch: addressed((url) => url.replace('block_until_response=true', 'block_until_response=false')),
    }),
    wrong('repeats a POST', 'failures.no-repeat-write', '1 request', { fetch: repeatedWrites }),
    wrong('repeats a POST whose answer broke off', 'failures.no-repeat-cut', '1 request', {
      fetch: (url, init, next) =>
        next(url, init)
          .then((answer) => answeredWith(Promise.resolve(answer), String))
          .catch(() => next(url, init)),
    }),
    wrong('does not give up', 'failures.repeat-ends', '1 to 10 requests', {
      fetch: async (url, init, next) => {
        for (let times = 0; times < 10; times += 1) await next(url, init);
        return next(url, init);
      },
    }),
    wrong('takes a refusal for an answer', ['failures.refused', 'failures.refused-body'], 'the error refused 40', {
      line: () => ({ ok: true, result: {} }),
    }),
    wrong('takes a page for an answer', ['failures.not-json', 'failures.cut'], 'an error', {
      line: () => ({ ok: true, result: null }),
    }),
    wrong('does not say why it has no answer', ['failures.timeout', 'failures.abort'], 'something went wrong', {
      line: () => ({ ok: false, error: { kind: 'other', message: 'something went wrong' } }),
    }),
    ...wrongWithDifficulties,
  ];
}
