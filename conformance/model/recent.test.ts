import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('the least recently used entry makes room', () => {
  const recent = new Recent<number>(2);
  recent.set('one', 1);
  recent.set('two', 2);
  expect(recent.get('one')).toBe(1);
  recent.set('three', 3);
  expect(recent.get('two')).toBeUndefined();
  expect([recent.get('one'), recent.get('three'), recent.size]).toEqual([1, 3, 2]);
  recent.delete('one');
  expect(recent.keys()).toEqual(['three']);
});
