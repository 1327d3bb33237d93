/** The mock in tests: started once for a file, and reset after each test. */
import { Failure } from '@wallet-services/kit/errors';
import type { ServiceName } from './services.ts';
import { type DocumentOptions, type Mock, type MockOptions, startMock } from './start.ts';

/** The part of a mock that tests use. */
export type MockInTests<Service extends string> = Pick<Mock<Service>, 'urls' | 'use' | 'reset' | 'unhandled'>;

/** How tests use a mock. */
export interface TestOptions {
  /** What happens after a request that matches no operation. Default `error`: the test fails, and names the nearest. */
  readonly onUnhandled?: 'error' | 'ignore';
}

/** The hooks of a test runner: of Vitest and Jest, or of node:test. */
export type Hooks =
  | { readonly beforeAll: Hook; readonly afterEach: Hook; readonly afterAll: Hook }
  | { readonly before: Hook; readonly afterEach: Hook; readonly after: Hook };

/** Registers a function that runs before or after tests. */
export type Hook = (done: () => Promise<void>) => unknown;

/**
 * Starts a mock for the tests of a file on free ports, and closes it after them. After each test, its changes by `use`
 * are removed.
 *
 * @example
 * import { after, afterEach, before, test } from 'node:test';
 * const mock = mockInTests({ before, afterEach, after }, { services: ['vault'] });
 * test('waits and tries again', async () => {
 *   mock.use('listFlips', [{ status: 503, headers: { 'Retry-After': '1' } }, 'document']);
 *   await fetch(`${mock.urls.vault}/flips`);
 * });
 */
export function mockInTests(hooks: Hooks, options: DocumentOptions & TestOptions): MockInTests<string>;
export function mockInTests<Service extends ServiceName = ServiceName>(
  hooks: Hooks,
  options?: MockOptions<Service> & TestOptions,
): MockInTests<Service>;
export function mockInTests(
  hooks: Hooks,
  options: (MockOptions | DocumentOptions) & TestOptions = {},
): MockInTests<string> {
  let running: Mock<string> | undefined;
  const started = (): Mock<string> => {
    if (running === undefined) throw new Failure('the mock has not started yet: use it inside a test');
    return running;
  };
  const [before, after] = 'before' in hooks ? [hooks.before, hooks.after] : [hooks.beforeAll, hooks.afterAll];
  before(async () => {
    running = await start(options);
  });
  hooks.afterEach(async () => finish(started(), options));
  after(async () => running?.close());
  return {
    get urls() {
      return started().urls;
    },
    use: (operation, answers) => started().use(operation, answers),
    reset: () => started().reset(),
    unhandled: () => started().unhandled(),
  };
}

/**
 * Fixtures for `test.extend` of Vitest and of Playwright: one mock for all tests of a worker, reset after each test.
 *
 * @example
 * import { test as base } from 'vitest'; // or from '@playwright/test'
 * const test = base.extend<MockFixtures<'vault'>>(mockFixtures({ services: ['vault'] }));
 * test('waits and tries again', async ({ mock }) => {
 *   mock.use('listFlips', { status: 503 });
 * });
 */
export function mockFixtures(options: DocumentOptions & TestOptions): Fixtures<string>;
export function mockFixtures<Service extends ServiceName = ServiceName>(
  options?: MockOptions<Service> & TestOptions,
): Fixtures<Service>;
export function mockFixtures(options: (MockOptions | DocumentOptions) & TestOptions = {}): Fixtures<string> {
  let running: Promise<Mock<string>> | undefined;
  return {
    // biome-ignore lint/correctness/noEmptyPattern: both read from the parameter which other fixtures are needed
    mock: async ({}: object, use: (mock: MockInTests<string>) => Promise<void>): Promise<void> => {
      running ??= start({ ...options, unref: true });
      const mock = await running;
      await use(mock);
      finish(mock, options);
    },
  };
}

/** The fixtures of a test. */
export interface MockFixtures<Service extends string = ServiceName> {
  readonly mock: MockInTests<Service>;
}

/** The argument of `test.extend`. */
export interface Fixtures<Service extends string> {
  readonly mock: (others: object, use: (mock: MockInTests<Service>) => Promise<void>) => Promise<void>;
}

function start(options: MockOptions | DocumentOptions): Promise<Mock<string>> {
  return 'document' in options ? startMock({ port: 0, ...options }) : startMock({ port: 0, ...options });
}

/** @throws Failure when there were requests that match no operation */
function finish(mock: Mock<string>, { onUnhandled = 'error' }: TestOptions): void {
  const unhandled = mock.unhandled();
  mock.reset();
  if (unhandled.length === 0 || onUnhandled === 'ignore') return;
  const lines = unhandled.map(({ service, method, path, nearest }) => {
    const hint = nearest === undefined ? '' : `; the nearest operation is ${nearest}`;
    return `${service} has nothing at ${method} ${path}${hint}`;
  });
  throw new Failure([...new Set(lines)].join('\n'));
}
