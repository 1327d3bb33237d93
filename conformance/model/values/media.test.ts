import { expect, it } from 'vitest';
import { isJson, means } from './media.ts';

it('reads ranges of JSON as JSON', () => {
  expect(['application/*+json', 'application/hal+json', 'application/xml', '*/*'].map(isJson)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(means('application/*+json', 'application/xml')).toBe(false);
});
