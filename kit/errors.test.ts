import { expect, it } from 'vitest';
import { exitCodeOf, Failure, messageOf, shown, UsageError } from './errors.ts';
import { freePorts } from './testing/ports.ts';

it('distinguishes wrong usage from a failure', () => {
  expect([new UsageError('no'), new Failure('no'), new TypeError('no'), 'no'].map(exitCodeOf)).toEqual([2, 1, 1, 1]);
});

it('is named by its class, so that a log shows which one it is', () => {
  expect([String(new UsageError('choose one')), String(new Failure('try again'))]).toEqual([
    'UsageError: choose one',
    'Failure: try again',
  ]);
});

it('reads the message of anything thrown', () => {
  expect([new Error('broken'), 'broken', undefined].map(messageOf)).toEqual(['broken', 'broken', 'undefined']);
});

it.each(['127.0.0.1', 'localhost'])('says why a fetch from %s failed', async (host) => {
  const error: unknown = await fetch(`http://${host}:${await freePorts(1)}`).catch((reason: unknown) => reason);
  expect(messageOf(error)).toMatch(/^fetch failed: .*ECONNREFUSED/);
});

it.each([
  ['a\nb', 'a\nb'],
  [{ toString: null }, '{"toString":null}'],
  [[1, null], '[1,null]'],
  [undefined, 'undefined'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), `${'x'.repeat(200)}...`],
])('shows %j as %s', (value, text) => expect(shown(value)).toBe(text));
