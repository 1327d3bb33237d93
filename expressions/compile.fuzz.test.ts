import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { BadExpression, compile, type Expression, isUndecided } from './compile.ts';

const piece = fc.constantFrom(
  'this',
  'request',
  '.a',
  '.b',
  '[0]',
  '["a"]',
  '(',
  ')',
  '!',
  '-',
  '&&',
  '||',
  '==',
  '<',
  '+',
  '*',
  '/',
  '%',
  '?',
  ':',
  ',',
  '1',
  '1.5',
  '-1u',
  "'x'",
  'b"y"',
  'true',
  'null',
  '[',
  ']',
  '{',
  '}',
  'in',
  'size(',
  'has(',
  'decimal_le(',
  '.all(x,',
  '.matches("(a+)+$")',
  'int(',
  'timestamp(',
  '"\\u{0}"',
  '\n',
  '//',
  '9223372036854775808',
);
const text = fc.oneof(
  fc.string(),
  fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(' ')),
  fc
    .tuple(fc.constantFrom('(', '[', '!', '-', 'this.a.', '{1:'), fc.nat(3_000))
    .map(([one, times]) => one.repeat(times)),
);

function compiled(expression: string): Expression | null {
  try {
    return compile(expression);
  } catch (error) {
    expect(error).toBeInstanceOf(BadExpression);
    return null;
  }
}

it('compiles a text or reports that it is not an expression, and decides it or reports why not', () => {
  fc.assert(
    fc.property(text, fc.jsonValue(), (expression, value) => {
      const result = compiled(expression)?.evaluate(value);
      expect(result === undefined || typeof result === 'boolean' || isUndecided(result)).toBe(true);
    }),
  );
});

it('compares integers correctly, as numbers and as decimals', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (left, right) => {
      expect(compile('this.left <= this.right').evaluate({ left, right })).toBe(left <= right);
      expect(compile('decimal_le(this.left, this.right)').evaluate({ left: `${left}`, right: `${right}` })).toBe(
        left <= right,
      );
    }),
  );
});
