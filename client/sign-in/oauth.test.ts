import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Scripted, scripted, serverThat } from '../testing/server.ts';
import { exchangeCode, startAuthorization } from './oauth.ts';

const CLIENT = '6f9619ff-8b86-4011-b42d-00c04fc964ff';

describe('the request to the wallet', () => {
  const options = {
    authorizeUrl: 'http://w/authorize?lang=en',
    clientId: CLIENT,
    scopes: ['PROFILE:READ', 'ASSETS:READ'],
  };

  test('proves by its challenge who may exchange the code', async () => {
    const { url, state, verifier } = await startAuthorization(options);
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe('http://w/authorize');
    expect(Object.fromEntries(searchParams)).toEqual({
      lang: 'en',
      client_id: CLIENT,
      scope: 'PROFILE:READ ASSETS:READ',
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state,
    });
    expect([verifier.length, state.length]).toEqual([43, 22]);
  });

  test('differs each time, and has the address to return to', async () => {
    const given = { ...options, redirectUri: 'http://app/back' };
    const [one, other] = [await startAuthorization(given), await startAuthorization(given)];
    expect(new URL(one.url).searchParams.get('redirect_uri')).toBe('http://app/back');
    expect([one.state === other.state, one.verifier === other.verifier]).toEqual([false, false]);
  });
});

/** Exchanges a code at a network that answers this; the result, or the error. */
async function exchanged(answer: Scripted, options: object = { code: 'c-1' }): Promise<unknown> {
  const { baseUrl } = await scripted(answer);
  const place = { tokenUrl: `${baseUrl}/token`, clientId: CLIENT, verifier: 'v-1', code: 'c-1' };
  return exchangeCode({ ...place, ...options } as Parameters<typeof exchangeCode>[0]).catch((error: unknown) => error);
}

const granted = { body: { access_token: 't', scope: 'A  B ' } };

describe('the exchange of a code', () => {
  test('sends the code with its proof', async () => {
    const requests: unknown[] = [];
    const baseUrl = await serverThat(async (request, response) => {
      const { method, url, headers } = request;
      requests.push({ method, url, type: headers['content-type'], accept: headers.accept, body: await text(request) });
      response.end(JSON.stringify(granted.body));
    });
    const place = { tokenUrl: `${baseUrl}/token`, clientId: CLIENT, verifier: 'v-1' };
    expect(await exchangeCode({ ...place, code: ' c-1\n' })).toEqual({ token: 't', scopes: ['A', 'B'] });
    const json = 'application/json';
    const body = { client_id: CLIENT, code: 'c-1', code_verifier: 'v-1', grant_type: 'authorization_code' };
    expect(requests).toEqual([{ method: 'POST', url: '/token', type: json, accept: json, body: JSON.stringify(body) }]);
  });

  test.each([
    ['in an envelope', { data: { access_token: 't', scope: 'A' } }, ['A']],
    ['without scopes', { access_token: 't' }, []],
    ['with scopes that are no text', { access_token: 't', scope: ['A'] }, []],
  ])('returns the token %s', async (_what, body, scopes) => {
    expect(await exchanged({ body })).toEqual({ token: 't', scopes });
  });

  test.each([[{}], [{ access_token: '' }], [{ access_token: 1 }], [{ data: null }]])(
    'that returns %j is malformed',
    async (body) => {
      expect(await exchanged({ body })).toMatchObject({
        name: 'CallError',
        reason: 'malformed',
        message: expect.stringMatching(/^the response to POST http.*\/token has no access_token$/),
      });
    },
  );

  test('that is rejected repeats neither the code nor the verifier', async () => {
    const error = await exchanged({ status: 400, body: { msg: 'c-1 does not fit v-1' } });
    expect(error).toMatchObject({ name: 'ServiceError', status: 400 });
    expect(String(error)).toMatch(/answered 400: \*\*\* does not fit \*\*\*$/);
    expect(await exchanged({ status: 502, body: '<html>' })).toMatchObject({
      name: 'ServiceError',
      status: 502,
      body: {},
    });
    const moved = await exchanged({ status: 302, headers: { location: '/elsewhere' } });
    expect(String(moved)).toMatch(/answered 302: redirects are not followed$/);
  });

  test('that is not answered is an error', async () => {
    expect(await exchanged({ cut: true })).toMatchObject({
      name: 'CallError',
      reason: 'network',
      message: expect.stringMatching(/^no response to POST http.*\/token$/),
    });
    expect(await exchanged({ silent: true }, { timeout: 20 })).toMatchObject({
      name: 'CallError',
      reason: 'timeout',
      message: expect.stringMatching(/^POST http.*\/token took longer than 20 ms$/),
    });
    const signal = AbortSignal.abort(new Error('enough'));
    expect(await exchanged(granted, { signal })).toMatchObject({ message: 'enough' });
  });

  const back = (query: string) => ({ code: undefined, state: 's', callbackUrl: `http://app/back?${query}` });

  test('takes the code from the address that the user returned to', async () => {
    expect(await exchanged(granted, back('state=s&code=c'))).toMatchObject({ token: 't' });
  });

  test.each([
    ['state=other&code=c', 'this response belongs to another sign-in: start the sign-in again'],
    ['code=c', 'this response belongs to another sign-in: start the sign-in again'],
    ['state=s&error=access_denied', 'the wallet did not approve: access_denied'],
    ['state=s&code=', 'the wallet responded without a code: start the sign-in again'],
    ['state=s', 'the wallet responded without a code: start the sign-in again'],
  ])('is not tried where the user returned with %s', async (query, message) => {
    expect(await exchanged(granted, back(query))).toMatchObject({ name: 'AuthorizationError', message });
  });
});
