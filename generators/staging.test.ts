import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStaging } from './staging.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'staging-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('is removed only when no task writes to it', async () => {
  const { task, remove } = createStaging(folder);
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  const failing = task(async () => {
    throw new Error('the cause');
  });
  const writing = task(async () => {
    await failed;
    await mkdir(join(folder, 'late'));
    await writeFile(join(folder, 'late', 'file'), '');
  });
  const slow = writing(undefined);
  await expect(failing(undefined)).rejects.toThrow('the cause');
  const removed = remove();
  // Without waiting, an empty folder is removed in a fraction of this time.
  await expect(Promise.race([removed, setTimeout(100, 'waiting')])).resolves.toBe('waiting');
  expect(existsSync(folder)).toBe(true);
  fail();
  await Promise.all([slow, removed]);
  expect(existsSync(folder)).toBe(false);
});

it('passes its input to the task', async () => {
  const work = vi.fn(async () => undefined);
  await createStaging(folder).task(work)('input');
  expect(work).toHaveBeenCalledExactlyOnceWith('input');
});

it('reports a folder that cannot be removed, and does not fail', async () => {
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined);
  await expect(createStaging(`${folder}\0`).remove()).resolves.toBeUndefined();
  expect(reported).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^cannot remove .*; remove it: /));
  reported.mockRestore();
});
