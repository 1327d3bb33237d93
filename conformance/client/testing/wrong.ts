/** Wrong clients, which must be found out. */
import { signToken, type TokenOptions } from '../../sign-in/token.ts';
import type { Scene } from '../scene.ts';
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
} from './change.ts';

/**
 * Wrong clients: each of the steps must fail.
 *
 * @param scene asked when a client is tried, and not before
 */
export function wrongClients(scene: () => Scene): readonly WrongClient[] {
  const signed = (options?: TokenOptions) => `Bearer ${signToken(scene().keystore, options)}`;
  return [
    {
      name: 'sends a number for a decimal',
      steps: ['inputs.decimal'],
      finds: 'body/amount as documented',
      fetch: bodied((body) => ({ ...body, amount: Number(body['amount']) })),
    },
    {
      name: 'sends the digits of a float',
      steps: ['inputs.decimal'],
      finds: '"90071992547409936.00000000" (string)',
      fetch: bodied((body) => ({ ...body, amount: Number(body['amount']).toFixed(8) })),
    },
    {
      name: 'drops nanoseconds',
      steps: ['inputs.time'],
      finds: 'offset in the query',
      fetch: addressed((url) => url.replace(/(\.\d{3})\d+(?=Z|%)/, '$1')),
    },
    {
      name: 'sends null for what it was not given',
      steps: ['inputs.body-left-out'],
      finds: 'null at /amount',
      fetch: bodied((body) => ({ ...body, amount: null })),
    },
    {
      name: 'leaves out 0',
      steps: ['inputs.body-zero'],
      finds: '0 (number) at /bot_override/temperature',
      fetch: bodied((body) => without(body, (value) => value === 0)),
    },
    {
      name: 'leaves out the empty text',
      steps: ['inputs.body-zero'],
      finds: '"" (string) at /bot_override/boundary_prompt',
      fetch: bodied((body) => without(body, (value) => value === '')),
    },
    {
      name: 'does not encode a slash in a path',
      steps: ['inputs.path-encoding'],
      finds: 'a documented operation of assistant',
      fetch: addressed((url) => url.replace('%2F', '/')),
    },
    {
      name: 'does not encode a plus in a query',
      steps: ['inputs.query-encoding'],
      finds: 'keywords in the query',
      fetch: addressed((url) => url.replace('%2B', '+')),
    },
    {
      name: 'sends the text undefined',
      steps: ['inputs.query-left-out'],
      finds: 'no broker_id in the query',
      fetch: addressed((url) => withQuery(url, 'broker_id=undefined')),
    },
    {
      name: 'sends what no document names',
      steps: ['inputs.none'],
      finds: 'only documented query parameters',
      fetch: addressed((url) => withQuery(url, '_=1')),
    },
    {
      name: 'leaves out a header',
      steps: ['inputs.site-header'],
      finds: 'no X-COMMENT-SITE-SLUG in the headers',
      fetch: (url, init, next) => {
        const headers = headersOf(init);
        headers.delete('x-comment-site-slug');
        return next(url, { ...init, headers });
      },
    },
    {
      name: 'calls a body text',
      steps: ['inputs.body-text'],
      finds: 'Content-Type application/json',
      fetch: resent(() => ({ 'content-type': 'text/plain' })),
    },
    {
      name: 'asks for more than it was told to',
      steps: ['inputs.none'],
      finds: 'requests of lending listMarkets only',
      fetch: async (url, init, next) => {
        await next(url.replace('markets/all', 'transactions'), init);
        return next(url, init);
      },
    },
    {
      name: 'asks for what is no operation',
      steps: ['inputs.none'],
      finds: 'a documented operation of lending',
      fetch: addressed((url) => url.replace('/api/v1', '')),
    },
    {
      name: 'reads decimals as floats',
      steps: ['answers.decimal', 'answers.negative'],
      finds: '(string) at /data/',
      line: read((text) => (DECIMAL.test(text) ? String(Number(text)) : text)),
    },
    {
      name: 'reads times to the millisecond',
      steps: ['answers.time'],
      finds: '(string) at /0/created_at',
      line: read((text) => (/^\d{4}-.*T/.test(text) ? new Date(text).toISOString() : text)),
    },
    {
      name: 'reads an id that is text as a number',
      steps: ['answers.id-as-text'],
      finds: '(number)',
      line: read((text) => (/^\d+$/.test(text) ? Number(text) : text)),
    },
    {
      name: 'stumbles over members that it does not know',
      steps: ['answers.unknown-members'],
      finds: 'the error malformed',
      fetch: (url, init, next) =>
        answeredWith(next(url, init), (json) => (json.includes('x_unheard_of') ? 'no' : json)),
    },
    {
      name: 'takes tokens for an hour',
      steps: ['sign-in.keystore'],
      finds: 'exp 600 s after iat',
      fetch: resent(() => ({ authorization: signed({ lifetime: 3_600_000 }) })),
    },
    {
      name: 'signs another request than GET /me',
      steps: ['sign-in.keystore'],
      finds: 'status 401',
      fetch: resent(() => ({ authorization: signed({ path: '/vats' }) })),
    },
    {
      name: 'sends the refused token again',
      steps: ['sign-in.renew'],
      finds: 'a new token after a 401',
      fetch: stubborn(),
    },
    {
      name: 'does not tell a 401',
      steps: ['sign-in.renew-once'],
      finds: 'the error refused 401',
      line: () => ({ ok: true, result: null }),
    },
    {
      name: 'goes to comment with a token of the network',
      steps: ['sign-in.network-token'],
      finds: 'a token of the wallet network',
      fetch: resent((_, url) => (url.endsWith('/me') ? { authorization: signed() } : {})),
    },
    {
      name: 'signs in with another account',
      steps: ['sign-in.signed-message'],
      finds: 'a message of the account',
      variables: { CHECK_ACCOUNT_KEY: '11'.repeat(32) },
    },
    {
      name: 'signs a message for another domain',
      steps: ['sign-in.signed-message'],
      finds: 'a sign-in that the service accepts',
      variables: { CHECK_DOMAIN: 'elsewhere.example.org' },
    },
    {
      name: 'sends the refused token of comment again',
      steps: ['sign-in.again'],
      finds: 'a new token after a 401',
      fetch: stubborn(),
    },
    {
      name: 'leaks the secret in a query',
      steps: ['sign-in.app-id'],
      finds: "it contains the application's secret",
      fetch: addressed((url) => withQuery(url, `secret=${scene().appSecret}`)),
    },
    {
      name: 'sends the secret with everything',
      steps: ['sign-in.app-id'],
      finds: "it contains the application's secret",
      fetch: resent(() => ({ 'x-assistant-secret': scene().appSecret })),
    },
    {
      name: 'sends its private key',
      steps: ['sign-in.keystore'],
      finds: 'it contains a private key',
      fetch: resent(() => ({ 'x-key': Buffer.from(scene().keystore.privateKey, 'base64url').toString('hex') })),
    },
    {
      name: 'puts the token into the query too',
      steps: ['sign-in.keystore'],
      finds: 'it contains a token in the address',
      fetch: (url, init, next) =>
        next(withQuery(url, `token=${headersOf(init).get('authorization')?.replace('Bearer ', '')}`), init),
    },
    {
      name: 'carries its token along a redirect',
      steps: ['sign-in.redirect'],
      finds: 'GET /elsewhere',
      fetch: followedRedirects,
    },
    {
      name: 'never stops paging',
      steps: ['lists.last-page'],
      finds: '2 requests',
      fetch: (url, init, next) =>
        answeredWith(next(url, init), (json) => json.replace('"has_next":false', '"has_next":true')),
    },
    {
      name: 'stops at an empty page',
      steps: ['lists.empty-page'],
      finds: '2 to 3 requests',
      fetch: (url, init, next) =>
        answeredWith(next(url, init), (json) =>
          json.includes('"transactions":[]') ? json.replace('"has_next":true', '"has_next":false') : json,
        ),
    },
    {
      name: 'takes a cursor for a number',
      steps: ['lists.cursor-digits'],
      finds: '"9007199254740992"',
      fetch: addressed((url) => url.replace(/cursor=(\d+)/, (_, digits) => `cursor=${Number(digits)}`)),
    },
    {
      name: 'forgets the length of a page',
      steps: ['lists.cursor'],
      finds: 'no limit in the query',
      fetch: addressed((url) => (url.includes('cursor') ? url.replace(/limit=\d+&/, '') : url)),
    },
    {
      name: 'counts pages and not rows',
      steps: ['lists.rows'],
      finds: 'offset in the query: "10"',
      fetch: addressed((url) => url.replace(/offset=(\d+)0/, 'offset=$1')),
    },
    {
      name: 'gives an item of a list twice',
      steps: ['lists.times'],
      finds: '100 items',
      line: (line) =>
        'ok' in line && line.ok && Array.isArray(line.result)
          ? { ok: true, result: [line.result[0], ...line.result] }
          : line,
    },
    {
      name: 'shows its challenge in the clear',
      steps: ['sign-in.oauth'],
      finds: 'code_challenge_method S256: plain',
      fetch: addressed((url) => url.replace('challenge_method=S256', 'challenge_method=plain')),
    },
    {
      name: 'asks without PKCE',
      steps: ['sign-in.oauth'],
      finds: 'code_challenge of 43 characters: none',
      fetch: addressed((url) => url.replace(/code_challenge=[^&]*&/, '')),
    },
    {
      name: 'separates scopes by commas',
      steps: ['sign-in.oauth'],
      finds: 'scope PROFILE:READ ASSETS:READ: PROFILE:READ,ASSETS:READ',
      fetch: addressed((url) => url.replace('READ+ASSETS', 'READ%2CASSETS')),
    },
    {
      name: 'asks without a state',
      steps: ['sign-in.oauth'],
      finds: 'state that cannot be guessed: none',
      fetch: addressed((url) => url.replace(/state=[^&]*&/, '')),
    },
    {
      name: 'passes over what comes back',
      steps: ['sign-in.oauth-denied', 'sign-in.oauth-state'],
      finds: 'an error: a result',
      line: () => ({ ok: true, result: {} }),
    },
    {
      name: 'reads bytes as text',
      steps: ['rpc.time'],
      finds: 'at /data/0/data',
      line: read((text) => (text.startsWith('eyJ') ? Buffer.from(text, 'base64').toString() : text)),
    },
    {
      name: 'reads 64-bit integers as numbers, to the nearest one',
      steps: ['rpc.time'],
      finds: 'at /data/0/id',
      line: read((text) => (/^\d{5}$/.test(text) ? '49000' : text)),
    },
    {
      name: 'asks again and again instead of waiting',
      steps: ['turns.wait'],
      finds: 'block_until_response=true in the query',
      fetch: addressed((url) => url.replace('block_until_response=true', 'block_until_response=false')),
    },
    { name: 'repeats a POST', steps: ['failures.no-repeat-write'], finds: '1 request', fetch: repeatedWrites },
    {
      name: 'repeats a POST whose answer broke off',
      steps: ['failures.no-repeat-cut'],
      finds: '1 request',
      fetch: (url, init, next) =>
        next(url, init)
          .then((answer) => answeredWith(Promise.resolve(answer), String))
          .catch(() => next(url, init)),
    },
    {
      name: 'does not give up',
      steps: ['failures.repeat-ends'],
      finds: '1 to 10 requests',
      fetch: async (url, init, next) => {
        for (let times = 0; times < 10; times += 1) await next(url, init);
        return next(url, init);
      },
    },
    {
      name: 'takes a refusal for an answer',
      steps: ['failures.refused', 'failures.refused-body'],
      finds: 'the error refused 40',
      line: () => ({ ok: true, result: {} }),
    },
    {
      name: 'takes a page for an answer',
      steps: ['failures.not-json', 'failures.cut'],
      finds: 'an error',
      line: () => ({ ok: true, result: null }),
    },
    {
      name: 'does not say why it has no answer',
      steps: ['failures.timeout', 'failures.abort'],
      finds: 'something went wrong',
      line: () => ({ ok: false, error: { kind: 'other', message: 'something went wrong' } }),
    },
  ];
}
