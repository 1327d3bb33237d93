import { describe, expect, it } from 'vitest';
import { fittingAnswers, isUnfit, preferencesIn, wishIn } from './prefer.ts';

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

  it('is read fast, whatever it contains', () => {
    for (const header of ['"'.repeat(16_000), `${' '.repeat(16_000)}=`, 'a="'.repeat(5_000)]) {
      expect(preferencesIn(header).size).toBeLessThanOrEqual(1);
    }
  });

  it('may contain no preference', () => {
    expect(wishIn(new Map([['wait', '1']]))).toBeUndefined();
  });

  it.each([
    [[['code', '404']], { code: 404, example: undefined }],
    [[['example', 'busy']], { code: undefined, example: 'busy' }],
    [
      [
        ['code', '201'],
        ['example', 'busy'],
      ],
      { code: 201, example: 'busy' },
    ],
  ] as const)('wishes %j', (preferences, wish) => {
    const read = wishIn(new Map(preferences));
    expect(read).toEqual(wish);
    expect(read !== undefined && isUnfit(read)).toBe(false);
  });

  it.each(['0', '42', '600', '4xx', '', '429.0', '1404', '4x4', '40x'])('has no status %j', (code) => {
    const msg = 'code in the header Prefer must be an HTTP status from 200 to 599';
    const unfit = wishIn(new Map([['code', code]]));
    expect(unfit).toEqual({ code: 400, msg, hint: 'such as Prefer: code=404' });
    expect(unfit !== undefined && isUnfit(unfit)).toBe(true);
  });

  it('rejects an empty example name', () => {
    const msg = 'example in the header Prefer must be a name';
    expect(wishIn(new Map([['example', '']]))).toEqual({ code: 400, msg, hint: 'such as Prefer: example=not-found' });
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
  ])('%j gets the list of what is available', (wish, msg, hint) => {
    expect(fittingAnswers(shown, wish, 'readIt')).toEqual({ code: 404, msg, hint });
  });
});

describe('a code in the body that is not a status of its answer', () => {
  const answer = (status: string, code: unknown) => [{ status, name: 'own', body: { code, msg: 'own code' } }];

  it.each([
    ['4XX', 41, 400],
    ['4XX', 4, 400],
    ['4XX', 4000, 400],
    ['4XX', -404, 400],
    ['4XX', 404.5, 400],
    ['4XX', '404', 400],
    ['4XX', 399, 400],
    ['4XX', 400, 400],
    ['4XX', 499, 499],
    ['4XX', 500, 400],
    ['5XX', 5, 500],
    ['5XX', 600, 500],
    ['2XX', 20, 200],
    ['404', 41, 404],
    ['default', 41, 200],
    ['default', 199, 200],
    ['default', 200, 200],
    ['default', 599, 599],
    ['default', 600, 200],
  ])('in the answer %s, the code %j gives the status %i', (status, code, expected) => {
    expect(fittingAnswers(answer(status, code), { example: 'own' }, 'readIt')).toEqual([
      { status: expected, response: status, name: 'own', body: { code, msg: 'own code' } },
    ]);
  });

  it.each([
    [200, 200],
    [199, 500],
  ])('beside a documented success, the code %i gives an answer for the rest the status %i', (code, expected) => {
    const both = [{ status: '200', name: 'fine', body: {} }, ...answer('default', code)];
    expect(fittingAnswers(both, { example: 'own' }, 'readIt')).toMatchObject([{ status: expected }]);
  });

  it('stays in the body when another status is preferred', () => {
    for (const wish of [{ code: 409, example: 'own' }, { code: 409 }]) {
      expect(fittingAnswers(answer('4XX', 41), wish, 'readIt')).toMatchObject([
        { status: 409, body: { code: 41, msg: 'own code' } },
      ]);
    }
  });

  it('is not listed among the examples when it has no name', () => {
    const bare = [{ status: '200' }, { status: '404' }];
    expect(fittingAnswers(bare, { example: 'own' }, 'readIt')).toMatchObject({ hint: 'it has: none' });
    expect(fittingAnswers([...bare, ...answer('404', 1)], { example: 'x' }, 'readIt')).toMatchObject({
      hint: 'it has: own (404)',
    });
  });

  it('has its status in the list of the examples', () => {
    expect(fittingAnswers(answer('default', 41), { example: 'other' }, 'readIt')).toMatchObject({
      hint: 'it has: own (200)',
    });
  });
});

describe('the only answer that can be successful', () => {
  const examples = [
    { status: 'default', name: 'fine', body: { a: 1 } },
    { status: 'default', name: 'wrong', body: { code: 422 } },
  ];

  it.each([
    [[], 200],
    [[{ status: '404' }, { status: '5XX' }], 200],
    [[{ status: '200', name: 'own', isOwn: true }], 200],
    [[{ status: '201' }], 500],
    [[{ status: '2XX' }], 500],
  ] as const)('beside %j, default has the status %i', (others, status) => {
    const all = [...others, ...examples];
    expect(fittingAnswers(all, { example: 'fine' }, 'readIt')).toMatchObject([{ status, body: { a: 1 } }]);
    expect(fittingAnswers(all, { example: 'wrong' }, 'readIt')).toMatchObject([{ status: 422 }]);
    expect(fittingAnswers(all, { code: 500 }, 'readIt')).toMatchObject([{ status: 500 }]);
    const hint = expect.stringContaining(`fine (${status}), wrong (422)`);
    expect(fittingAnswers(all, { example: 'none' }, 'readIt')).toMatchObject({ hint });
  });
});

describe('the answer for every status without one of its own', () => {
  const answers = [
    { status: '404', name: 'gone', body: { code: 404 } },
    { status: '4XX', name: 'wrong', body: { code: 400, msg: 'wrong' } },
    { status: 'default', name: 'other', body: { code: 500, msg: 'failed' } },
  ];

  it.each([
    [{ code: 503 }, { status: 503, body: { code: 503, msg: 'service unavailable' } }],
    [
      { code: 503, example: 'other' },
      { status: 503, name: 'other', body: { code: 503, msg: 'failed' } },
    ],
    [{ code: 409 }, { status: 409, body: { code: 409, msg: 'conflict' } }],
    [{ code: 404 }, { status: 404, name: 'gone' }],
  ])('%j', (wish, expected) => {
    expect(fittingAnswers(answers, wish, 'readIt')).toMatchObject([expected]);
  });
});
