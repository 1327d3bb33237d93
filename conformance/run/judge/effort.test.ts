import { expect, test } from 'vitest';
import { Effort } from './effort.ts';

test('any number of small answers is read', () => {
  const effort = new Effort();
  for (let count = 0; count < 5000; count += 1) effort.read(50_000);
  expect(effort.exhausted).toBeNull();
});

test('gives up a service that sends too much', () => {
  const effort = new Effort();
  for (let count = 0; count < 7; count += 1) effort.read(4 * 2 ** 20);
  expect(effort.exhausted).toContain('more than 24 MiB');
});

test('gives up a service when judging it takes too long', () => {
  const effort = new Effort();
  for (let count = 0; count < 600; count += 1) effort.read(250_000);
  expect(effort.exhausted).toContain('take too long');
});
