import { describe, expect, test } from 'vitest';
import { challenge, REDIRECT, SCOPE, servedOAuth, verifier } from '../../testing/oauth.ts';
import { ORCHARD_NOTES } from '../seed/cast.ts';

/** Opens a page or sends its form, as a browser without scripts does. */
async function browse(url: string, form?: Record<string, string>) {
  const response = await fetch(url, {
    redirect: 'manual',
    ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
  });
  return { status: response.status, location: response.headers.get('location'), text: await response.text(), response };
}

describe('in a browser', () => {
  const query = (changes: Record<string, string> = {}) =>
    new URLSearchParams({
      client_id: ORCHARD_NOTES.clientId,
      scope: SCOPE,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      response_type: 'code',
      redirect_uri: REDIRECT,
      state: 'a"b<c>&d',
      ...changes,
    }).toString();

  /** The hidden members of the page's form, and the selected user. */
  function formOf(page: string): Record<string, string> {
    const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
    const decode = (text: string) =>
      text
        .replace(/&#(\d+);/g, (_all, code) => String.fromCharCode(Number(code)))
        .replace(/&(amp|lt|gt|quot);/g, (all, name: string) => named[name] ?? all);
    const hidden = page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
    const user_id = /name="user_id" required\s+value="([^"]*)"checked/.exec(
      page.replace(/"\s*checked/, '"checked'),
    )?.[1];
    return {
      ...Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, decode(value)])),
      user_id: user_id ?? '',
    };
  }

  test('a person approves, and returns with the code', async () => {
    const { url, mira, exchange, me } = await servedOAuth();
    const page = await browse(`${url}/oauth/authorize?${query()}`);
    expect(page).toMatchObject({ status: 200 });
    expect(page.response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.response.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const text of ['Orchard Notes', 'Mira Sandoval', 'Jonas Lindqvist', 'PROFILE:READ', 'ASSETS:READ']) {
      expect(page.text).toContain(text);
    }
    expect(page.text).not.toContain('<script');
    expect(page.text).not.toContain('a"b<c>');

    const form = formOf(page.text);
    expect(form.user_id).toBe(mira);
    const { status, location } = await browse(`${url}/oauth/authorize`, { ...form, decision: 'approve' });
    expect(status).toBe(303);
    const back = new URL(location ?? '');
    expect(back.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(back.searchParams.get('state')).toBe('a"b<c>&d');
    const { body } = await exchange({ code: back.searchParams.get('code'), code_verifier: verifier });
    const { access_token } = (body as { data: { access_token: string } }).data;
    expect(await me(access_token)).toMatchObject({ status: 200, body: { data: { user_id: mira } } });
  });

  test('a person denies, and returns without a code', async () => {
    const { url } = await servedOAuth();
    const form = formOf((await browse(`${url}/oauth/authorize?${query()}`)).text);
    const { status, location } = await browse(`${url}/oauth/authorize`, { ...form, decision: 'deny' });
    expect(status).toBe(303);
    const back = new URL(location ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'a"b<c>&d' });
  });

  test('without a redirect the code is shown', async () => {
    const { url, exchange } = await servedOAuth();
    const address = `${url}/oauth/authorize?${query().replace(/redirect_uri=[^&]*&/, '')}`;
    const form = formOf((await browse(address)).text);
    const { status, text } = await browse(`${url}/oauth/authorize`, { ...form, decision: 'approve' });
    expect(status).toBe(200);
    const code = /<pre>([0-9a-f]+)<\/pre>/.exec(text)?.[1];
    expect(await exchange({ code, code_verifier: verifier })).toMatchObject({ status: 200 });
  });

  test('a page for an invalid request is not shown', async () => {
    const { url } = await servedOAuth();
    const bad: Record<string, string>[] = [
      { redirect_uri: 'https://evil.example/' },
      { scope: 'FULL' },
      { client_id: 'x' },
    ];
    for (const changes of bad) {
      expect(await browse(`${url}/oauth/authorize?${query(changes)}`)).toMatchObject({ status: 400, location: null });
    }
    const twice = `${query()}&redirect_uri=https://evil.example/`;
    expect(await browse(`${url}/oauth/authorize?${twice}`)).toMatchObject({ status: 400, location: null });
  });
});
