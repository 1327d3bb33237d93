import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { main } from '../cli/main.ts';
import { behind, changed, type Handler } from '../mutation/proxy/reply.ts';
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

/** Writes proposals to an overlay. @returns its declarations, by operation and family, and the printed lines */
async function proposed(name: string, options: Partial<ProposeOptions>) {
  const lines: string[] = [];
  const given = { document: at('books.json'), overlay: at(name), allowWrites: false, timeoutMs: 5_000 };
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

  test('text of a person is kept, and nothing is proposed twice', async () => {
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
    const options = { document: at('books.json'), overlay: at('none.yaml'), allowWrites: false, timeoutMs: 5_000 };
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
