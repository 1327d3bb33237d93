import { describe, expect, it } from 'vitest';
import { fittingAnswers, preferencesIn, wishIn } from './prefer.ts';

const shown = [
  { status: '200', name: 'one', body: { data: [1] } },
  { status: '404', name: 'not-found', body: { code: 404, msg: 'not there' } },
  { status: '4XX', name: 'not-valid', body: { code: 422, msg: 'not valid', hint: 'mend it' } },
  { status: '4XX', name: 'busy', body: { code: 429, msg: 'too many' } },
];

describe('the header Prefer', () => {
  it.each([
    ['code=429, example=busy', { code: '429', example: 'busy' }],
    ['Code = 429;why="a, b", EXAMPLE="two words"', { code: '429', example: 'two words' }],
    ['code=1, code=2', { code: '1' }],
    ['respond-async,, ;x=1, wait=10', { 'respond-async': '', wait: '10' }],
    ['"', {}],
  ])('%s is read', (header, expected) => {
    expect(Object.fromEntries(preferencesIn(header))).toEqual(expected);
  });

  it('takes no time to read, whatever it holds', () => {
    for (const header of ['"'.repeat(16_000), `${' '.repeat(16_000)}=`, 'a="'.repeat(5_000)]) {
      expect(preferencesIn(header).size).toBeLessThanOrEqual(1);
    }
  });

  it('may wish for nothing', () => {
    expect(wishIn(new Map([['wait', '1']]))).toBeUndefined();
  });

  it.each(['0', '42', '600', '4xx', '', '429.0'])('has no status %j', (code) => {
    expect(wishIn(new Map([['code', code]]))).toMatchObject({ code: 400 });
  });
});

describe('the answer that fits', () => {
  it.each([
    [{ code: 200 }, { status: 200, name: 'one', body: { data: [1] } }],
    [{ code: 404 }, { status: 404, body: { code: 404 } }],
    [{ code: 429 }, { status: 429, name: 'busy', body: { msg: 'too many' } }],
    [{ code: 409 }, { status: 409, name: undefined, body: { code: 409, msg: 'conflict' } }],
    [{ code: 499 }, { status: 499, body: { code: 499, msg: 'refused' } }],
    [{ example: 'busy' }, { status: 429 }],
    [
      { code: 409, example: 'busy' },
      { status: 409, name: 'busy', body: { code: 409, msg: 'too many' } },
    ],
  ])('%j gets what the document shows', (wish, expected) => {
    expect(fittingAnswers(shown, wish, 'readIt')).toMatchObject([expected]);
  });

  it.each([
    [{ code: 503 }, 'readIt has no response with status 503', 'it has: 200, 404, 4XX'],
    [
      { example: 'gone' },
      'readIt has no example gone',
      'it has: one (200), not-found (404), not-valid (422), busy (429)',
    ],
    [{ code: 404, example: 'busy' }, 'readIt has no example busy with status 404', expect.any(String)],
  ])('%j gets what there is', (wish, msg, hint) => {
    expect(fittingAnswers(shown, wish, 'readIt')).toEqual({ code: 404, msg, hint });
  });
});
