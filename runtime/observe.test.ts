import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from 'vitest';
import { type Observe, observed } from './observe.ts';
import type { Operation, Service } from './operation.ts';

const operation: Operation = {
  id: 'read',
  method: 'get',
  path: '/',
  summary: '',
  parameters: [],
  security: [],
  statuses: ['200'],
};
const service: Service = { name: 'vault', operations: {}, securitySchemes: {}, validators: {}, document: () => ({}) };
const info = { id: '1', address: undefined, method: 'GET', url: '/', headers: {} };
const call = { operation, info, request: 'request' };

/** The result of a call with a hook: how often the call ran, and the faults reported for the hook. */
async function ran(observe: Observe<string>, run: () => void = () => undefined) {
  let times = 0;
  const complaints: unknown[] = [];
  const running = async () => {
    times += 1;
    run();
    return { status: 200 };
  };
  const reply = await observed(observe, service, call, running, (error) => complaints.push(error));
  await new Promise((resolve) => setImmediate(resolve));
  return [reply.status, times, complaints];
}

it('a hook gets the call and its outcome', async () => {
  const seen: unknown[] = [];
  expect(await ran(async (given, run) => void seen.push(given.service, given.operation.id, await run()))).toEqual([
    200,
    1,
    [],
  ]);
  expect(seen).toEqual(['vault', 'read', { kind: 'answered', status: 200, milliseconds: expect.any(Number) }]);
});

it('the call runs within the context of the hook', async () => {
  const context = new AsyncLocalStorage<string>();
  let seen: string | undefined;
  await ran(
    (_call, run) => context.run('span', run),
    () => {
      seen = context.getStore();
    },
  );
  expect(seen).toBe('span');
});

it.each<[string, Observe<string>, number]>([
  ['does nothing', () => undefined, 0],
  ['runs it twice', (_call, run) => Promise.all([run(), run()]), 0],
  ['runs it late', (_call, run) => void setTimeout(run, 1), 0],
  ['never ends', () => new Promise(() => undefined), 0],
  [
    'throws',
    () => {
      throw new Error('no');
    },
    1,
  ],
  [
    'rejects',
    async () => {
      throw new Error('no');
    },
    1,
  ],
])('a hook that %s changes nothing', async (_what, observe, complaints) => {
  const [status, times, given] = await ran(observe);
  expect([status, times, given]).toEqual([200, 1, Array(complaints).fill(new Error('no'))]);
});

it('a hook gets the outcome that was reported, with its error', async () => {
  const seen: unknown[] = [];
  const observe: Observe<string> = async (_call, run) => void seen.push(await run());
  const error = new Error('no');
  for (const kind of ['refused', 'left', 'fault'] as const) {
    await observed(
      observe,
      service,
      call,
      async (ends) => {
        ends(kind, error);
        return { status: 400 };
      },
      () => undefined,
    );
  }
  await new Promise((resolve) => setImmediate(resolve));
  const milliseconds = expect.any(Number);
  expect(seen).toEqual([
    { kind: 'refused', error, status: 400, milliseconds },
    { kind: 'left', error, status: 499, milliseconds },
    { kind: 'fault', error, status: 400, milliseconds },
  ]);
});
