import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '../config/index.ts';
import { services } from '../services.ts';
import { call, post, testServer } from '../testing/server.ts';
import { keystoreOf } from '../testing/wallet.ts';
import type { Landing } from './index.ts';

async function served(options = {}) {
  const server = await testServer({ services: undefined, ...options });
  const { status, headers, body } = await call(server.httpUrl, { headers: { Accept: 'application/json' } });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  return { server, landing: body as Landing };
}

/** Runs a command in a shell, and parses its output. */
async function run(line: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line.replaceAll('curl ', 'curl -sf ')], {
    timeout: PATIENCE,
  });
  return JSON.parse(stdout);
}

test('a browser gets a page with all content, which loads nothing from another host', async () => {
  const { server, landing } = await served();
  const response = await fetch(server.httpUrl, { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-[^ ]+'; style-src 'self'; /,
  );
  const page = await response.text();
  expect(page).toContain('name="viewport"');
  const elsewhere = [...page.matchAll(/<(\w+) [^>]*(?:src|href)="(?!\/|#)([^"]*)"/g)];
  // The only link to another host is the one to the docs.
  expect(elsewhere.map(([, element, to]) => [element, to])).toEqual([['a', 'http://127.0.0.1:4050/']]);
  expect(page).not.toMatch(/url\(|@import/);
  for (const { url, curl } of landing.services) {
    expect(page).toContain(`<code>${url}</code>`);
    expect(page).toContain(curl.slice(0, 4));
  }
  for (const { name, private_key } of landing.wallet.keystores) {
    expect(page).toContain(name);
    expect(page).toContain(private_key);
  }
});

test('every link of the page works', async () => {
  const { server } = await served();
  const page = await (await fetch(server.httpUrl)).text();
  const links = [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  expect(links.length).toBeGreaterThan(services.length * 3);
  for (const link of links) {
    const response = await fetch(`${server.httpUrl}${link}`);
    expect([link, response.status]).toEqual([link, 200]);
    expect((await response.text()).length).toBeGreaterThan(10);
  }
});

test('the documents are the generated ones, and nothing else can be read', async () => {
  const { server, landing } = await served();
  for (const { openapi_json, openapi_yaml, proto } of landing.services) {
    expect((await call(openapi_json)).body).toMatchObject({ openapi: '3.1.0' });
    expect(await (await fetch(openapi_yaml)).text()).toMatch(/^openapi: 3\.1\.0/);
    expect(await (await fetch(proto)).text()).toContain('syntax = "proto3"');
  }
  for (const path of [
    'openapi/nothing.json',
    'openapi/..%2f..%2fpackage.json',
    'proto/lending.proto',
    'openapi/lending',
  ]) {
    expect(await call(`${server.httpUrl}/${path}`)).toMatchObject({ status: 404, body: { code: 404 } });
  }
});

test('the curl command of every service works', async () => {
  const { landing } = await served();
  expect(landing.services.map(({ name }) => name)).toEqual(services.map(({ name }) => name));
  for (const { name, curl } of landing.services) {
    expect([name, await run(curl)]).toEqual([name, expect.anything()]);
  }
});

test('a token and a payment can be obtained with shell commands', async () => {
  const { server, landing } = await served();
  const { token_url, url } = landing.wallet;
  expect(await run(`curl -H "Authorization: Bearer $(curl '${token_url}')" '${url}/me'`)).toMatchObject({
    data: { user_id: keystoreOf(server, 'Mira').clientId },
  });
  const { body } = await post(`${server.httpUrl}/lending/api/v1/pay-requests`, {
    asset_id: '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51',
    amount: '0.5',
    trace_id: 'b5f3f2a4-7a6e-4c19-9a6b-4d2f7a2f3f50',
    follow_id: '0f5c4d3b-2a19-4807-96f5-e4d3c2b1a098',
    memo_base64: 'AQAPXE07KhlIB5b15NPCsaCY',
  });
  const path = `/codes/${(body as { url: string }).url.replace(/^.*\//, '')}/pay`;
  const token = `curl '${token_url}&method=POST&path=${path}'`;
  expect(await run(`curl -X POST -H "Authorization: Bearer $(${token})" '${url}${path}'`)).toMatchObject({
    data: { state: 'accepted' },
  });
});

test('addresses use the host of the request, unless it is invalid', async () => {
  const { server } = await served({ host: '127.0.0.1' });
  const { port } = new URL(server.httpUrl);
  const { body } = await call(`http://localhost:${port}/`, { headers: { Accept: 'application/json' } });
  expect((body as Landing).services[0]?.url).toBe(`http://localhost:${port}/lending`);
  const line = `curl -H 'Accept: application/json' -H "Host: x';reboot;'" ${server.httpUrl}`;
  expect(await run(line)).toMatchObject({
    services: [{ url: `${server.httpUrl}/lending` }, ...Array(services.length - 1).fill({})],
  });
});

test('without the sandbox its credentials are not shown', async () => {
  const { landing, server } = await served({
    config: { ...DEFAULT_CONFIG, networkUrl: 'https://network.example.org' },
  });
  expect(landing.wallet).toEqual({ url: 'https://network.example.org', keystores: [], applications: [] });
  expect(await (await fetch(server.httpUrl)).text()).toContain('https://network.example.org');
});
