import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversation, PostedTurn } from '@wallet-services/contract/assistant';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import type { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteDatabase } from '../store/sqlite/dialect.ts';
import { callerOf, dataOf, servedAssistant } from '../testing/assistant.ts';
import type { AssistantTables } from './store/tables.ts';

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assistant-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'data.db');
}

/** Opens the database file directly. */
async function opened(data: string): Promise<Kysely<AssistantTables>> {
  const store = (await sqliteDatabase(data)).store('test').$extendTables<AssistantTables>();
  onTestFinished(() => store.destroy());
  return store;
}

const delay = (ms: number) => ({ middlewares: [{ name: 'delay', options: { ms } }] });

test('the turn of a stopped server is processed after the next start', async () => {
  const data = await temporaryFile();
  // Longer than a busy machine takes for the requests before it is processed.
  const slow = delay(4_000);
  const first = await servedAssistant({ data, shutdownLimit: 50 });
  const { id } = await first.one.converse();
  const posted = dataOf<PostedTurn>(
    await first.one.post(`/conversations/${id}`, { content: 'Do not forget me', bot_override: slow }),
  );
  await first.close();

  const second = await servedAssistant({ data });
  const path = `/conversations/${id}/${posted.id}`;
  expect(dataOf(await second.one.get(path))).toMatchObject({ response: '' });
  expect(await second.one.post(`/conversations/${id}`, { content: 'Impatient' })).toMatchObject({ status: 429 });
  expect(dataOf(await second.one.get(`${path}?block_until_response=true`))).toMatchObject({
    status: 2,
    response: 'You said: Do not forget me',
    bot_override: slow,
  });
  expect(await second.one.sendTurn(id, 'Next')).toMatchObject({ status: 2 });
});

test('a short running turn finishes before the server stops', async () => {
  const data = await temporaryFile();
  const first = await servedAssistant({ data, shutdownLimit: PATIENCE });
  const { id } = await first.one.converse();
  const { id: turn } = dataOf<PostedTurn>(
    await first.one.post(`/conversations/${id}`, { content: 'Quick', bot_override: delay(400) }),
  );
  const read = first.one.get(`/conversations/${id}/${turn}?block_until_response=true`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await first.close();
  expect(await read).toMatchObject({ status: 200, body: { data: { status: 2 } } });
});

test('records and conversations survive; numbers are never reused', async () => {
  const data = await temporaryFile();
  let now = Date.now();
  const first = await servedAssistant({ data, clock: () => now });
  await first.one.index({ kept: 'the kakapo cannot fly' });
  const { id } = await first.one.converse();
  const turn = await first.one.sendTurn(id, 'Hello');
  await first.close();

  now += 3_600_000;
  const second = await servedAssistant({ data, clock: () => now });
  expect(await second.one.found('kakapo')).toEqual(['kept']);
  expect(await second.one.get(`/conversations/${id}`)).toMatchObject({ status: 404 });
  const other = await second.one.converse();
  expect((await second.one.sendTurn(other.id, 'Hello')).id).toBeGreaterThan(turn.id);
});

test('expired conversations are deleted from the database, with their turns', async () => {
  const data = await temporaryFile();
  let now = Date.now();
  const first = await servedAssistant({ data, clock: () => now });
  const { id } = await first.one.converse();
  await first.one.sendTurn(id, 'Hello');
  for (let count = 0; count < 450; count += 1) await first.one.converse();
  await first.close();
  now += 3_600_000;
  await (await servedAssistant({ data, clock: () => now })).close();

  const tables = await opened(data);
  const conversations = await tables.selectFrom('assistant_conversations').select('id').execute();
  expect(conversations.map((row) => row.id).toSorted()).toEqual([
    '0b8a7c6d-5e4f-4a3b-9c2d-1e0f9a8b7c6d',
    '8d1e2f30-4a5b-4c6d-8e7f-90a1b2c3d4e5',
  ]);
  const turns = await tables.selectFrom('assistant_turns').select('id').where('conversation_id', '=', id).execute();
  expect(turns).toEqual([]);
});

test('only configured applications have access, with the secret of the latest configuration', async () => {
  const data = await temporaryFile();
  const application = { app_id: 'ABCDEF01-2345-4678-89AB-CDEF01234567', secret: 'first' };
  const index = { items: [] };

  const first = await servedAssistant({ data, assistant: { applications: [application] } });
  const own = callerOf(first.api, application);
  expect(await own.post('/indexes', index)).toMatchObject({ status: 200 });
  expect(await own.found('redeem')).toEqual([]);
  await own.index({ mine: 'redeem' });
  expect(await own.found('redeem')).toEqual(['mine']);
  const { app } = dataOf<Conversation>(await own.post('/conversations', { bot_id: 1, user_identity: 'x' }));
  expect(app).toMatchObject({ id: 5, app_id: application.app_id.toLowerCase() });
  expect(await first.one.post('/indexes', index)).toMatchObject({ status: 401 });
  await first.close();

  const changed = { ...application, secret: 'second' };
  const second = await servedAssistant({ data, assistant: { applications: [changed] } });
  expect(await callerOf(second.api, application).post('/indexes', index)).toMatchObject({ status: 401 });
  const again = callerOf(second.api, changed);
  expect(await again.post('/indexes', index)).toMatchObject({ status: 200 });
  expect(await again.found('redeem')).toEqual(['mine']);
  await second.close();

  const rows = await (await opened(data)).selectFrom('assistant_applications').selectAll().execute();
  expect(JSON.stringify(rows)).not.toMatch(/second|sandbox-secret/);
});
