import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { main } from '../cli/main.ts';
import { behind, changed, type Handler, jsonReply } from '../mutation/proxy/reply.ts';
import { type Running, start } from '../mutation/proxy/start.ts';
import { bookDocument, bookServer } from '../testing/books.ts';
import { proposeFor } from './command.ts';
import type { ProposeOptions } from './options.ts';

let folder = '';
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'propose-'));
  await writeFile(at('books.json'), JSON.stringify(bookDocument));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const servers: Running[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

async function serve(handler: Handler): Promise<string> {
  const server = await start(handler);
  servers.push(server);
  return server.origin;
}

/** Writes a document with an operation for each path, by the schema of its response: GET, or POST for `posted`. */
async function documentOf(name: string, answers: Readonly<Record<string, object>>, posted?: string): Promise<string> {
  const paths = Object.entries(answers).map(([path, schema]) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => {
      return { name: one, in: 'path', required: true, schema: { type: 'string' } };
    });
    const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
    return [
      path,
      { [path === posted ? 'post' : 'get']: { operationId: path.replaceAll(/[^a-z]/g, ''), parameters, responses } },
    ];
  });
  const document = { openapi: '3.1.0', info: { title: 'Jobs', version: '1' }, paths: Object.fromEntries(paths) };
  await writeFile(at(name), JSON.stringify(document));
  return at(name);
}

/** Writes proposals to an overlay. @returns its declarations, by operation and family, and the printed lines */
async function proposed(name: string, options: Partial<ProposeOptions>) {
  const lines: string[] = [];
  const given = { document: at('books.json'), overlay: at(name), allowWrites: false, timeoutMs: PATIENCE };
  expect(await proposeFor({ ...given, ...options }, (line) => lines.push(line))).toBe(0);
  const { actions } = parse(await readFile(at(name), 'utf8'));
  const entries: [string, object][] = actions.flatMap(({ target, update }: never) => {
    const declared: readonly { family: string }[] = update['x-behaviour'];
    return declared.map(({ family, ...members }) => [`${target} ${family}`, members]);
  });
  return { declared: Object.fromEntries(entries), lines };
}

const LIST = "$.paths['/books'].get";

describe('from a server that is only read', () => {
  test('candidates that were tried and could have failed are proposed, as advice', async () => {
    const { declared, lines } = await proposed('read.yaml', { url: await serve(bookServer()), html: at('read.html') });
    expect(declared).toMatchObject({
      [`${LIST} paged`]: { by: 'offset', offset: 'offset', limit: 'limit', total: '/total', level: 'should' },
      [`${LIST} limited`]: { limit: 'limit', level: 'should' },
      [`${LIST} sorted`]: { member: 'title', direction: 'ascending', level: 'should' },
      [`$.paths['/books/{book}'].get one-of`]: { list: 'listBooks', level: 'should' },
      '$ json': { level: 'should' },
      '$ moment': { at: '/added_at', unit: 'iso', zone: 'offset' },
    });
    expect(Object.keys(declared).filter((one) => one.includes('.post'))).toEqual([]);
    expect(lines.join('\n')).toContain(
      'undecided  addBook: read-back: it needs a request that changes data; add --allow-writes',
    );
    expect(await readFile(at('read.html'), 'utf8')).toContain('type="checkbox"');
  });

  test('is used by the suite, which finds a server that changes', async () => {
    const check = async (handler: Handler) => {
      let output = '';
      const args = ['--document', at('books.json'), '--overlay', at('read.yaml'), '--url', await serve(handler)];
      const code = await main(args, {
        environment: {},
        output: { write: (text) => (output += text) },
        errors: { write: () => undefined },
        signal: new AbortController().signal,
      });
      return { code, output };
    };
    expect((await check(bookServer())).output).not.toContain('listBooks.sorted');
    const reversed = changed(/books$/, (json) => ({
      ...(json as object),
      books: (json as { books: object[] }).books.toReversed(),
    }));
    expect((await check(behind(reversed, bookServer()))).output).toContain('listBooks.sorted.title');
  });

  test('keeps what a person edited, and proposes nothing twice', async () => {
    const before = await readFile(at('read.yaml'), 'utf8');
    const edited = before.replace('level: should }', 'level: must } # meant');
    await writeFile(at('again.yaml'), edited);
    await proposed('again.yaml', { url: await serve(bookServer()) });
    expect(parse(await readFile(at('again.yaml'), 'utf8'))).toEqual(parse(edited));
    expect(await readFile(at('again.yaml'), 'utf8')).toContain('# meant');
  });
});

test('with writes, created items are read back', async () => {
  const { declared } = await proposed('write.yaml', { url: await serve(bookServer()), allowWrites: true });
  expect(declared).toMatchObject({
    "$.paths['/books'].post read-back": { read: 'readBook', lists: ['listBooks'], level: 'should' },
    "$.paths['/books'].post echoes": { members: { title: '/title' }, level: 'should' },
  });
});

describe('the source of the ids in a path', () => {
  const text = { type: 'string' };
  const things = {
    type: 'array',
    items: { type: 'object', properties: { name: text, id: text, key: text, code: text } },
  };
  const texts = { type: 'array', items: { type: 'string' } };
  const running = "$.paths['/running/{name}'].get found-in";
  const named = (...names: readonly string[]) =>
    jsonReply(
      200,
      names.map((name) => ({ name })),
    );

  test('is the list with whose ids the answers are not empty', async () => {
    const document = await documentOf('runs.json', { '/hooks': things, '/orders': things, '/running/{name}': texts });
    const handler: Handler = ({ path }) => {
      if (path === '/hooks') return named('paid', 'sent');
      if (path === '/orders') return named('daily', 'weekly');
      return jsonReply(200, path === '/running/daily' || path === '/running/weekly' ? ['r-1'] : []);
    };
    const { declared } = await proposed('runs.yaml', { document, url: await serve(handler) });
    expect(declared).toHaveProperty([running], { list: 'orders', parameters: { name: 'name' } });
  });

  test('is the likeliest list if all answers are empty', async () => {
    const document = await documentOf('idle.json', { '/hooks': things, '/orders': things, '/running/{name}': texts });
    const handler: Handler = ({ path }) => (path.startsWith('/running/') ? jsonReply(200, []) : named('a', 'b'));
    const { declared } = await proposed('idle.yaml', { document, url: await serve(handler) });
    expect(declared).toHaveProperty([running], { list: 'hooks', parameters: { name: 'name' } });
  });

  test('is undecided if the list returns none', async () => {
    const start = '/running/{name}';
    const document = await documentOf('none.json', { '/orders': things, [start]: texts }, start);
    const handler: Handler = ({ path }) => jsonReply(path === '/orders' ? 200 : 404, []);
    const url = await serve(handler);
    const { declared, lines } = await proposed('nothing.yaml', { document, url, allowWrites: true });
    expect(Object.keys(declared)).toEqual(['$ json']);
    expect(lines).toContain(
      'undecided  runningname: found-in: orders returned no name; put something with a name into the data that orders returns',
    );
  });
});

describe('candidates that do not hold, or could not fail', () => {
  test('an order that ids also have is not proposed', async () => {
    const byId = changed(/books$/, (json) => {
      const { books, ...rest } = json as { books: { id: string }[] };
      return { ...rest, books: books.map((one, index) => ({ ...one, id: `b-${index}` })) };
    });
    const { declared } = await proposed('ids.yaml', { url: await serve(behind(byId, bookServer())) });
    expect(declared).not.toHaveProperty([`${LIST} sorted`]);
  });

  test('a limit that is ignored is refuted', async () => {
    const ignoring: Handler = (request) => bookServer()({ ...request, query: new URLSearchParams() });
    const { declared, lines } = await proposed('ignored.yaml', { url: await serve(ignoring) });
    expect(declared).not.toHaveProperty([`${LIST} limited`]);
    expect(lines.at(-1)).toMatch(/[1-9]\d* refuted/);
  });

  test('a server that cannot be reached is an error', async () => {
    const options = { document: at('books.json'), overlay: at('none.yaml'), allowWrites: false, timeoutMs: PATIENCE };
    await expect(proposeFor({ ...options, url: 'http://127.0.0.1:9' }, () => undefined)).rejects.toThrow(
      'cannot be reached',
    );
  });
});

test('recorded traffic alone proposes the declarations that it shows', async () => {
  const url = await serve(bookServer());
  const args = ['--document', at('books.json'), '--overlay', at('write.yaml'), '--url', url, '--har', at('t.har')];
  const nothing = { write: () => undefined };
  await main(args, { environment: {}, output: nothing, errors: nothing, signal: new AbortController().signal });
  const { declared } = await proposed('recorded.yaml', { recorded: at('t.har') });
  expect(declared).toMatchObject({
    [`${LIST} sorted`]: { member: 'title' },
    [`${LIST} limited`]: { limit: 'limit' },
    '$ json': {},
  });
});
