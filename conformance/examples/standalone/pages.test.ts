/** Pages that link to the next page by its address, declared in an overlay and checked by the command. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { main } from '../../cli/main.ts';
import type { Handler } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { books, listServer } from '../../testing/list-server.ts';

vi.setConfig({ testTimeout: PATIENCE });

const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [{ name: 'cursor', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { description: '', content: { 'application/json': { schema: { type: 'object' } } } } },
      },
    },
  },
};
const overlay = `
overlay: 1.0.0
info: { title: What the books do, version: "1" }
actions:
  - target: $.paths['/books'].get
    update:
      x-behaviour:
        - { family: list, items: /books }
        - { family: paged, cursor: cursor, link: /links/next }
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function verdictsOf(handler: Handler): Promise<Readonly<Record<string, string>>> {
  const [given, laid, json] = ['books.json', 'behaviour.yaml', 'report.json'].map((name) => join(folder, name));
  await writeFile(given ?? '', JSON.stringify(document));
  await writeFile(laid ?? '', overlay);
  const running = await start(handler);
  const silent = { write: () => true };
  const args = ['--document', given, '--overlay', laid, '--url', running.origin, '--json', json].map(String);
  try {
    await main(args, { environment: {}, output: silent, errors: silent, signal: new AbortController().signal });
  } finally {
    await running.close();
  }
  const { services } = JSON.parse(await readFile(json ?? '', 'utf8'));
  const checks: readonly { rule: string; verdict: string }[] = services[0].checks;
  return Object.fromEntries(checks.map(({ rule, verdict }) => [rule, verdict]));
}

const server = listServer(() => books(13), { link: 'body' });

test('are followed', async () => {
  expect(await verdictsOf(server)).toMatchObject({
    'books.listBooks.paged.first': 'pass',
    'books.listBooks.paged.continues': 'pass',
  });
});
