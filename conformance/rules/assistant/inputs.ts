/** Makes the document's examples fit any server: with records, conversations and turns of the run's own. */
import { randomUUID } from 'node:crypto';
import type { Variant } from '../../generate/inputs.ts';
import { type Operation, operationOf } from '../../model/api.ts';
import type { Input } from '../../model/call.ts';
import type { Exchange, HttpCall } from '../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import type { InputProfile } from '../inputs/profile.ts';
import type { Scene } from '../rule.ts';
import { indexesCall } from './calls.ts';
import { type Asks, CONTENT, finishTurn, freshUser, sayTurn, startConversation } from './dialogue.ts';
import { assistantKnown } from './known.ts';
import { record, recordId, takeBack } from './records.ts';
import { pathIds, viewsOf } from './turn-views.ts';

const silent = () => undefined;

function withPath(example: Input, path: Input['path']): Input {
  return { ...example, path: { ...example.path, ...path } };
}

/** A bot that is there; the example as it is, when none is found. */
function* newConversation(example: Input, scene: Scene): Asks<Input> {
  const started = yield* startConversation(scene, silent, { label: 'find a bot' });
  const sent: unknown = JSON.parse(started?.exchange.requestBody ?? 'null');
  if (!isObject(sent) || !isObject(example.body)) return example;
  const user_identity = freshUser(scene, 'inputs');
  return { ...example, body: { ...example.body, bot_id: sent['bot_id'], user_identity } };
}

/** A turn with every member; the names of middlewares are withheld, so only a known one is sent. */
function turnBody(scene: Scene): JsonObject {
  const { middleware } = assistantKnown(scene);
  const bot_override = {
    temperature: 0,
    prompt: 'Answer in one sentence.',
    boundary_prompt: '',
    ...(middleware === undefined ? {} : { middlewares: [middleware] }),
  };
  return { content: CONTENT, category: 'plain-text', bot_override };
}

/** How a timeout is written is not shown, so it is sent where the target says how. */
function turnQuery({ query }: Input, scene: Scene): Input['query'] {
  const { timeouts } = assistantKnown(scene);
  const { timeout, ...rest } = query;
  return timeout === undefined || timeouts === undefined ? rest : { ...rest, timeout: timeouts.long };
}

function* prepare(operation: Operation, example: Input, scene: Scene): Asks<Input> {
  switch (operation.id) {
    case 'createConversation':
      return yield* newConversation(example, scene);
    case 'createIndexes':
      return withRecords(withOneRecord(example), scene, 'example');
    case 'deleteIndex': {
      // Each case deletes a record of its own.
      const id = recordId(scene, 'inputs', randomUUID());
      yield indexesCall(scene, [record(id, 'A record to delete.')], { label: 'add', intent: 'open' });
      return withPath(example, { object_id: id });
    }
    case 'createTurn':
    case 'readConversation': {
      const started = yield* startConversation(scene, silent, { label: 'start' });
      if (started === null) return example;
      const input = withPath(example, { conversation_id: started.id });
      return operation.id === 'createTurn' ? { ...input, body: turnBody(scene) } : input;
    }
    case 'readTurn': {
      const started = yield* startConversation(scene, silent, { label: 'start' });
      const turn = started === null ? null : yield* sayTurn(scene, silent, started.id, 'post');
      if (turn === null) return example;
      const { conversation, id } = turn.posted;
      const input = withPath(example, { conversation_id: conversation, turn_id: id });
      return { ...input, query: turnQuery(example, scene) };
    }
    default:
      return example;
  }
}

/** One record alone: what is wrong with it is wrong with the request. */
function withOneRecord(input: Input): Input {
  const { body } = input;
  if (!isObject(body) || !Array.isArray(body['items'])) return input;
  return { ...input, body: { ...body, items: body['items'].slice(0, 1) } };
}

/** Gives the records ids of their own; those that a variant changed are left as they are. */
function withRecords(input: Input, scene: Scene, name: string, base?: Input): Input {
  const { body } = input;
  if (!isObject(body) || !Array.isArray(body['items'])) return input;
  const before = isObject(base?.body) ? objectsOf(base.body['items']) : null;
  const items = body['items'].map((item: unknown, index) => {
    if (!isObject(item) || typeof item['object_id'] !== 'string') return item;
    const isOwn = before === null || item['object_id'] === before[index]?.['object_id'];
    return isOwn ? { ...item, object_id: recordId(scene, 'inputs', name, String(index)) } : item;
  });
  return { ...input, body: { ...body, items } };
}

function refresh(operation: Operation, base: Input, variant: Variant, scene: Scene): Variant {
  if (operation.id !== 'createIndexes') return variant;
  return { ...variant, input: withRecords(variant.input, scene, variant.name.replaceAll(/\W+/g, '-'), base) };
}

/** Waits for a turn, since the next one may be refused before it is processed; takes records back. */
function* settle(exchange: Exchange, scene: Scene): Asks<void> {
  const { call } = exchange;
  if (call.kind !== 'http') return;
  const [view] = viewsOf(exchange);
  if (call.operation === 'createTurn' && view !== undefined) {
    const { conversation } = pathIds(call);
    yield* finishTurn(
      scene,
      silent,
      { conversation, id: String(view.turn['id']), posted: view.turn, exchange },
      'wait',
    );
  }
  if (call.operation !== 'createIndexes') return;
  const sent: unknown = JSON.parse(exchange.requestBody ?? 'null');
  const items = isObject(sent) ? objectsOf(sent['items']) : [];
  const ids = items.flatMap(({ object_id: id }) => (typeof id === 'string' && id !== '' ? [{ object_id: id }] : []));
  yield* takeBack(scene, ids);
}

/** Document 3 does not say whether one bad record among good ones, or an empty list, refuses the request. */
function isOpen(operation: Operation, { input }: Variant): boolean {
  if (operation.id !== 'createIndexes' || !isObject(input.body)) return false;
  const { items } = input.body;
  return Array.isArray(items) && items.length !== 1;
}

/** Whatever their bots are, servers must take requests with ids of their own. */
const always = [
  'createTurn',
  'readConversation',
  'readTurn',
  'createIndexes',
  'searchIndexes',
  'deleteIndex',
  'resetIndexes',
];

/** Which bots there are is open; without one the example stays as it is, and names a conversation of its own. */
function isCertain({ operation, path }: HttpCall, { api, target }: Scene): boolean {
  if (operation === 'createConversation') return target.known['bot_id'] !== undefined;
  const { parameters } = operationOf(api, 'readConversation');
  const example = parameters.find(({ name }) => name === 'conversation_id')?.example;
  return always.includes(operation ?? '') && !path.includes(String(example));
}

export const assistantProfile: InputProfile = {
  certain: always,
  isCertain,
  apart: ['resetIndexes'],
  prepare,
  refresh,
  settle,
  isOpen,
  probes: ({ id }, base) => {
    if (id !== 'searchIndexes') return [];
    const probe = (name: string, query: Input['query']): Variant => ({
      name,
      input: { ...base, query: { ...base.query, ...query } },
    });
    return [probe('n 0', { n: '0' }), probe('n 129', { n: '129' }), probe('no keywords', { keywords: '' })];
  },
};
