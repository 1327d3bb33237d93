/** A world for each test, in the form of fixtures that Vitest and Playwright have in common. */
import { openSandbox, type SandboxOptions, type WorldOptions } from './sandbox.ts';
import type { World } from './world.ts';

/** What a test is given. */
export interface WorldFixtures {
  readonly world: World;
}

/** Hands a value to the test, and comes back when it is over. */
type Use = (world: World) => Promise<void>;

/**
 * Fixtures for `test.extend`, of Vitest and of Playwright: each test has a world of its own, which is gone after it.
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
