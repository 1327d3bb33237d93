import { describe, expect, it } from 'vitest';
import { Parts, putBack, SMALL, withoutBlocks } from './blocks.ts';

const empty = new Uint8Array();

describe('the large blocks of a task', () => {
  it('are taken out, wherever they are in plain objects', () => {
    const [small, large] = [new Uint8Array(SMALL), new Uint8Array(SMALL + 1)];
    const [list, map] = [[large], new Map([['a', large]])];
    const given = { a: { small, large }, list, map, text: 'b', nothing: null, large };
    const { task, blocks } = withoutBlocks(given);
    const { a, list: sameList, map: sameMap, ...others } = Object(task);
    // The same objects: comparing their bytes would take seconds.
    expect([a.small === small, sameList === list, sameMap === map]).toEqual([true, true, true]);
    expect([a.large, others]).toEqual([empty, { text: 'b', nothing: null, large: empty }]);
    expect(blocks.map(({ path, bytes }) => [path, bytes === large])).toEqual([
      [['a', 'large'], true],
      [['large'], true],
    ]);
    const whole = withoutBlocks(large);
    expect([whole.task, whole.blocks.length, whole.blocks[0]?.path]).toEqual([empty, 1, []]);
    const kept = withoutBlocks(small);
    expect([kept.task === small, kept.blocks]).toEqual([true, []]);
  });

  it('are put back', () => {
    const [one, other] = [Uint8Array.of(1), Uint8Array.of(2)];
    const task = { a: { b: new Uint8Array() }, c: 'text' };
    putBack(task, [['a', 'b'], ['d'], ['none', 'e', 'x'], ['c', 'f'], [], ['g']], [one, other]);
    expect(task).toEqual({ a: { b: one }, c: 'text', d: other, g: new Uint8Array() });
    expect(() => putBack('text', [['a']], [one])).not.toThrow();
  });

  it('are collected from their parts', () => {
    const parts = new Parts();
    parts.take(0, 3, Uint8Array.of(1, 2));
    parts.take(0, 3, Uint8Array.of(3));
    parts.take(1, 2, Uint8Array.of(4, 5));
    expect(parts.all()).toEqual([Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)]);
    expect(parts.all()).toEqual([]);
    parts.take(0, 1, Uint8Array.of(6));
    expect(parts.all()).toEqual([Uint8Array.of(6)]);
  });
});
