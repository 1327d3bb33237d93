/** Three operations want the application's secret, the others do not. */
import type { CallOptions } from '../../../model/call.ts';
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Rule, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { type Asking, type ask, deleteCall, indexesCall, resetCall } from '../calls.ts';
import type { Asks } from '../dialogue.ts';
import {
  addRecords,
  foundIds,
  hitsOf,
  includesAll,
  madeUpWord,
  patienceOf,
  record,
  recordId,
  searchUntil,
  takeBack,
} from '../records.ts';
import { type Prepared, prepare, strangeRequest, whoFor } from './prepared.ts';
import { HINT, mustRefuse } from './refusal.ts';

const SECRET_HEADER = 'x-assistant-secret';

/** The operation is answered without a secret. */
function noSecretRule(id: string, operation: string): Rule {
  return conversationRule(id, (scene) => [
    {
      id: operation,
      operation,
      *talk(_scene, say) {
        const prepared = yield* prepare(operation, scene, say, 'no-secret');
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

/** Secrets that are nearly right: half of it, and all of it with small letters for capitals and the other way round. */
function nearSecrets(own: string): readonly (readonly [string, string])[] {
  const swapped = own.replaceAll(/[a-z]/gi, (one) =>
    one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase(),
  );
  // Hexadecimal digits mean the same in both cases.
  const isHexadecimal = /^[\da-f-]*$/i.test(own);
  return [
    ...(own.length > 1 ? ([['half of the secret', own.slice(0, Math.ceil(own.length / 2))]] as const) : []),
    ...(swapped === own || isHexadecimal ? [] : ([['the secret in the other case', swapped]] as const)),
  ];
}

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
    ...nearSecrets(own ?? '').map(([label, near]) => ({ ...options, label, headers: { [SECRET_HEADER]: near } })),
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
  // How soon a new record is found is open: one that was not found yet does not tell what a refused request did.
  let isKnown = true;
  if (before) {
    if ((yield* addRecords(scene, say, 'add', items, who)) === null) return;
    isKnown = includesAll(ids)(foundIds(yield* searchUntil(scene, patience, searching, includesAll(ids))));
  }
  const answers: (readonly [string, Exchange])[] = [];
  for (const asking of withoutSecret(scene, who)) {
    const exchange = yield send(asking);
    answers.push([asking.label, exchange]);
  }
  const isRefused = answers.every(([, exchange]) => !isSuccess(exchange));
  if (isRefused && isKnown) say(...(yield* unchanged(scene, searching, ids, found)));
  // Whatever the status of a refusal: it is one when the same request is accepted with the secret.
  const right = before ? undefined : yield send({ label: 'with the secret', intent: 'open', credentials: who });
  if (right !== undefined && !isSuccess(right)) say(blockedBy(right));
  const isAccepted = right === undefined || isSuccess(right);
  for (const [label, exchange] of answers) say(mustRefuse(exchange, label, isAccepted));
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
