import { describe, expect, it } from 'vitest';
import { createCopy, createRoom } from './copy.ts';

const LIMIT = 1_000_000;

/** A body in chunks, each of a different byte. */
const parts = (size: number) => Array.from({ length: 9 }, (_, part) => Buffer.alloc(size, part));

describe('a copy', () => {
  it.each([[10], [30_000], [100_000]])('has the bytes that passed, in chunks of %i', (size) => {
    const copy = createCopy(LIMIT, createRoom(LIMIT));
    for (const part of parts(size)) copy.take(part);
    const body = copy.body();
    expect(body.kind === 'bytes' && Buffer.from(body.bytes)).toEqual(Buffer.concat(parts(size)));
  });

  it('releases its memory at once', () => {
    const room = createRoom(LIMIT);
    const copy = createCopy(LIMIT, room);
    for (const part of parts(100_000)) copy.take(part);
    const body = copy.body();
    expect(room.take(LIMIT)).toBe(false);
    copy.release();
    expect(room.take(LIMIT)).toBe(true);
    expect(body.kind === 'bytes' && body.bytes.length).toBe(0);
  });

  it('is dropped above its limit', () => {
    const copy = createCopy(LIMIT, createRoom(LIMIT));
    for (const part of parts(200_000)) copy.take(part);
    expect(copy.body()).toEqual({ kind: 'unread', why: `the body is larger than ${LIMIT} bytes` });
  });
});
