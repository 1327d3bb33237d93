/** Requests of every operation, on things that were made for them. */
import { operationOf } from '../../../model/api.ts';
import type { Scene } from '../../rule.ts';
import type { Say } from '../../shared/conversation.ts';
import { type Asking, ask, deleteCall, indexesCall, resetCall, searchCall } from '../calls.ts';
import { type Asks, CONTENT, findBot, freshUser, postTurn, startConversation, strangeUuid } from '../dialogue.ts';
import {
  addRecords,
  hasOtherApplication,
  includesAll,
  madeUpWord,
  patienceOf,
  record,
  recordId,
  searchUntil,
  takeBack,
} from '../records.ts';

/** An operation on things that are there. */
export interface Prepared {
  readonly send: (asking: Asking) => ReturnType<typeof ask>;
  /** Takes back what was made. */
  readonly tidy?: () => Asks<void>;
}

/** Makes what an operation needs; null, and says why, when that does not go. */
type Prepare = (scene: Scene, say: Say, name: string) => Asks<Prepared | null>;

function* conversationOf(scene: Scene, say: Say): Asks<string | null> {
  const started = yield* startConversation(scene, say, { label: 'start' });
  return started === null ? null : started.id;
}

const preparations: Readonly<Record<string, Prepare>> = {
  *createConversation(scene) {
    const body = { bot_id: yield* findBot(scene), user_identity: freshUser(scene, 'access') };
    return { send: (asking) => ask(scene, 'createConversation', { body }, asking) };
  },
  *createTurn(scene, say) {
    const id = yield* conversationOf(scene, say);
    if (id === null) return null;
    const input = { path: { conversation_id: id }, body: { content: CONTENT } };
    return { send: (asking) => ask(scene, 'createTurn', input, asking) };
  },
  *readConversation(scene, say) {
    const id = yield* conversationOf(scene, say);
    if (id === null) return null;
    return { send: (asking) => ask(scene, 'readConversation', { path: { conversation_id: id } }, asking) };
  },
  *readTurn(scene, say) {
    const id = yield* conversationOf(scene, say);
    const turn = id === null ? null : yield* postTurn(scene, say, id, 'post');
    if (id === null || turn === null) return null;
    const path = { conversation_id: id, turn_id: turn.id };
    return { send: (asking) => ask(scene, 'readTurn', { path }, asking) };
  },
  *createIndexes(scene) {
    const items = [record(recordId(scene, 'access-create'), `Access to ${madeUpWord(scene, 'access-create')}.`)];
    return { send: (asking) => indexesCall(scene, items, asking), tidy: () => takeBack(scene, items) };
  },
  *searchIndexes(scene, say, name) {
    const word = madeUpWord(scene, name, 'search');
    const items = [record(recordId(scene, name, 'search'), `Access to ${word}.`)];
    // Without a secret the search goes on as it is: it finds something or nothing.
    if (scene.target.credentials['AppSecret'] !== undefined) {
      if ((yield* addRecords(scene, say, 'add', items)) === null) return null;
      const found = includesAll(items.map(({ object_id: id }) => id));
      yield* searchUntil(scene, patienceOf(scene), { label: 'search', keywords: word }, found);
    }
    return { send: (asking) => searchCall(scene, word, undefined, asking), tidy: () => takeBack(scene, items) };
  },
  *deleteIndex(scene, say) {
    const items = [record(recordId(scene, 'access-delete'), `Access to ${madeUpWord(scene, 'access-delete')}.`)];
    if ((yield* addRecords(scene, say, 'add', items)) === null) return null;
    return { send: (asking) => deleteCall(scene, recordId(scene, 'access-delete'), asking) };
  },
  *resetIndexes(scene) {
    return { send: (asking) => resetCall(scene, asking) };
  },
};

/**
 * Makes what an operation needs.
 *
 * @param name of the rule that asks: records have ids of its own.
 */
export function* prepare(operation: string, scene: Scene, say: Say, name: string): Asks<Prepared | null> {
  const preparation = preparations[operation];
  return preparation === undefined ? null : yield* preparation(scene, say, name);
}

export function needsSecret(scene: Scene, operation: string): boolean {
  return operationOf(scene.api, operation).security.flat().includes('AppSecret');
}

/** A reset is tried on the second application alone. */
export function whoFor(operation: string, scene: Scene): 'given' | 'other' {
  return operation === 'resetIndexes' && hasOtherApplication(scene) ? 'other' : 'given';
}

/** A request with nothing but made-up things, for a target of which no application is known. */
export function strangeRequest(scene: Scene, operation: string): Prepared {
  const id = strangeUuid(scene, 'access');
  const path = { conversation_id: id, turn_id: '1', object_id: id };
  const bodies: Readonly<Record<string, unknown>> = {
    createIndexes: { items: [record(recordId(scene, 'access-bare'), 'A record of nobody.')] },
    createConversation: { bot_id: 2, user_identity: freshUser(scene, 'nobody') },
    createTurn: { content: CONTENT },
  };
  const query: Readonly<Record<string, string>> = operation === 'searchIndexes' ? { keywords: 'assets' } : {};
  const body = bodies[operation];
  const input = { path, query, ...(body === undefined ? {} : { body }) };
  return { send: (asking) => ask(scene, operation, input, asking) };
}
