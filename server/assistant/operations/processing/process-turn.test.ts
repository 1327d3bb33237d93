import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { unavailable } from '../../../store/database.ts';
import { openStore } from '../../../store/index.ts';
import { assistant } from '../../index.ts';
import type { AssistantTables } from '../../store/tables.ts';
import type { Model } from './models/index.ts';
import { processTurn, type TurnWork } from './process-turn.ts';

/** The unprocessed turn of the document's examples. */
const OPEN = 403;

/** Lets the queries of a table fail as they do while the database restarts. */
function withoutTable(store: TurnWork['store'], table: string): TurnWork['store'] {
  return store.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes(`"${table}"`)) throw unavailable('the database is shutting down', undefined);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

async function seeded(model: Model, clock = () => Date.UTC(2026, 0, 1), turn_timeout_ms = 10_000) {
  const store = await openStore([assistant], { clock: () => Date.UTC(2026, 0, 1) });
  onTestFinished(() => store.destroy());
  const tables = store.$extendTables<AssistantTables>();
  const faults: unknown[] = [];
  const work: TurnWork = {
    store: tables,
    clock,
    bots: new Map([[2, { id: 2, name: 'Harbor' }]]),
    models: new Map([['echo', model]]),
    settings: { middleware_timeout_ms: 10_000, turn_timeout_ms },
    onFault: (error, turn) => faults.push([error, turn]),
  };
  const turn = () => tables.selectFrom('assistant_turns').selectAll().where('id', '=', OPEN).executeTakeFirstOrThrow();
  return { work, tables, faults, turn };
}

const never = new AbortController().signal;

test('an answer is stored with its tokens, once', async () => {
  let requested = 0;
  const { work, turn } = await seeded(async () => {
    requested += 1;
    return { text: 'Nothing at all.', usage: { prompt: 30, completion: 4 } };
  });
  await processTurn(work, OPEN, never);
  await processTurn(work, OPEN, never);
  expect(requested).toBe(1);
  expect(await turn()).toMatchObject({
    open_in: null,
    status: 2,
    response: 'Nothing at all.',
    prompt_tokens: 30,
    completion_tokens: 4,
    total_tokens: 34,
    error: '{}',
    updated_at: '2026-01-01T00:00:00.000Z',
  });
});

test('an unexpected error is an internal one: it is logged, and the client gets no details', async () => {
  const fault = new Error('the cellar is flooded');
  const { work, faults, turn } = await seeded(() => Promise.reject(fault));
  await processTurn(work, OPEN, never);
  expect(await turn()).toMatchObject({
    open_in: null,
    status: 3,
    error: '{"code":1,"message":"internal server error"}',
  });
  expect(faults).toEqual([[fault, OPEN]]);
});

test('a conversation that has expired is not found', async () => {
  const { work, turn } = await seeded(
    async () => ({ text: 'too late' }),
    () => Date.UTC(2036, 0, 1),
  );
  await processTurn(work, OPEN, never);
  expect(await turn()).toMatchObject({ status: 3, error: expect.stringContaining('"code":6') });
});

test.each(['assistant_conversations', 'assistant_records'])(
  'while the database cannot be used, a turn has no outcome: %s',
  async (table) => {
    const { work, tables, turn, faults } = await seeded(async () => ({ text: 'later' }));
    const bot_override = JSON.stringify({ middlewares: [{ name: 'search' }] });
    await tables.updateTable('assistant_turns').set({ bot_override }).where('id', '=', OPEN).execute();
    await expect(processTurn({ ...work, store: withoutTable(tables, table) }, OPEN, never)).rejects.toMatchObject({
      status: 503,
    });
    expect(await turn()).toMatchObject({ open_in: expect.any(String), status: 1 });
    await processTurn(work, OPEN, never);
    expect(await turn()).toMatchObject({ open_in: null, status: 2, response: 'later' });
    expect(faults).toEqual([]);
  },
);

test('a deleted turn is ignored', async () => {
  const { work, faults } = await seeded(async () => ({ text: 'anyone?' }));
  await expect(processTurn(work, 9_999, never)).resolves.toBeUndefined();
  expect(faults).toEqual([]);
});

test('an aborted turn remains unprocessed', async () => {
  const stopped = new AbortController();
  const { work, faults, turn } = await seeded(async (_request, signal) => {
    stopped.abort();
    signal.throwIfAborted();
    return { text: 'never' };
  });
  await expect(processTurn(work, OPEN, stopped.signal)).rejects.toThrow();
  expect(await turn()).toMatchObject({ open_in: expect.any(String), status: 1, response: '' });
  expect(faults).toEqual([]);
});

test('a model that does not end is aborted at the time limit of the turn', async () => {
  const { work, turn, faults } = await seeded(
    (_request, signal) => wait(60_000, { text: '' }, { signal }),
    undefined,
    200,
  );
  await processTurn(work, OPEN, never);
  const { status, error } = await turn();
  expect({ status, error: JSON.parse(error), faults }).toEqual({
    status: 3,
    error: { code: 4, message: 'the turn took longer than 200 ms' },
    faults: [],
  });
});
