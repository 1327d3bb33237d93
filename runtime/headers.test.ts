import { describe, expect, it } from 'vitest';
import { merged, sentHeaders } from './headers.ts';

/** As plain data: `sentHeaders` returns an object without a prototype. */
const sent = (given: unknown) => ({ ...sentHeaders(given) });

describe('the headers of an answer', () => {
  it.each([
    [{ 'X-A': ' b ' }, { 'X-A': 'b' }],
    [
      { 'X-A': 5, 'X-B': true },
      { 'X-A': '5', 'X-B': 'true' },
    ],
    [{ 'X-A': undefined }, {}],
    [{ 'x-a': '1', 'X-A': '2', 'X-a': '3' }, { 'x-a': '3' }],
    [{ 'X A': undefined }, {}],
    [{ vary: 'Accept', Vary: 'Origin' }, { vary: 'Accept, Origin' }],
    [{ 'Set-Cookie': ['a=1', 'b=2'], 'set-cookie': 'c=3' }, { 'Set-Cookie': ['a=1', 'b=2', 'c=3'] }],
    [{ Link: ['<a>', '<b>'] }, { Link: '<a>, <b>' }],
    [{ 'content-length': '5', 'Content-Type': 'text/html', 'Transfer-Encoding': 'chunked', TE: 'x' }, {}],
    [{ Connection: 'close' }, { Connection: 'close' }],
    [{ Connection: 'upgrade' }, {}],
    [{ 'Content-Encoding': 'Identity' }, { 'Content-Encoding': 'Identity' }],
    [[['X-A', 'b']], { 'X-A': 'b' }],
    [new Map([['X-A', 'b']]), { 'X-A': 'b' }],
    [new Headers({ 'X-A': 'b' }), { 'x-a': 'b' }],
    [{ 'X-A': 'caf\u00e9\t' }, { 'X-A': 'caf\u00e9' }],
    [{ 'X-A': '' }, { 'X-A': '' }],
  ])('%j', (given, expected) => expect(sent(given)).toEqual(expected));

  it('are left out when there are none', () => {
    expect([undefined, null, {}, { 'Content-Length': '1' }].map(sentHeaders)).toEqual(Array(4).fill(undefined));
  });

  it.each([
    { 'X-A': 'a\r\nb' },
    { 'X-A': 'a\0' },
    { 'X-A': '\u20ac' },
    { 'X-A': '\x7f' },
    { 'X-A': null },
    { 'X-A': {} },
    { 'X-A': ['a', null] },
    { 'X A': 'a' },
    { '': 'a' },
    { 'X-\u00e4': 'a' },
    { ':status': '200' },
    { 'Content-Encoding': ['identity', 'gzip'] },
    [[1, 'a']],
    'X-A: b',
    ['X-A'],
  ])('cannot be %j', (given) =>
    expect(() => sentHeaders(given)).toThrow(expect.objectContaining({ name: 'HeaderError' })),
  );

  it.each([
    [{ 'X-A': null }, 'the header X-A must be text, not null'],
    [{ 'X-A': {} }, 'the header X-A must be text, not object'],
  ])('cannot be %j: %s', (given, message) => expect(() => sentHeaders(given)).toThrow(message));

  it('are not repeated in the message', () => {
    expect(() => sentHeaders({ 'X-A': 'hunter2\n' })).toThrow(
      /^the header X-A has a character that HTTP does not allow$/,
    );
  });
});

describe('in addition to those of a middleware', () => {
  it.each([
    ['X-A', undefined, 'b', 'b'],
    ['Set-Cookie', undefined, ['a=1'], ['a=1']],
    ['Vary', 'Origin', ['Accept', 'X-A'], 'Origin, Accept, X-A'],
    ['Via', 'a', ['a', 'b'], 'a, a, b'],
    ['X-A', 'a', 'b', 'b'],
    ['Cache-Control', 'no-store', 'max-age=1', 'max-age=1'],
    ['vary', 'Origin', 'accept, ORIGIN', 'Origin, accept'],
    ['Allow', 'GET', 'get, PUT', 'GET, PUT'],
    ['Access-Control-Expose-Headers', 'X-A', 'X-B, x-a', 'X-A, X-B'],
    ['Set-Cookie', 'a=1', ['b=2'], ['a=1', 'b=2']],
    ['Set-Cookie', ['a=1'], 'b=2', ['a=1', 'b=2']],
    ['Server-Timing', 'a;dur=1', 'b;dur=2', 'a;dur=1, b;dur=2'],
    ['Link', ['<a>', '<b>'], '<c>', '<a>, <b>, <c>'],
  ] as const)('%s: %j and %j', (name, before, value, expected) =>
    expect(merged(name, before, value)).toEqual(expected),
  );
});
