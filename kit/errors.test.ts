import { expect, it } from 'vitest';
import { exitCodeOf, Failure, messageOf, UsageError } from './errors.ts';

it('tells wrong usage from what failed', () => {
  expect([new UsageError('no'), new Failure('no'), new TypeError('no'), 'no'].map(exitCodeOf)).toEqual([2, 1, 1, 1]);
});

it('is named by its class, so that a log tells which it is', () => {
  expect([String(new UsageError('choose one')), String(new Failure('try again'))]).toEqual([
    'UsageError: choose one',
    'Failure: try again',
  ]);
});

it('reads the message of anything thrown', () => {
  expect([new Error('broken'), 'broken', undefined].map(messageOf)).toEqual(['broken', 'broken', 'undefined']);
});
