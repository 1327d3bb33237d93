/** Sends the requests of the collections as an editor does: the reference server must have an operation for each. */

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@wallet-services/contract/services';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { type RunningServer, startServer } from '@wallet-services/server';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../generated/collections/', import.meta.url));
const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';

let server: RunningServer;
let credentials: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startServer({ port: 0, rpcPort: 0 });
  const token = await (await fetch(`${server.httpUrl}/wallet/demo/token?user_id=${MIRA}`)).text();
  const signedIn = await fetch(`${server.httpUrl}/comment/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ method: 'mixin_token', mixin_token: token }),
  });
  credentials = {
    AccessToken: token,
    mixin_token: token,
    CommentToken: (await signedIn.json()).data.access_token,
    AppId: '51f0c3a2-7b84-4d96-a1e3-09c8d7f6b5a4',
    AppSecret: 'harbor-help-desk-sandbox-secret',
  };
});

afterAll(() => server.close());

/** Parses the requests of a `.http` file: lines, with an empty one before the body. */
function requestsIn(text: string, base: string) {
  const filled = text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    name === 'baseUrl' ? base : (credentials[name] ?? `no ${name}`),
  );
  return filled
    .split('### ')
    .slice(1)
    .map((block) => {
      const [name = '', , call = '', ...rest] = block.trimEnd().split('\n');
      const end = rest.indexOf('');
      const [method = '', url = ''] = call.split(' ');
      const headers = (end < 0 ? rest : rest.slice(0, end)).map((line): [string, string] => {
        const [header = '', ...value] = line.split(': ');
        return [header, value.join(': ')];
      });
      return { name, method, url, headers, ...(end < 0 ? {} : { body: rest.slice(end + 1).join('\n') }) };
    });
}

it.for(serviceNames)('of %s are answered', async (service) => {
  const text = await readFile(`${folder}http/${service}.http`, 'utf8');
  const requests = requestsIn(text, `${server.httpUrl}/${service}`);
  const reported: string[] = [];
  for (const { name, url, ...init } of requests) {
    const { status } = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) });
    // The record that the example deletes does not exist on a new server.
    if (status >= 400 && name !== 'Delete a record') reported.push(`${name}: ${status}`);
  }
  expect(reported).toEqual([]);
});

it('are the same for Postman and Bruno, and contain no secret', async () => {
  for (const service of serviceNames) {
    const names = requestsIn(await readFile(`${folder}http/${service}.http`, 'utf8'), '').map(({ name }) => name);
    const { item, variable } = JSON.parse(await readFile(`${folder}postman/${service}.json`, 'utf8'));
    const inPostman = item.flatMap((one: { item: { name: string }[] }) => one.item.map(({ name }) => name));
    expect(inPostman.toSorted()).toEqual(names.toSorted());
    expect(variable.filter((one: { key: string; value: string }) => one.key !== 'baseUrl' && one.value !== '')).toEqual(
      [],
    );
    const files = await readdir(`${folder}bruno/${service}`, { recursive: true });
    expect(files.filter((file) => /^[^/]+\/\w+\.bru$/.test(file) && !file.startsWith('environments'))).toHaveLength(
      names.length,
    );
  }
});
