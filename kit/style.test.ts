import { expect, it } from 'vitest';
import { styleOf } from './style.ts';

it('colours what a terminal shows, and nothing else', () => {
  expect(styleOf({ isTTY: true }, {}).good('passed')).toBe('\x1b[32mpassed\x1b[39m');
  expect(styleOf({ isTTY: false }, {}).good('passed')).toBe('passed');
  expect(styleOf({}, {}).bold('passed')).toBe('passed');
});

it('omits colour on request', () => {
  expect(styleOf({ isTTY: true }, { NO_COLOR: '1' }).bad('failed')).toBe('failed');
  expect(styleOf({ isTTY: true }, { NO_COLOR: '' }).bad('failed')).toBe('\x1b[31mfailed\x1b[39m');
});

it('has a style for each meaning', () => {
  const { bold, dim, good, bad, odd } = styleOf({ isTTY: true }, {});
  expect([bold, dim, good, bad, odd].map((look) => look('x'))).toEqual([
    '\x1b[1mx\x1b[22m',
    '\x1b[2mx\x1b[22m',
    '\x1b[32mx\x1b[39m',
    '\x1b[31mx\x1b[39m',
    '\x1b[33mx\x1b[39m',
  ]);
});
