/** Who may ask: every operation wants the application's id, three of them its secret as well, the others do not. */
import { operationOf } from '../../model/api.ts';
import type { CallOptions } from '../../model/call.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { isObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { type Asking, ask, deleteCall, indexesCall, resetCall, searchCall } from './calls.ts';
import { type Asks, CONTENT, freshUser, sayTurn, startConversation, strangeUuid } from './dialogue.ts';
import {
  addRecords,
  hasOtherApplication,
  hitsOf,
  includesAll,
  madeUpWord,
  patienceOf,
  record,
  recordId,
  searchUntil,
  takeBack,
} from './records.ts';

const ID_HEADER = 'x-assistant-appid';
const SECRET_HEADER = 'x-assistant-secret';

const HINT = 'name an application as credentials (AppId and AppSecret) in the target file';

/** An operation on things that are there. */
interface Prepared {
  readonly send: (asking: Asking) => ReturnType<typeof ask>;
  /** Takes back what was made. */
  readonly tidy?: () => Asks<void>;
}

/** Makes what an operation needs; null, and says why, when that does not go. */
type Prepare = (scene: Scene, say: Say) => Asks<Prepared | null>;

function* conversationOf(scene: Scene, say: Say): Asks<string | null> {
  const started = yield* startConversation(scene, say, { label: 'start' });
  return started === null ? null : started.id;
}

const preparations: Readonly<Record<string, Prepare>> = {
  *createConversation(scene, say) {
    const id = yield* startConversation(scene, say, { label: 'start' });
    if (id === null) return null;
    const sent: unknown = JSON.parse(id.exchange.requestBody ?? '{}');
    const body = { ...(isObject(sent) ? sent : {}), user_identity: freshUser(scene, 'access') };
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
    const told = id === null ? null : yield* sayTurn(scene, say, id, 'post');
    if (id === null || told === null) return null;
    const path = { conversation_id: id, turn_id: told.posted.id };
    return { send: (asking) => ask(scene, 'readTurn', { path }, asking) };
  },
  *createIndexes(scene) {
    const items = [record(recordId(scene, 'access-create'), `Access to ${madeUpWord(scene, 'access-create')}.`)];
    return { send: (asking) => indexesCall(scene, items, asking), tidy: () => takeBack(scene, items) };
  },
  *searchIndexes(scene, say) {
    const word = madeUpWord(scene, 'access-search');
    const items = [record(recordId(scene, 'access-search'), `Access to ${word}.`)];
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

/** Makes what an operation needs. */
function* prepare(operation: string, scene: Scene, say: Say): Asks<Prepared | null> {
  const preparation = preparations[operation];
  return preparation === undefined ? null : yield* preparation(scene, say);
}

function needsSecret(scene: Scene, operation: string): boolean {
  return operationOf(scene.api, operation).security.flat().includes('AppSecret');
}

/** Whether a search shows what only an application may see; any other success does. */
function showsSomething(exchange: Exchange): boolean {
  const { call } = exchange;
  if (call.kind === 'http' && call.operation === 'searchIndexes') return (hitsOf(exchange) ?? []).length > 0;
  return true;
}

function mustRefuse(exchange: Exchange, name: string, isKnownToWork: boolean): Judgement {
  const { outcome } = exchange;
  if (isSuccess(exchange)) {
    if (!showsSomething(exchange) && exchange.call.label === UNKNOWN) return pass;
    return broken({
      expected: `a refusal, since the request has ${name}`,
      actual: outcomeText(exchange),
      about: name,
      exchange,
    });
  }
  if (outcome.kind === 'failure' || outcome.status === 429) return blockedBy(exchange);
  if (isKnownToWork || outcome.status === 401 || outcome.status === 403) return pass;
  return inconclusive(`with ${name} the request was answered with ${outcomeText(exchange)}`, HINT);
}

const UNKNOWN = 'the id of no application';

/** Requests without a right application id; where a secret is needed, with a right one. */
function withoutId(scene: Scene, operation: string): readonly Asking[] {
  const options: CallOptions = needsSecret(scene, operation)
    ? { label: '', intent: 'open', credentials: whoFor(operation, scene), schemes: ['AppSecret'] }
    : { label: '', intent: 'open', credentials: 'none', schemes: [] };
  return [
    { ...options, label: 'no credentials at all', credentials: 'none', schemes: [] },
    ...(needsSecret(scene, operation) ? [{ ...options, label: 'a secret and no application id' }] : []),
    { ...options, label: 'an empty application id', headers: { [ID_HEADER]: '' } },
    { ...options, label: UNKNOWN, headers: { [ID_HEADER]: strangeUuid(scene, 'application') } },
  ];
}

/** A reset is tried on the second application alone. */
function whoFor(operation: string, scene: Scene): 'given' | 'other' {
  return operation === 'resetIndexes' && hasOtherApplication(scene) ? 'other' : 'given';
}

/** A request with nothing but made-up things, for a target of which no application is known. */
function strangeRequest(scene: Scene, operation: string): Prepared {
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

function* askWithoutId(operation: string, scene: Scene, say: Say): Asks<void> {
  const isKnown = scene.target.credentials['AppId'] !== undefined;
  const prepared = isKnown ? yield* prepare(operation, scene, say) : strangeRequest(scene, operation);
  if (prepared === null) return;
  for (const asking of withoutId(scene, operation)) {
    say(mustRefuse(yield prepared.send(asking), asking.label, isKnown));
  }
  if (isKnown && prepared.tidy !== undefined) yield* prepared.tidy();
}

/** Every operation without an application id, with an empty one, and with one that nobody has. */
export const appId: Rule = conversationRule('assistant.auth.app-id', (scene) =>
  scene.api.operations.map(({ id }) => ({
    id,
    operation: id,
    // A server that does not ask for the id might reset whom it will.
    ...(id === 'resetIndexes' ? { alone: true } : {}),
    talk: (_scene: Scene, say: Say) => askWithoutId(id, scene, say),
  })),
);

/** The operation is answered without a secret. */
function noSecretRule(id: string, operation: string): Rule {
  return conversationRule(id, (scene) => [
    {
      id: operation,
      operation,
      *talk(_scene, say) {
        const prepared = yield* prepare(operation, scene, say);
        if (prepared === null) return;
        const schemes = ['AppId'];
        const bare = yield prepared.send({ label: 'without the secret', schemes, intent: 'open' });
        if (isSuccess(bare)) say(pass);
        else say(yield* whyRefused(scene, prepared, bare));
        if (prepared.tidy !== undefined) yield* prepared.tidy();
      },
    },
  ]);
}

function* whyRefused(scene: Scene, prepared: Prepared, bare: Exchange): Asks<Judgement> {
  if (scene.target.credentials['AppSecret'] === undefined) return blockedBy(bare);
  const schemes = ['AppId', 'AppSecret'];
  const full = yield prepared.send({ label: 'with the secret', schemes, intent: 'open' });
  if (!isSuccess(full)) return blockedBy(bare);
  return broken({ expected: 'an answer without a secret', actual: outcomeText(bare), about: 'secret', exchange: bare });
}

export const noSecretRules: readonly Rule[] = [
  noSecretRule('assistant.conversations.create-no-secret', 'createConversation'),
  noSecretRule('assistant.conversations.read-no-secret', 'readConversation'),
  noSecretRule('assistant.turns.create-no-secret', 'createTurn'),
  noSecretRule('assistant.turns.read-no-secret', 'readTurn'),
  noSecretRule('assistant.search.no-secret', 'searchIndexes'),
];

/** Requests without a right secret. */
function withoutSecret(scene: Scene, who: 'given' | 'other'): readonly Asking[] {
  const options: CallOptions = { label: '', intent: 'open', credentials: who, schemes: ['AppId'] };
  const { credentials, otherCredentials } = scene.target;
  const own = (who === 'given' ? credentials : otherCredentials)['AppSecret'];
  const foreign = (who === 'given' ? otherCredentials : credentials)['AppSecret'];
  return [
    { ...options, label: 'no secret' },
    { ...options, label: 'an empty secret', headers: { [SECRET_HEADER]: '' } },
    { ...options, label: 'a made-up secret', headers: { [SECRET_HEADER]: 'a-secret-that-nobody-has' } },
    ...(foreign === undefined || foreign === own
      ? []
      : [{ ...options, label: 'the secret of another application', headers: { [SECRET_HEADER]: foreign } }]),
  ];
}

/** How a rule tells that a refused request did nothing. */
interface Effect {
  /** Added before; none where the request itself would add. */
  readonly before: boolean;
  /** Whether the record is found when the request did nothing. */
  readonly found: boolean;
}

const effects: Readonly<Record<string, Effect>> = {
  createIndexes: { before: false, found: false },
  deleteIndex: { before: true, found: true },
  resetIndexes: { before: true, found: true },
};

function* askWithoutSecret(operation: string, scene: Scene, say: Say): Asks<void> {
  const who = whoFor(operation, scene);
  const given = who === 'given' ? scene.target.credentials : scene.target.otherCredentials;
  if (given['AppId'] === undefined || given['AppSecret'] === undefined) return yield* askBare(operation, scene, say);
  const word = madeUpWord(scene, 'secret', operation);
  const items = [record(recordId(scene, 'secret', operation), `The secret of ${word}.`)];
  const ids = items.map(({ object_id: id }) => id);
  const requests: Readonly<Record<string, (asking: Asking) => ReturnType<typeof ask>>> = {
    createIndexes: (asking) => indexesCall(scene, items, asking),
    deleteIndex: (asking) => deleteCall(scene, ids[0] ?? '', asking),
    resetIndexes: (asking) => resetCall(scene, asking),
  };
  const send = requests[operation] ?? ((asking: Asking) => resetCall(scene, asking));
  const { before, found } = effects[operation] ?? { before: false, found: false };
  const searching = { label: 'look', keywords: word, credentials: who };
  const patience = patienceOf(scene);
  if (before) {
    if ((yield* addRecords(scene, say, 'add', items, who)) === null) return;
    yield* searchUntil(scene, patience, searching, includesAll(ids));
  }
  let refused = true;
  for (const asking of withoutSecret(scene, who)) {
    const exchange = yield send(asking);
    refused &&= !isSuccess(exchange);
    say(mustRefuse(exchange, asking.label, before));
  }
  if (refused) say(...(yield* unchanged(scene, searching, ids, found)));
  if (operation === 'createIndexes') {
    const right = yield send({ label: 'with the secret', intent: 'open' });
    if (!isSuccess(right)) say(blockedBy(right));
  }
  yield* takeBack(scene, items, who);
}

/** A request that was refused did nothing all the same. */
function* unchanged(
  scene: Scene,
  searching: Parameters<typeof searchUntil>[2],
  ids: readonly string[],
  found: boolean,
): Asks<readonly Judgement[]> {
  const holds = (hits: readonly string[]) => includesAll(ids)(hits) === found;
  const exchange = yield* searchUntil(scene, { left: 0 }, searching, holds);
  const hits = hitsOf(exchange);
  if (hits === null) return [blockedBy(exchange)];
  if (holds(hits.map(({ object_id: id }) => String(id)))) return [];
  const actual = found ? 'the record is gone' : 'the record is there';
  return [
    broken({ expected: 'a refused request that does nothing', actual, pointer: '/data', about: 'effect', exchange }),
  ];
}

/** Without an application nothing but a request of nobody can be tried. */
function* askBare(operation: string, scene: Scene, say: Say): Asks<void> {
  const bare = { label: 'no credentials at all', credentials: 'none', schemes: [], intent: 'open' } as const;
  const exchange = yield strangeRequest(scene, operation).send(bare);
  if (isSuccess(exchange)) return say(mustRefuse(exchange, bare.label, false));
  say(inconclusive('no application with its secret is known', HINT));
}

function secretRule(id: string, operation: string): Rule {
  return conversationRule(id, (scene) => [
    {
      id: operation,
      operation,
      ...(operation === 'resetIndexes' ? { alone: true } : {}),
      talk: (_scene: Scene, say: Say) => askWithoutSecret(operation, scene, say),
    },
  ]);
}

export const secretRules: readonly Rule[] = [
  secretRule('assistant.indexes.create-secret', 'createIndexes'),
  secretRule('assistant.indexes.reset-secret', 'resetIndexes'),
  secretRule('assistant.indexes.delete-secret', 'deleteIndex'),
];
