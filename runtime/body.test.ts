import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { receiveBody, type WithBody } from './body.ts';
import { readStream } from './bytes.ts';
import type { BodyShape } from './operation.ts';
import { Refusal } from './refusal.ts';

const LIMITS = { size: 100, time: 60_000 };
const JSON_BODY: BodyShape = { required: true };
const bytesOf = (text: string) => new TextEncoder().encode(text);

type Headers = Readonly<Record<string, string>>;

/** The parsed body, undefined when there is none, or the status and the message of the refusal. */
async function received(shape: BodyShape, headers: Headers, sent: string | Uint8Array, more: Partial<WithBody> = {}) {
  const bytes = typeof sent === 'string' ? bytesOf(sent) : sent;
  const request: WithBody = {
    header: (name) => headers[name],
    isConsumed: () => false,
    bytes: (limits) => readStream(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(), limits),
    ...more,
  };
  try {
    const parse = await receiveBody(request, shape, LIMITS);
    return await parse();
  } catch (error) {
    return error instanceof Refusal ? `${error.status} ${error.message}` : String(error);
  }
}

const json = (headers: Headers = {}): Headers => ({ 'content-type': 'application/json', ...headers });
const chunked = (type: string): Headers => ({ 'content-type': type, 'transfer-encoding': 'chunked' });
const FORM = 'application/x-www-form-urlencoded';
const form: BodyShape = {
  required: true,
  types: [FORM],
  fields: [
    { name: 'ids', type: 'integer', isList: true },
    { name: 'rate', type: 'number' },
    { name: 'open', type: 'boolean' },
    { name: 'more', type: 'json' },
  ],
};
const taking = (...types: string[]): BodyShape => ({ required: true, types });

describe('the body of a request', () => {
  it.each<[string, Headers, string | Uint8Array, unknown]>([
    ['is absent at the length 0', { 'content-length': '0' }, 'x', undefined],
    ['is absent at a length that is no number', { 'content-length': 'x' }, 'x', undefined],
    ['is absent without headers and bytes', {}, '', undefined],
    ['needs a content type, found by reading', {}, '{}', '415 the content type of the body is not application/json'],
    ['needs a content type, announced by a length', { 'content-length': '0x2' }, '{}', expect.stringMatching(/^415/)],
    [
      'needs a content type, announced by chunks',
      { 'transfer-encoding': 'chunked' },
      '',
      expect.stringMatching(/^415/),
    ],
    [
      'of another type',
      json({ 'content-type': 'text/plain', 'content-length': '1' }),
      '1',
      expect.stringMatching(/^415/),
    ],
    ['may come without announcement', json(), '[1]', [1]],
    ['in chunks', chunked('application/json; charset=UTF-8'), '[1]', [1]],
    ['in UTF-16', chunked('application/json;charset="utf-16le"'), new Uint8Array([0x37, 0]), 7],
    ['in Latin', chunked('application/json; charset=latin1'), '7', '415 the charset of the body is not supported'],
    ['in UTF-9', chunked('application/json; charset=utf-9'), '7', '415 the charset of the body is not supported'],
    ['in gzip', json({ 'content-encoding': 'GZIP' }), gzipSync('[1]'), [1]],
    [
      'in chunks, with a length that does not count',
      json({ 'transfer-encoding': 'chunked', 'content-length': '3' }),
      '[1]',
      [1],
    ],
    ['in no gzip', json({ 'content-encoding': 'gzip' }), '[1]', '400 the body cannot be decompressed'],
    ['in too much gzip', json({ 'content-encoding': 'gzip' }), gzipSync(' '.repeat(101)), '413 the body is too large'],
    ['in zip', json({ 'content-encoding': 'zip' }), '[1]', '415 the content encoding of the body is not supported'],
    ['in identity', json({ 'content-encoding': 'Identity' }), '[1]', [1]],
    ['as large as allowed', json({ 'content-length': '100' }), `[${'1'.padEnd(98)}]`, [1]],
    ['announced as larger', json({ 'content-length': '101' }), '[1]', '413 the body is too large'],
    ['larger than announced', json(), `[${'1'.padEnd(99)}]`, '413 the body is too large'],
    ['that is not JSON', json(), '[', '400 the body is not JSON'],
  ])('%s', async (_what, headers, sent, expected) => {
    expect(await received(JSON_BODY, headers, sent)).toEqual(expected);
  });

  it.each<[string, BodyShape, string, unknown]>([
    ['text/plain', taking('text/plain'), 'a', 'a'],
    ['image/png', taking('image/*'), 'a', bytesOf('a')],
    ['image/png; charset=latin1', taking('*/*'), 'a', bytesOf('a')],
    ['application/merge-patch+json', taking('text/plain', 'application/merge-patch+json'), '{"a":null}', { a: null }],
    [
      FORM,
      form,
      'ids=1&ids=2&rate=1.5&open=true&more=%5B1%5D&b=+',
      { ids: [1, 2], rate: 1.5, open: true, more: [1], b: ' ' },
    ],
    [FORM, form, 'ids=1&open=false', { ids: [1], open: false }],
    [FORM, form, 'rate=1&rate=2', '400 body field rate is given more than once'],
    [FORM, form, 'rate=x', '400 body field rate must be number'],
    [FORM, form, 'open=1', '400 body field open must be true or false'],
    [FORM, form, 'ids=1.5', '400 body field ids must be integer'],
    [FORM, form, 'ids=9007199254740993', '400 body field ids is beyond the integers that can be read exactly'],
    [FORM, form, 'more=[', '400 body field more is not JSON'],
  ])('of the type %s', async (type, shape, sent, expected) => {
    expect(await received(shape, chunked(type), sent)).toEqual(expected);
  });

  it.each<[string, Partial<WithBody>, unknown]>([
    ['has arrived', { here: () => '[2]' }, [2]],
    ['is read as text', { text: async () => '[3]' }, [3]],
    ['has arrived empty', { here: () => '' }, undefined],
    ['was parsed', { parsed: () => ({ a: [1, 2] }) }, { a: [1, 2] }],
    ['was read as the most text', { parsed: () => '1'.padEnd(100) }, 1],
    ['was read as one byte', { parsed: () => bytesOf('7') }, 7],
    ['was read as the most bytes', { parsed: () => bytesOf('1'.padEnd(100)) }, 1],
    ['was read as text', { parsed: () => '[4]' }, [4]],
    ['was read as much text', { parsed: () => ' '.repeat(101) }, '413 the body is too large'],
    ['was read as bytes', { parsed: () => bytesOf('[5]') }, [5]],
    ['was read as no bytes', { parsed: () => new Uint8Array() }, undefined],
    ['was read as many bytes', { parsed: () => new Uint8Array(101) }, '413 the body is too large'],
    ['was consumed', { isConsumed: () => true }, expect.stringMatching(/^TypeError: a middleware has read the body/)],
  ])('that %s', async (_what, more, expected) => {
    expect(await received(JSON_BODY, json({ 'content-length': '3' }), '[1]', more)).toEqual(expected);
  });

  it.each<[string, BodyShape, unknown, unknown]>([
    [FORM, form, { ids: ['1'], rate: '2' }, { ids: [1], rate: 2 }],
    [FORM, form, 'ids=1', { ids: [1] }],
    [FORM, form, null, null],
    [FORM, form, 5, 5],
    ['text/plain', taking('text/plain'), 'a', 'a'],
    ['image/png', taking('image/*'), new Uint8Array(), undefined],
    ['image/png', taking('image/*'), bytesOf('a'), bytesOf('a')],
  ])('that a middleware has parsed as %s', async (type, shape, given, expected) => {
    expect(await received(shape, chunked(type), '', { parsed: () => given })).toEqual(expected);
  });
});

describe('a body that has arrived as text', () => {
  const here = { here: () => '[9]', text: async () => '[9]' };
  const length = { 'content-length': '3' };

  it.each<[string, BodyShape, Headers, string | Uint8Array, unknown]>([
    ['is parsed as JSON', JSON_BODY, json(length), '[1]', [9]],
    [
      'is not taken when it is compressed',
      JSON_BODY,
      json({ ...length, 'content-encoding': 'gzip' }),
      gzipSync('1'),
      1,
    ],
    ['is not taken without a length', JSON_BODY, chunked('application/json'), '[1]', [1]],
    [
      'is not taken when it is not UTF-8',
      JSON_BODY,
      { 'content-type': 'application/json; charset=utf-16le', ...length },
      Uint8Array.of(0x37, 0),
      7,
    ],
    ['is not taken when it is not JSON', taking('text/plain'), { 'content-type': 'text/plain', ...length }, 'a', 'a'],
  ])('%s', async (_what, shape, headers, sent, expected) => {
    expect(await received(shape, headers, sent, here)).toEqual(expected);
  });
});

describe('a body without announcement', () => {
  const given = { parsed: () => [1] };

  it('that was parsed needs its type', async () => {
    expect(await received(JSON_BODY, json(), '', given)).toEqual([1]);
    expect(await received(JSON_BODY, {}, '', given)).toMatch(/^415/);
  });

  it('may be absent after it was consumed', async () => {
    expect(await received(JSON_BODY, {}, '', { isConsumed: () => true })).toBeUndefined();
  });
});

describe('a rejection', () => {
  const refusalOf = async (headers: Headers, sent: string) => {
    let isRead = false;
    const request: WithBody = {
      header: (name) => headers[name],
      isConsumed: () => false,
      bytes: async () => {
        isRead = true;
        return bytesOf(sent);
      },
    };
    const refusal: unknown = await Promise.try(() =>
      receiveBody(request, taking('application/json', 'text/plain'), LIMITS),
    ).catch((error: unknown) => error);
    return { refusal, isRead };
  };

  it('of a type names those that are accepted', async () => {
    expect(await refusalOf(chunked('image/png'), '')).toMatchObject({
      refusal: { status: 415, headers: { Accept: 'application/json, text/plain' } },
      isRead: false,
    });
  });

  it('of a charset comes before the body is read', async () => {
    const { refusal, isRead } = await refusalOf(chunked('text/plain; charset=latin1'), 'a');
    expect([refusal, isRead]).toEqual([expect.objectContaining({ status: 415 }), false]);
  });

  it('of an encoding has its cause', async () => {
    const { refusal } = await refusalOf({ ...chunked('text/plain'), 'content-encoding': 'gzip' }, 'a');
    expect(refusal).toMatchObject({ status: 400, cause: { status: 400, cause: expect.any(Error) } });
  });
});

describe('a multipart body', () => {
  const fields: BodyShape = {
    ...taking('multipart/form-data'),
    fields: [
      { name: 'file', type: 'file' },
      { name: 'count', type: 'integer' },
    ],
  };
  const multipart = async (parts: readonly (readonly [string, string | Blob])[]) => {
    const data = new FormData();
    for (const [name, part] of parts) data.append(name, part);
    const made = new Response(data);
    const sent = new Uint8Array(await made.arrayBuffer());
    const shape = { ...LIMITS, size: 100_000 };
    const request: WithBody = {
      header: (name) => chunked(made.headers.get('content-type') ?? '')[name],
      isConsumed: () => false,
      bytes: async () => sent,
    };
    try {
      return await (await receiveBody(request, fields, shape))();
    } catch (error) {
      return error instanceof Refusal ? `${error.status} ${error.message}` : String(error);
    }
  };

  it('has its fields and its files', async () => {
    const read = await multipart([
      ['count', '3'],
      ['file', new Blob(['a'])],
    ]);
    expect(read).toEqual({ count: 3, file: expect.any(File) });
  });

  it.each<[readonly (readonly [string, string | Blob])[], string]>([
    [[['file', 'text']], '400 body field file must be a file'],
    [[['count', new Blob(['1'])]], '400 body field count must not be a file'],
    [Array.from({ length: 1_001 }, (_, place) => [`p${place}`, ''] as const), '413 the form has more than 1000 pairs'],
  ])('%# is rejected', async (parts, message) => {
    expect(await multipart(parts)).toContain(message);
  });

  it('may have a thousand parts', async () => {
    const read = await multipart(
      Array.from(
        { length: 1_000 },
        (_, place) => [place === 0 ? 'file' : `p${place}`, place === 0 ? new Blob([]) : ''] as const,
      ),
    );
    expect(Object.keys(Object(read))).toHaveLength(1_000);
  });

  it('without a boundary is rejected', async () => {
    expect(await received(fields, chunked('multipart/form-data'), 'x')).toBe('400 the body is not a multipart form');
  });

  it.each<[object, unknown]>([
    [
      { count: '3', file: new File([], 'a') },
      { count: 3, file: expect.any(File) },
    ],
    [{ count: 3 }, expect.stringContaining('request.body has none of the files (file)')],
    [{ count: '3' }, expect.stringContaining('request.body has none of the files (file)')],
    [{ file: 'a' }, expect.stringContaining('request.body has none of the files (file)')],
    [{ file: { path: 'a' } }, expect.stringContaining('request.body has no File in field file')],
  ])('that a middleware has parsed, %#', async (given, expected) => {
    expect(await received(fields, chunked('multipart/form-data'), '', { parsed: () => given })).toEqual(expected);
  });
});
