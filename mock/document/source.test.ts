/** Reading of documents from various sources. */

import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startMock } from '../start.ts';
import { documentOf, folderOf, mockOf } from '../testing/document.ts';

const shown = (example: unknown) => ({ 200: { description: 'ok', content: { 'application/json': { example } } } });
const reading = (example: unknown, servers: readonly string[] = []) =>
  documentOf(
    { '/p': { get: { operationId: 'read', responses: shown(example) } } },
    { servers: servers.map((url) => ({ url })) },
  );

const YAML = `
openapi: 3.0.3
info: {title: A Shop's API!, version: '1'}
paths:
  /p:
    get:
      responses:
        '200': {$ref: './parts.yaml#/responses/Ok'}
`;
const PARTS = 'responses: {Ok: {description: ok, content: {application/json: {example: {ext: 1}}}}}';

async function body(url: string): Promise<unknown> {
  const response = await fetch(url);
  return [response.status, await response.json()];
}

/** Retries until a condition holds, because file changes are noticed with a delay. */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it never came');
}

describe('a document', () => {
  it('may be YAML in several files, and names its service', async () => {
    await using running = await mockOf({ 'api.yaml': YAML, 'parts.yaml': PARTS });
    expect(Object.keys(running.mock.urls)).toEqual(['a-shop-s-api']);
    expect(await body(`${running.url}/p`)).toEqual([200, { ext: 1 }]);
  });

  it('may be one of several, also of the same title', async () => {
    const folder = await folderOf({ 'a.json': reading(1), 'b.json': reading(2) });
    const mock = await startMock({ document: [join(folder, 'a.json'), join(folder, 'b.json')], port: 0 });
    expect(Object.keys(mock.urls)).toEqual(['shop', 'shop-2']);
    expect(await body(`${mock.urls['shop-2']}/p`)).toEqual([200, 2]);
    await mock.close();
  });

  it('may be on the web', async () => {
    const server = createServer((request, response) => response.end(request.url === '/parts.yaml' ? PARTS : YAML));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const mock = await startMock({ document: `http://127.0.0.1:${address.port}/api.yaml`, port: 0 });
    expect(await body(`${mock.urls['a-shop-s-api']}/p`)).toEqual([200, { ext: 1 }]);
    await mock.close();
    server.close();
  });

  it.each([
    ['https://x.example/base/v1', '/base/v1/p'],
    ['/base', '/base/p'],
    ['{scheme}://x/{stage}/v1', '/test/v1/p'],
    ['https://x.example', '/p'],
  ])('with the server %s is at %s, and at the root', async (server, path) => {
    await using running = await mockOf({ 'api.json': reading(1, [server]) });
    expect(await body(`${running.url}${path}`)).toEqual([200, 1]);
    expect(await body(`${running.url}/p`)).toEqual([200, 1]);
  });

  it('is only below the prefix if one is given', async () => {
    await using running = await mockOf({ 'api.json': reading(1, ['/base']) }, { prefix: '/v2' });
    expect(running.url).toMatch(/\/v2$/);
    expect(await body(`${running.url}/p`)).toEqual([200, 1]);
    expect((await fetch(`${new URL(running.url).origin}/p`)).status).toBe(404);
  });

  it('is reloaded when it or its answers change, and kept while the file is invalid', async () => {
    const lines: string[] = [];
    await using running = await mockOf(
      { 'api.yaml': YAML, 'parts.yaml': PARTS },
      { watch: true, log: (line) => void lines.push(line) },
    );
    await writeFile(join(running.folder, 'parts.yaml'), PARTS.replace('ext: 1', 'ext: 2'));
    await eventually(async () => JSON.stringify(await body(`${running.url}/p`)).includes('"ext":2'));
    await writeFile(join(running.folder, 'api.yaml'), 'openapi: [');
    await eventually(async () => lines.some((line) => line.includes('the change is not used')));
    expect(await body(`${running.url}/p`)).toEqual([200, { ext: 2 }]);
    await writeFile(join(running.folder, 'api.yaml'), YAML.replaceAll('/p:', '/q:'));
    await eventually(async () => (await fetch(`${running.url}/q`)).status === 200);
  });

  it('may have overlays, which are watched as well', async () => {
    const overlay = (example: unknown) =>
      JSON.stringify({
        overlay: '1.0.0',
        actions: [
          {
            target: "$.paths['/p'].get.responses['200'].content['application/json']",
            update: { example },
          },
        ],
      });
    const folder = await folderOf({ 'api.json': reading(1), 'overlay.json': overlay(2) });
    const [document, laid] = [join(folder, 'api.json'), join(folder, 'overlay.json')];
    const mock = await startMock({ document, overlay: [laid], port: 0, watch: true, log: () => {} });
    const url = `${mock.urls['shop']}/p`;
    expect(await body(url)).toEqual([200, 2]);
    await writeFile(laid, overlay(3));
    await eventually(async () => JSON.stringify(await body(url)).includes('3'));
    await mock.close();
    await writeFile(laid, '{"overlay": "1.0.0", "actions": [{"target": "$.paths[\'/q\']", "remove": true}]}');
    await expect(startMock({ document, overlay: [laid], port: 0 })).rejects.toThrow('action 1');
    await rm(folder, { recursive: true });
  });

  it('gets new answers when their file changes, and keeps the old ones while it is invalid', async () => {
    const lines: string[] = [];
    const answers = (...bodies: readonly unknown[]) =>
      JSON.stringify({ shop: { read: bodies.map((body) => ({ body })) } });
    const folder = await folderOf({ 'api.json': reading(1), 'answers.json': answers('first') });
    const [document, examples] = [join(folder, 'api.json'), join(folder, 'answers.json')];
    const log = (line: string) => void lines.push(line);
    const mock = await startMock({ document, examples, port: 0, watch: true, log });
    const url = `${mock.urls['shop']}/p`;
    expect(await body(url)).toEqual([200, 'first']);
    await writeFile(examples, answers('second', 'third'));
    await eventually(async () => JSON.stringify(await body(url)).includes('second'));
    expect(await body(`${url}?__example=own-2`)).toEqual([200, 'third']);
    await writeFile(examples, JSON.stringify({ shop: { reed: [{ body: 1 }] } }));
    await eventually(async () => lines.some((line) => /the change is not used: .*reed/s.test(line)));
    expect(await body(url)).toEqual([200, 'second']);
    // Editors save in this way: a new file replaces the old one.
    await writeFile(`${examples}.new`, answers('fourth'));
    await rename(`${examples}.new`, examples);
    await eventually(async () => JSON.stringify(await body(url)).includes('fourth'));
    await mock.close();
    await rm(folder, { recursive: true });
  });

  it.each<readonly [string, Readonly<Record<string, unknown>>, RegExp]>([
    ['text', { 'api.yaml': 'hello' }, /api\.yaml is not an OpenAPI document: it must be an object/],
    ['broken YAML', { 'api.yaml': 'openapi: 3.1.0\npaths: [a' }, /cannot read .*api\.yaml: .*line 2/],
    ['broken JSON', { 'api.json': '{"openapi": "3.1.0",, }' }, /cannot read .*api\.json: /],
    ['neither openapi nor swagger', { 'api.json': { paths: {} } }, /it has neither openapi nor swagger/],
    ['no paths', { 'api.json': documentOf({}) }, /there are none below #\/paths/],
    [
      'a reference that leads nowhere',
      { 'api.json': documentOf({ '/p': { get: { responses: { 200: { $ref: '#/components/responses/No' } } } } }) },
      /api\.json#\/paths\/~1p\/get\/responses\/200\/\$ref: \$ref "#\/components\/responses\/No" leads nowhere/,
    ],
    [
      'a file that is not there',
      { 'api.json': documentOf({ '/p': { get: { responses: { 200: { $ref: './no.json#/x' } } } } }) },
      /\$ref "\.\/no\.json#\/x" leads nowhere/,
    ],
  ])('with %s is rejected with the place', async (_what, files, message) => {
    await expect(mockOf(files)).rejects.toThrow(message);
    await expect(mockOf(files)).rejects.not.toThrow('npm run generate');
  });

  it('that is missing is rejected', async () => {
    await expect(startMock({ document: '/nowhere.yaml', port: 0 })).rejects.toThrow(
      'there is no document at /nowhere.yaml',
    );
  });
});
