import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@wallet-services/kit/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openContract } from '../run/contract.ts';
import { contractFor } from '../run/document.ts';
import type { RunReport } from '../run/report.ts';
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

const nothing = { services: {}, allowInconclusive: [] };

async function checked(path: string) {
  const notes: string[] = [];
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

  test.each<[string, ReturnType<typeof entry>]>([
    ['a scheme in capitals', entry(flips.replace('https', 'HTTPS'), page({}))],
    ['a cache that was not used', entry(flips, page({}), { own: { _fromCache: false } })],
  ])('is read with %s', (_, one) => expect(entryOf(one)).toHaveProperty('recorded'));

  test.each<[string, object]>([
    ['without a response', entry(flips, {}, { response: { status: 0 } })],
    ['without the whole body', entry(flips, { size: 900 })],
    ['without the whole body', entry(flips, {})],
    ['without the whole body', entry(flips, { size: -1 })],
    ['without the whole body', entry(flips, { text: { flips: [] } })],
    ['without the whole body', entry(flips, { text: '@@@@', encoding: 'base64' })],
    ['without the whole body', entry(flips, { text: 'e30=', encoding: 'base32' })],
    ['without the whole body', entry(flips, { text: '{', comment: 'cut after 65536 characters' })],
    ['from the cache', entry(flips, page({}), { own: { _fromCache: 'disk' } })],
    ['from the cache', entry(flips, {}, { response: { status: 304 } })],
    ['that the document is not about', entry('wss://api.example.org/vault/flips', {})],
    ['with redacted values', entry(flips, { text: '{"token":"***"}' })],
    ['that are not requests', { request: 'GET' }],
    ['that are not requests', entry('no address', {})],
    ['that are not requests', {}],
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

  /** A document with one operation, and its schema. */
  async function documented(schema: object) {
    const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
    const paths = { '/odd': { get: { responses } } };
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Odd', version: '1' }, paths });
    return contractFor({ document: await file('api.json', text) });
  }
  const answered = (value: unknown, padding = '') =>
    entry('https://example.org/odd', { text: JSON.stringify(value) + padding });
  const reasonsIn = ({ services }: RunReport) =>
    services
      .flatMap(({ checks }) => checks.filter(({ verdict }) => verdict === 'unjudged'))
      .flatMap((one) => one.reasons);

  test('with an exchange that takes too long to judge is undecided', async () => {
    const contract = await documented({ type: 'object', properties: { v: { pattern: '^(a+)+$' } } });
    const recording = await file('slow.har', har([answered({ v: 'a' }), answered({ v: `${'a'.repeat(40)}!` })]));
    const report = await checkRecording(recording, { contract, target: nothing, limits: { milliseconds: 1_800 } });
    expect(report).toMatchObject({ outcome: 'undecided', services: [{ requests: 2 }] });
    // The schema has a limit of its own, which comes first on a slow machine.
    expect(reasonsIn(report)).toMatchObject([{ reason: expect.stringContaining('took too long') }]);
  });

  describe('with exchanges that take too much memory to judge', () => {
    const limits = { mebibytes: 40, milliseconds: 60_000 };
    const schema = { type: 'object', properties: { v: { type: 'array', items: { type: 'object' } } } };
    const [fine, wrong] = [answered({ v: [] }), answered({ v: 1 })];
    const excessive = answered({ v: Array.from({ length: 60_000 }, (_, at) => ({ [`${at}`.padEnd(110, 'n')]: {} })) });

    test('is judged without these, and they are counted', async () => {
      const contract = await documented(schema);
      const recording = await file('large.har', har([wrong, excessive, fine]));
      const report = await checkRecording(recording, { contract, target: nothing, limits });
      expect(report).toMatchObject({ outcome: 'not conformant', services: [{ requests: 3 }] });
      expect(reasonsIn(report)).toEqual([
        expect.objectContaining({ reason: '1 exchange could not be judged: judging it took too much memory' }),
      ]);
    });

    test('is undecided where there are many, with all that was lost', async () => {
      const contract = await documented(schema);
      const recording = await file('larger.har', har([wrong, ...Array.from({ length: 4 }, () => excessive), fine]));
      const report = await checkRecording(recording, { contract, target: nothing, limits });
      expect(report).toMatchObject({ outcome: 'undecided', services: [{ requests: 6 }] });
      expect(reasonsIn(report).map(({ reason }) => reason)).toEqual([
        '4 exchanges could not be judged: judging it took too much memory',
        '1 exchange could not be judged: the process that had judged them ended',
      ]);
    });
  });

  test.each([
    ['as text', { text: `\uFEFF${page({}).text}` }],
    ['in base64', { text: Buffer.from(`\uFEFF${page({}).text}`).toString('base64'), encoding: 'base64' }],
  ])('shows a byte order mark before a body, %s', async (name, content) => {
    const { broken } = await checked(await file('mark.har', har([entry(flips, content)])));
    expect(broken, name).toEqual(['wire.json', 'vault.json.bodies']);
  });

  test.each([
    ['without the whole body', { size: 9 }],
    ['with redacted values', page({ ts: '***' })],
  ])('is undecided with an exchange %s', async (why, content) => {
    const { report } = await checked(await file('gap.har', har([entry(flips, page({})), entry(flips, content)])));
    expect(report).toMatchObject({ outcome: 'undecided', services: [{ requests: 2 }] });
    expect(JSON.stringify(report)).toContain(`1 exchange could not be judged: recorded ${why}`);
    const elsewhere = [entry(flips, page({})), entry('https://api.example.org/style.css', content)];
    expect((await checked(await file('gap.har', har(elsewhere)))).report).toMatchObject({
      services: [{ requests: 1 }],
    });
  });

  test('that takes longer than the run may is reported as far as it was read, and never conformant', async () => {
    const path = await file('long.har', har(Array.from({ length: 600 }, () => entry(flips, page({})))));
    const notes: string[] = [];
    const onNote = (note: string) => notes.push(note);
    const report = await checkRecording(path, { contract, target: nothing, maxMs: 1, onNote });
    expect(report).toMatchObject({ outcome: 'undecided', ended: 'time' });
    expect(notes.at(-1)).toMatch(/^entries that were not judged: .*not reached/);
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

  test('that is read only in part is reported as far as it was read, and never conformant', async () => {
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
