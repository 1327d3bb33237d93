/** Other users of the assistant: they add records, and post turns, for two applications at once. */

import { randomUUID } from 'node:crypto';
import { type Credentials, valueAt } from '@wallet-services/conformance/model';
import { type Reply, type Request, successOf } from '@wallet-services/conformance/mutation';
import type { Reference } from '@wallet-services/conformance/testing/reference';

type SendHttp = (request: Request) => Promise<Reply>;

function posting(path: string, body: unknown, { AppId: id, AppSecret: secret }: Credentials): Request {
  const headers = { 'content-type': 'application/json', 'x-assistant-appid': id, 'x-assistant-secret': secret };
  const [query, text] = [new URLSearchParams(), JSON.stringify(body)];
  return { method: 'POST', path: `/assistant${path}`, query, headers, body: text };
}

/** Adds a record with words that many texts contain. */
async function feed(send: SendHttp, who: Credentials): Promise<void> {
  const item = { object_id: `others-${randomUUID()}`, category: 'plain-text', data: 'The pears of one of the others.' };
  await send(posting('/indexes', { items: [item] }, who));
}

/** Starts a conversation, and posts a turn in it. */
async function converse(send: SendHttp, who: Credentials): Promise<void> {
  const started = await send(posting('/conversations', { bot_id: 1, user_identity: 'one-of-the-others' }, who));
  const id = valueAt(successOf(started), '/data/id');
  await send(posting(`/conversations/${String(id)}`, { content: 'And my pears?' }, who));
}

/** Runs a function for the two applications in turn. */
export async function speak({ target }: Reference, send: SendHttp, turn: number): Promise<void> {
  const { credentials = {}, otherCredentials = {} } = target.services.assistant ?? {};
  const who = turn % 2 === 0 ? credentials : otherCredentials;
  await (turn % 4 < 2 ? feed : converse)(send, who);
}
