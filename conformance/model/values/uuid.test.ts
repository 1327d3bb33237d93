import { expect, test } from 'vitest';
import { seededUuid } from './uuid.ts';

test('an id is a UUID of version 4, equal for equal names, different for others', () => {
  const id = seededUuid(1, 'trace', 'a');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(seededUuid(1, 'trace', 'a')).toBe(id);
  expect(new Set([id, seededUuid(2, 'trace', 'a'), seededUuid(1, 'trace', 'b'), seededUuid(1, 'trace,a')]).size).toBe(
    4,
  );
});
