import { describe, expect, test } from 'vitest';
import { LONGEST_ANSWER } from '../values/limits.ts';
import { type BodyShape, readBody } from './body.ts';

/** The value of a body, or the message of the error. */
async function read(body: BodyInit | null, shape?: BodyShape): Promise<unknown> {
  return readBody(new Response(body), shape).catch((error: unknown) => `${error}`);
}

const OPEN: BodyShape = { isOpen: true };
const rounded = (name: string) => `Malformed: has a number that JavaScript would round, in ${name}`;

describe('a body', () => {
  test.each<[string, BodyShape | undefined, unknown]>([
    ['{"a":[1]}', undefined, { a: [1] }],
    ['[1]', undefined, 'Malformed: is no object'],
    ['null', undefined, 'Malformed: is no object'],
    ['"a"', {}, 'Malformed: is no object'],
    ['{}', { lists: [''] }, 'Malformed: is no list'],
    ['[1]', { lists: [''] }, [1]],
    ['null', { lists: [''] }, []],
    ['null', OPEN, null],
    ['5', OPEN, 5],
    ['', OPEN, 'Malformed: is empty'],
    ['[', OPEN, 'Malformed: is not JSON'],
    ['{"a":null,"b":null}', { lists: ['a', 'c'] }, { a: [], b: null }],
    ['{"a":{"b":null}}', { lists: ['a.b'] }, { a: { b: [] } }],
    ['{"a":[{"b":null},{"b":[1]},{},5,null]}', { lists: ['a.*.b'] }, { a: [{ b: [] }, { b: [1] }, {}, 5, null] }],
    ['{"a":[null,[1]]}', { lists: ['a.*'] }, { a: [[], [1]] }],
    ['{"*":null}', { lists: ['*'] }, { '*': [] }],
    ['{"a":[1]}', { lists: ['a.b'] }, { a: [1] }],
  ])('%s with %j is %j', async (text, shape, expected) => {
    expect(await read(text, shape)).toEqual(expected);
  });

  test('in pieces is joined', async () => {
    const pieces = ['{"a', '":', '"\u00e9"}'].map((piece) => new TextEncoder().encode(piece));
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    expect(await read(body)).toEqual({ a: '\u00e9' });
    expect(await read(null)).toBe('Malformed: is empty');
  });

  test('that is not UTF-8 is malformed', async () => {
    expect(await read(Uint8Array.of(0x22, 0xff, 0x22))).toBe('Malformed: is not UTF-8');
  });
});

describe('a number', () => {
  test.each<[string, unknown]>([
    ['[9007199254740991,-9007199254740991]', [9007199254740991, -9007199254740991]],
    ['[1,9007199254740992]', rounded('1')],
    ['{"a":-9007199254740993}', rounded('a')],
    ['9007199254740993', rounded('')],
    [' 9007199254740993\n', rounded('')],
    ['1e16', rounded('')],
    ['[ 9007199254740993 ]', rounded('0')],
    ['{"a":{"b" :\t9007199254740993}}', rounded('b')],
    ['[{},9007199254740993,true]', rounded('1')],
    ['[9007199254740993,"a"]', rounded('0')],
    ['[12e15,null]', rounded('0')],
    ['[1234567890123456e-1]', [123456789012345.6]],
    ['["a", -1e2,\n9e2]', ['a', -100, 900]],
    ['[1e16]', rounded('0')],
    ['[1E+400]', rounded('0')],
    ['[1e2,1e-20,1e+2]', [100, 1e-20, 100]],
    ['[1.2345678901234567]', [1.2345678901234567]],
    ['[1.23456789012345678]', rounded('0')],
    ['[0.00000000000000000012]', [1.2e-19]],
    ['{"a":"9007199254740993","b": 9007199254740993}', rounded('b')],
    ['"9007199254740993"', '9007199254740993'],
  ])('in %s is %j', async (text, expected) => {
    expect(await read(text, OPEN)).toEqual(expected);
  });
});

describe('a length', () => {
  const measured = (lengths: readonly number[], headers = {}) => {
    let isCancelled = false;
    const pieces = [...lengths];
    const body = new ReadableStream({
      pull(controller) {
        const byteLength = pieces.shift();
        if (byteLength === undefined) controller.close();
        else controller.enqueue({ byteLength });
      },
      cancel() {
        isCancelled = true;
      },
    });
    const response = { body, headers: new Headers(headers) } as unknown as Response;
    return readBody(response).then(String, (error: unknown) => [`${error}`, isCancelled]);
  };

  test.each<[readonly number[], object, string, boolean]>([
    [[LONGEST_ANSWER], {}, 'Malformed: is not UTF-8', false],
    [[LONGEST_ANSWER, 1], {}, 'Malformed: is too long', true],
    [[LONGEST_ANSWER + 1], {}, 'Malformed: is too long', true],
    [[1], { 'Content-Length': `${LONGEST_ANSWER}` }, 'Malformed: is not UTF-8', false],
    [[1], { 'Content-Length': `${LONGEST_ANSWER + 1}` }, 'Malformed: is too long', true],
  ])('%j with %j: %s', async (lengths, headers, message, isCancelled) => {
    expect(await measured(lengths, headers)).toEqual([message, isCancelled]);
  });

  test('that is announced too long needs no body', async () => {
    const response = new Response(null, { headers: { 'Content-Length': `${LONGEST_ANSWER + 1}` } });
    await expect(readBody(response)).rejects.toThrow('is too long');
  });
});

describe('a body that breaks off', () => {
  const failing = (error: unknown) =>
    new ReadableStream({
      pull(controller) {
        controller.error(error);
      },
    });
  const caused = (cause: unknown) => new TypeError('terminated', { cause });

  test.each(['Z_DATA_ERROR', 'ERR_ZLIB_X', 'ERR__BROTLI_X', 'ERR_PADDING_1', 'ERR_ZSTD_X'])(
    'for the code %s is not encoded as announced',
    async (code) => {
      expect(await read(failing(caused({ code })))).toBe('Malformed: is not encoded as its Content-Encoding says');
    },
  );

  test.each([caused({ code: 'ECONNRESET' }), caused({ code: 'XZ_' }), caused(null), caused('text'), 'text', null])(
    'for %s fails with that',
    async (error) => {
      await expect(readBody(new Response(failing(error)))).rejects.toBe(error);
    },
  );
});
