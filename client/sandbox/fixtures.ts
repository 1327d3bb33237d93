/** A world for each test, in the form of fixtures that Vitest and Playwright share. */
import { openSandbox, type SandboxOptions, type WorldOptions } from './sandbox.ts';
import type { World } from './world.ts';

/** The arguments of a test. */
export interface WorldFixtures {
  readonly world: World;
}

/** The hooks of a test runner: those of Jest, Vitest and node:test have the same names. */
export interface WorldHooks {
  readonly beforeEach: (done: () => Promise<void>) => unknown;
  readonly afterEach: (done: () => Promise<void>) => unknown;
}

/**
 * A world for each test of a file, for runners without fixtures such as Jest and node:test; it is removed after the test.
 *
 * @returns the world of the running test
 *
 * @example
 * import { afterEach, beforeEach, test } from 'node:test';
 * const world = worldInTests({ beforeEach, afterEach });
 * test('a token expires', async () => {
 *   await world().advance('11m');
 * });
 */
export function worldInTests(hooks: WorldHooks, options: SandboxOptions & WorldOptions = {}): () => World {
  let world: World | undefined;
  hooks.beforeEach(async () => {
    world = await openSandbox(options).world(options);
  });
  hooks.afterEach(async () => {
    const ended = world;
    world = undefined;
    await ended?.remove();
  });
  return () => {
    if (world === undefined) throw new Error('there is no world yet: ask for it inside a test');
    return world;
  };
}

/** Passes a value to the test, and resolves when it is over. */
type Use = (world: World) => Promise<void>;

/**
 * Fixtures for `test.extend`, of Vitest and of Playwright: each test has its own world, which is removed after it.
 *
 * @example
 * import { test as base } from 'vitest'; // or from '@playwright/test'
 * const test = base.extend<WorldFixtures>(worldFixtures());
 * test('a token expires', async ({ world }) => {
 *   await world.advance('11m');
 * });
 */
export function worldFixtures(options: SandboxOptions & WorldOptions = {}) {
  return {
    // biome-ignore lint/correctness/noEmptyPattern: both read from the parameter which other fixtures are needed
    world: async ({}: object, use: Use): Promise<void> => {
      const world = await openSandbox(options).world(options);
      try {
        await use(world);
      } finally {
        await world.remove();
      }
    },
  };
}
