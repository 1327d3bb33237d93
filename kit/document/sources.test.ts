import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { UsageError } from '../errors.ts';
import { fileSource, folderFiles, isAddress, limitedText, standardInput, webSource } from './sources.ts';

let folder = '';
const files = ['b.yaml', 'a.json', 'B.yml', 'in-x.yaml', 'in/ner.proto', 'in/buf.lock', 'in/deep/er.yaml'];
const others = ['a.txt', 'a.yaml.bak', 'xbuf.lock', 'node_modules/a.yaml', '.git/a.yaml', 'in/.cache/a.json'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-services-sources-'));
  for (const name of [...files, ...others]) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), `in ${name}`);
  }
  await mkdir(join(folder, 'a.yaml'));
  await symlink(join(folder, 'a.json'), join(folder, 'link.yaml'));
});

afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['http://a', true],
  ['HTTPS://a', true],
  ['ftp://a', false],
  ['a/http://b', false],
  ['http:/a', false],
])('%s is an address: %s', (name, expected) => {
  expect(isAddress(name)).toBe(expected);
});

describe('a file', () => {
  it.each([
    ['/api/main.yaml', 'b.yaml', '/api/b.yaml'],
    ['/api/main.yaml', '../b%20c.yaml', '/b c.yaml'],
    ['/api/main.yaml', '/b.yaml', '/b.yaml'],
  ])('%s refers by %s to %s', (from, reference, expected) => {
    const source = fileSource('/start.yaml');
    expect([source.start, source.resolve(from, reference)]).toEqual(['/start.yaml', expected]);
  });

  it('does not open addresses', () => {
    expect(() => fileSource('a').resolve('from.yaml', 'https://b/c')).toThrow(
      'from.yaml refers to https://b/c; a file does not make this command open addresses: bundle it first.',
    );
  });

  it('is read up to a size', async () => {
    const file = join(folder, 'a.json');
    expect(await fileSource(file).read(file)).toBe('in a.json');
    expect(await fileSource(file, 9).read(file)).toBe('in a.json');
    await expect(fileSource(file, 8).read(file)).rejects.toThrow(`${file} is larger than 8 bytes.`);
  });

  it.each(['none.yaml', 'in'])('is no folder, and exists: %s', async (name) => {
    const file = join(folder, name);
    await expect(fileSource(file).read(file)).rejects.toThrow(`${file} cannot be read: there is no such file.`);
  });
});

describe('an address', () => {
  async function served(answer: (response: ServerResponse, accept: string) => void): Promise<string> {
    const server = createServer((request, response) => answer(response, String(request.headers.accept)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close().closeAllConnections());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.yaml`;
  }

  it('refers to addresses of its own host', () => {
    const source = webSource('https://a.example/one/main.yaml');
    expect(source.start).toBe('https://a.example/one/main.yaml');
    expect(source.resolve('https://a.example/one/main.yaml', '../b.yaml')).toBe('https://a.example/b.yaml');
    expect(source.resolve('https://a.example/one/main.yaml', 'https://a.example/c')).toBe('https://a.example/c');
    expect(() => source.resolve('https://a.example/one/main.yaml', '//b.example/c')).toThrow(
      'https://a.example/one/main.yaml refers to https://b.example/c; a file does not make this command open addresses',
    );
  });

  it('is read up to a size', async () => {
    const address = await served((response, accept) => response.end(accept));
    const text = 'application/yaml, application/json, */*';
    expect(await webSource(address).read(address)).toBe(text);
    expect(await webSource(address, text.length).read(address)).toBe(text);
    await expect(webSource(address, text.length - 1).read(address)).rejects.toThrow(
      new UsageError(`${address} is larger than ${text.length - 1} bytes.`),
    );
  });

  it('that responds with an error, breaks off or does not respond cannot be read', async () => {
    const missing = await served((response) => response.writeHead(404).end('nothing'));
    await expect(webSource(missing).read(missing)).rejects.toThrow(
      new UsageError(`${missing} cannot be read: it responds with 404.`),
    );
    const dropped = await served((response) => response.destroy());
    await expect(webSource(dropped).read(dropped)).rejects.toThrow(
      `${dropped} cannot be read: fetch failed: other side closed.`,
    );
    await expect(webSource('http://a').read('nothing')).rejects.toThrow(
      new UsageError('nothing cannot be read: Failed to parse URL from nothing: Invalid URL.'),
    );
  });
});

describe('a stream', () => {
  const parts = ['a\u00e4', 'b'].flatMap((text) => [...Buffer.from(text)].map((byte) => Uint8Array.of(byte)));

  it('is read up to a size', async () => {
    expect(await limitedText(parts, 4, 'it')).toBe('a\u00e4b');
    expect(await limitedText([], 0, 'it')).toBe('');
    const input = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(parts) as typeof process.stdin);
    onTestFinished(() => input.mockRestore());
    expect(await standardInput()).toBe('a\u00e4b');
    await expect(limitedText(parts, 3, 'it')).rejects.toThrow('it is larger than 3 bytes.');
  });
});

describe('a folder', () => {
  it('has the files of an API, in the order of their names', async () => {
    const found = await folderFiles(folder, files.length);
    expect([...found]).toEqual(files.toSorted().map((name) => [name, `in ${name}`]));
  });

  it('has no more files than a limit', async () => {
    await expect(folderFiles(folder, files.length - 1)).rejects.toThrow(
      `${folder} has more than ${files.length - 1} files; give a folder of APIs.`,
    );
  });
});
