import { describe, expect, onTestFinished, test } from 'vitest';
import { BadExpression, compile, isUndecided } from './compile.ts';

const flip = {
  bid: '1.50',
  tab: '2',
  count: 2,
  half: 0.5,
  events: [{ at: 1 }, { at: 2 }],
  at: '2021-08-17T11:14:49Z',
  none: null,
};

describe('an expression', () => {
  test.each([
    ['decimal_le(this.bid, this.tab)', true],
    ['decimal_lt(this.tab, this.bid)', false],
    ['decimal_eq(this.bid, "1.5")', true],
    ['decimal_ge(this.tab, "2.000")', true],
    ['decimal_gt(this.tab, "2E+00")', false],
    ['decimal_eq(decimal_add("0.1", "0.2"), "0.3")', true],
    ['decimal_sub("1", "1.00000000000000000001") == "-0.00000000000000000001"', true],
    [
      'decimal_mul("123456789012345678.9", "987654321098765432.1") == "121932631137021795226185032733622923.35162"',
      false,
    ],
    ['decimal_mul("12345678901234567890123", "2") == "24691357802469135780246"', true],
    ['decimal_near(decimal_div("1", "3"), "0.33333333", "0.00000001")', true],
    ['decimal_near("26000.01", "26000", "0.01")', true],
    ['decimal_mul("12.50", this.count) == "25"', true],
    ['decimal_eq(decimal_mul(this.half, 3), 1.5)', true],
    ['decimal_add(0.1, 0.2) == "0.3"', true],
    ['decimal_le(this.count, this.tab) && !decimal_lt(2, 2.0)', true],
    ['decimal_near(this.bid, 2, this.half)', true],
    ['decimal_near("26000.02", "26000", "0.01")', false],
    ['decimal(this.bid) && !decimal(this.count) && !decimal("1.")', true],
    ['decimal("12.50") && decimal("-5") && !decimal("x1.5") && !decimal("1.5x") && !decimal("")', true],
    ['decimal_eq("-1", "-1.0") && decimal_eq("+1.", "1") && decimal_eq(".55", "0.55")', true],
    ['decimal_eq("2e3", "2000") && decimal_eq("2E-03", "0.002")', true],
    ['this.count == size(this.events)', true],
    ['this.events.all(event, event.at > 1)', false],
    ['instant(this.at) == instant("2021-08-17T16:14:49+05")', true],
    ['instant("2021-08-17T11:14:49.5Z") - instant(this.at) == 500.0', true],
    ['uuid_eq("0a1b2c3d-0000-4000-8000-00000000000f", "0A1B2C3D-0000-4000-8000-00000000000F")', true],
    ['uuid_eq("0A1B2C3D-0000-4000-8000-00000000000F", "0a1b2c3d-0000-4000-8000-00000000000f")', true],
    ['uuid_eq("0a1b2c3d-0000-4000-8000-00000000000f", "0a1b2c3d-0000-4000-8000-00000000000e")', false],
    ['!has(this.missing) && !has(this.none)', true],
    ['request.query.limit == "2" && request.body.amount == "1"', true],
  ])('%s is %s', (text, expected) => {
    const request = { path: {}, query: { limit: '2' }, headers: {}, body: { amount: '1' } };
    expect(compile(text).evaluate(flip, request)).toBe(expected);
  });

  test.each([
    'decimal_le(this.none, this.tab)',
    'decimal_le(this.missing, this.tab)',
    'decimal_le(this.events, this.tab)',
    'decimal_le(true, this.tab)',
    'decimal_le(0.0 / 0.0, this.tab)',
    'decimal_le("a lot", this.tab)',
    'decimal_eq(decimal_div("1", "0"), "0")',
    'decimal_div("1", "0") == "Infinity"',
    'decimal_eq("0x10", "16")',
    'decimal_eq(b"5", "53")',
    'decimal_eq("Infinity", "Infinity")',
    'instant("yesterday") > 0.0',
    'instant("2021-08-17T11:14:49") > 0.0',
    'size(this.none) == 0',
    'this.count',
    'unknown(this.count)',
  ])('%s is undecided', (text) => {
    const result = compile(text).evaluate(flip);
    expect(isUndecided(result)).toBe(true);
  });

  test('is undecided for a value that is not an object', () => {
    for (const value of [null, undefined, 3, 'text', []]) {
      expect(isUndecided(compile('this.count > 1').evaluate(value))).toBe(true);
    }
  });

  test.each([
    ['decimal_le(this.none, this.tab)', 'null is not a decimal number'],
    ['decimal_le("a lot", this.tab)', '"a lot" is not a decimal number'],
    ['decimal_le(0.0 / 0.0, this.tab)', 'NaN is not a decimal number'],
    ['decimal_eq(decimal_div("1", "0"), "0")', 'decimal_div of 1 and 0 is not a number'],
    ['instant("yesterday") > 0.0', '"yesterday" is not an ISO 8601 time'],
    ['instant("2021-08-17T11:14:49") > 0.0', '2021-08-17T11:14:49 has no offset from UTC'],
    ['this.count', 'it is neither true nor false'],
  ])('%s is undecided, since %s', (text, problem) => {
    expect(compile(text).evaluate(flip)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test.each(['', 'this.', 'this.a ==', '1 ++'])('%j is rejected', (text) => {
    expect(() => compile(text)).toThrow(BadExpression);
    expect(() => compile(text)).toThrow(expect.objectContaining({ name: 'BadExpression' }));
    expect(() => compile(text)).toThrow(`${JSON.stringify(text)}: `);
    expect(() => compile(text)).toThrow(expect.objectContaining({ message: expect.not.stringContaining('Error') }));
  });

  test('may read an absent request, which has no inputs', () => {
    const text = '!has(request.query.a) && !has(request.path.a) && !has(request.headers.a) && request.body == null';
    expect(compile(text).evaluate(flip)).toBe(true);
  });

  test('has its text', () => {
    expect(compile('this.count == 2').text).toBe('this.count == 2');
  });

  test('captures no stack traces while it is evaluated', () => {
    let limit: number | undefined;
    const value = {
      get count() {
        limit = Error.stackTraceLimit;
        return 2;
      },
    };
    expect(compile('this.count == 2.0').evaluate(value)).toBe(true);
    expect(limit).toBe(0);
  });

  test('does not change the stack traces of other errors', () => {
    const before = Error.stackTraceLimit;
    onTestFinished(() => {
      Error.stackTraceLimit = before;
    });
    Error.stackTraceLimit = 7;
    compile('decimal_le(this.none, this.tab)').evaluate(flip);
    expect(Error.stackTraceLimit).toBe(7);
  });
});

describe('an expression names', () => {
  test.each([
    ['decimal_le(this.bid, this.tab)', ['/bid', '/tab'], []],
    ['this.pairs.all(p, p.base.id != p.quote)', ['/pairs/*/base/id', '/pairs/*/quote'], []],
    ['this.all(key, key == this[key].base + "_" + this[key].quote)', ['/*/base', '/*/quote'], []],
    ['this.rows.all(row, row[1] < row[2])', ['/rows/*/1', '/rows/*/2'], []],
    ['this.count == size(this.data.pairs)', ['/count', '/data/pairs'], []],
    ['has(this.error.code) == (this.status == 3)', ['/error/code', '/status'], []],
    ['!has(request.query.broker) || has(this["a/b"])', ['/a~1b'], ['/query/broker']],
    ['this == request.body.content', [], ['/body/content']],
    ['[this.a, this.b] == [1, 2]', ['/a', '/b'], []],
    ['{"k": this.a}.k == 1', ['/a'], []],
    ['[1, 2].all(item, item > this.a)', ['/a'], []],
    ['[1, 2].all(item, item.a > 1)', [], []],
    ['this.rows.all(row, [1].all(row, row.a > 1))', ['/rows'], []],
    ['size(this.a) == {"b": 1}.b', ['/a'], []],
    ['this["a~b"][this.at] == 1', ['/at', '/a~0b/*'], []],
  ])('%s: its members', (text, self, request) => {
    expect(compile(text).names).toEqual({ self, request });
  });
});
