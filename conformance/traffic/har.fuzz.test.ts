import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@wallet-services/kit/errors';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../model/values/json.ts';
import { entryOf, readHar } from './har.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The valid value, or any other one. */
const or = (...meant: readonly unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...meant) }, fc.jsonValue());
const list = fc.oneof(
  fc.array(fc.record({ name: or('Cookie', 'content-type', ':path', ''), value: or('a', '***') })),
  fc.jsonValue(),
);

const entry = fc.record(
  {
    startedDateTime: or('2021-08-17T11:14:49Z', 'yesterday', 1e21),
    time: or(12, -1, 1e308),
    request: fc.oneof(
      fc.record({
        method: or('get', 'POST', 'OPTIONS', ''),
        url: or('http://127.0.0.1/a?b=c', 'file:///etc', 'http://['),
        headers: list,
        cookies: list,
        postData: or({ text: '{"a":1}' }, { text: 1, comment: 'cut after 5 characters' }, null),
      }),
      fc.jsonValue(),
    ),
    response: fc.oneof(
      fc.record({
        status: or(200, 0, 304, 99.5, 1e9),
        headers: list,
        content: or(
          { text: 'e30=', encoding: 'base64', size: 2 },
          { text: '{}', mimeType: 'application/json' },
          { size: 5 },
        ),
      }),
      fc.jsonValue(),
    ),
    _fromCache: or('disk'),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

it('reads an entry into a request and a response, or returns why it is skipped', () => {
  fc.assert(
    fc.property(entry, (one) => {
      const read = entryOf(one);
      if (!('recorded' in read)) return;
      const { method, url, status, headers, began, at } = read.recorded;
      expect(method).toBe(method.toUpperCase());
      expect(url).toMatch(/^https?:/);
      expect(status).toSatisfy((code: number) => Number.isInteger(code) && code >= 100 && code <= 599);
      expect(Object.values(headers).every((value) => typeof value === 'string')).toBe(true);
      expect(Number.isFinite(began) && at >= began).toBe(true);
    }),
  );
});

it('reads every entry of an archive, and some of a damaged one, with a reason', async () => {
  const path = join(folder, 'damaged.har');
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { maxLength: 3 }),
      fc.nat(),
      fc.nat(20),
      fc.string(),
      async (entries, at, count, instead) => {
        const text = JSON.stringify({ log: { version: '1.2', entries } });
        await writeFile(path, text);
        let read: JsonObject[] = [];
        for await (const some of readHar(path)) read.push(...some);
        const written: readonly unknown[] = JSON.parse(JSON.stringify(entries));
        expect(read).toEqual(written.map((one) => (isObject(one) ? one : {})));
        read = [];
        const place = at % text.length;
        await writeFile(path, text.slice(0, place) + instead + text.slice(place + count));
        try {
          for await (const some of readHar(path)) read.push(...some);
        } catch (error) {
          expect(error).toBeInstanceOf(UsageError);
        }
        expect(read.every(isObject)).toBe(true);
      },
    ),
  );
});
