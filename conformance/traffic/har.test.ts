import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@wallet-services/kit/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContract } from '../run/contract.ts';
import { contractFor } from '../run/document.ts';
import { checkRecording } from './check.ts';
import { entryOf } from './har.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recordings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const contract = openContract();

/** An entry in the form that Chrome writes. */
function entry(url: string, content: object, more: { request?: object; response?: object; own?: object } = {}) {
  return {
    _initiator: { type: 'script' },
    startedDateTime: '2025-11-21T02:00:00.123Z',
    time: 12.5,
    request: {
      method: 'GET',
      url,
      headers: [
        { name: ':authority', value: 'example.org' },
        { name: 'Accept', value: '*/*' },
      ],
      cookies: [],
      ...more.request,
    },
    response: {
      status: 200,
      headers: [{ name: 'Content-Type', value: 'application/json' }],
      content: { mimeType: 'application/json', ...content },
      ...more.response,
    },
    ...more.own,
  };
}

const flips = 'https://api.example.org/vault/flips';
const page = (more: object) => ({
  text: JSON.stringify({ ts: 1, flips: [], pagination: { next_cursor: '', has_next: false }, ...more }),
});

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

function har(entries: readonly object[]): string {
  return JSON.stringify({
    log: { version: '1.2', creator: { name: 'WebInspector', version: '1' }, pages: [], entries },
  });
}

async function checked(path: string) {
  const notes: string[] = [];
  const nothing = { services: {}, allowInconclusive: [] };
  const report = await checkRecording(path, { contract, target: nothing, onNote: (note) => notes.push(note) });
  const broken = report.services.flatMap(({ checks }) =>
    checks.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule),
  );
  return { report, notes, broken };
}

describe('an entry', () => {
  test('is read with its time, headers and body', () => {
    const read = entryOf(entry(flips, { text: Buffer.from('{"a":1}').toString('base64'), encoding: 'base64' }));
    expect(read).toMatchObject({
      recorded: {
        method: 'GET',
        headers: { accept: '*/*' },
        body: { json: { value: { a: 1 } } },
        at: 1_763_690_400_135.5,
      },
    });
  });

  test.each<[string, object]>([
    ['without a response', entry(flips, {}, { response: { status: 0 } })],
    ['without the whole body', entry(flips, { size: 900 })],
    ['without the whole body', entry(flips, { text: '{', comment: 'cut after 65536 characters' })],
    ['from the cache', entry(flips, page({}), { own: { _fromCache: 'disk' } })],
    ['from the cache', entry(flips, {}, { response: { status: 304 } })],
    ['that the document is not about', entry('wss://api.example.org/vault/flips', {})],
    ['with redacted values', entry(flips, { text: '{"token":"***"}' })],
    ['that are not requests', { request: 'GET' }],
    ['that are not requests', entry('no address', {})],
  ])('is skipped: %s', (why, one) => expect(entryOf(one as Parameters<typeof entryOf>[0])).toEqual({ skipped: why }));
});

describe('a recording', () => {
  test('of a browser is judged, and its service found by the paths', async () => {
    const path = await file(
      'right.har',
      har([entry('https://cdn.example.org/app.js', { text: '' }), entry(flips, page({}))]),
    );
    const { report, notes } = await checked(path);
    expect(report).toMatchObject({
      outcome: 'conformant',
      traffic: true,
      services: [{ service: 'vault', requests: 1 }],
    });
    expect(notes[0]).toContain('https://api.example.org/vault is read as vault');
  });

  test('that shows a fault is not conformant', async () => {
    const path = await file(
      'wrong.har',
      har([entry(`${flips}?limit=1`, page({ pagination: { next_cursor: '', has_next: 'no' } }))]),
    );
    const { report, broken } = await checked(path);
    expect([report.outcome, broken]).toEqual(['not conformant', ['wire.schema']]);
    const [finding] = report.services.flatMap(({ checks }) => checks.flatMap(({ findings }) => findings));
    expect(finding).toMatchObject({ pointer: '/pagination/has_next', curl: expect.stringContaining('curl -i') });
  });

  test.each<[string, string, RegExp]>([
    ['deep.har', `{"x":${'['.repeat(300)}`, /has more than 200 levels/],
    ['empty.har', '', /is empty/],
    ['text.har', 'no JSON at all', /is not complete JSON/],
    ['cut.har', har([entry(flips, page({}))]).slice(0, -30), /is not complete JSON/],
    ['other.har', '{"entries": []}', /is not an HTTP archive/],
    ['list.har', '[]', /is not an HTTP archive/],
    ['none.har', har([]), /has no request of lending, comment, swap, vault, assistant/],
    ['elsewhere.har', har([entry('https://example.org/weather', { text: '1' })]), /has no request of/],
  ])('%s is rejected in one sentence', async (name, text, why) => {
    const error = await checked(await file(name, text)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toMatch(why);
    expect(String(error)).not.toContain('\n');
  });

  test.each([
    ['values', `{"flips":[${'{},'.repeat(250_000)}{}]}`],
    ['levels', `{"flips":${'['.repeat(150)}${']'.repeat(150)}}`],
  ])('with a body of more %s than are read is undecided, and no violation', async (_, text) => {
    const path = await file('large.har', har([entry(flips, page({})), entry(flips, { text })]));
    const { report, broken } = await checked(path);
    expect([report.outcome, broken]).toEqual(['undecided', []]);
    expect(JSON.stringify(report)).toContain('which the suite does not read');
  });

  test('with an exchange that takes too long to judge is undecided', async () => {
    const schema = { type: 'object', properties: { v: { pattern: '^(a+)+$' } } };
    const content = { 'application/json': { schema } };
    const paths = { '/odd': { get: { responses: { 200: { description: '', content } } } } };
    const path = await file(
      'api.json',
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Odd', version: '1' }, paths }),
    );
    const recording = await file(
      'slow.har',
      har(['a', `${'a'.repeat(40)}!`].map((v) => entry('https://example.org/odd', { text: JSON.stringify({ v }) }))),
    );
    const report = await checkRecording(recording, {
      contract: await contractFor({ document: path }),
      target: { services: {}, allowInconclusive: [] },
      milliseconds: 3_000,
    });
    expect(report).toMatchObject({ outcome: 'undecided', services: [{ requests: 2 }] });
    const unjudged = report.services.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict === 'unjudged'));
    expect(unjudged).toMatchObject([
      { reasons: [{ reason: '1 exchange could not be judged: judging it took too long' }] },
    ]);
  });

  test('is judged with HEAD and OPTIONS where the document has them, and the others are counted', async () => {
    const paths = { '/odd': { head: { responses: { 204: { description: '' } } } } };
    const path = await file(
      'head.json',
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Odd', version: '1' }, paths }),
    );
    const notes: string[] = [];
    const recorded = (method: string, status: number) =>
      entry('https://example.org/odd', {}, { request: { method }, response: { status, headers: [], content: {} } });
    const check = async (...entries: readonly object[]) => {
      const contract = await contractFor({ document: path });
      const target = { services: {}, allowInconclusive: [] };
      return checkRecording(await file('head.har', har(entries)), {
        contract,
        target,
        onNote: (one) => notes.push(one),
      });
    };
    const fine = await check(recorded('HEAD', 204), recorded('OPTIONS', 204));
    expect(fine).toMatchObject({ outcome: 'conformant', services: [{ requests: 1 }] });
    expect(notes).toContain('entries that were not judged: 1 that match no operation');
    expect(await check(recorded('HEAD', 200))).toMatchObject({ outcome: 'not conformant' });
  });

  test('whose reading is interrupted is reported as far as it was read, and never conformant', async () => {
    const path = await file('long.har', har(Array.from({ length: 600 }, () => entry(flips, page({})))));
    const stop = new AbortController();
    const onRead = () => stop.abort();
    const target = { services: {}, allowInconclusive: [] };
    const report = await checkRecording(path, { contract, target, onRead, stop: stop.signal });
    expect(report).toMatchObject({ outcome: 'undecided', ended: 'interrupted', services: [{ unreachable: null }] });
    expect(report.services[0]?.requests).toBeLessThan(600);
  });

  test('that does not exist is reported with a hint', async () => {
    await expect(checked(join(folder, 'nowhere.har'))).rejects.toThrow(
      /cannot be read \(ENOENT\).*the address of a service/,
    );
  });
});
