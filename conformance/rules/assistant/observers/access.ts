/** How requests are refused, and what applications see of each other. */

import { strayCall } from '../../../model/call.ts';
import { type Exchange, isSuccess } from '../../../model/exchange.ts';
import { isObject } from '../../../model/json.ts';
import { observed } from '../../judgement.ts';
import type { Rule, Scene } from '../../rule.ts';
import { objectOf } from '../../shared/data.ts';
import { acceptance, answerForm, notSeen, observeCall, observer } from '../../shared/observe.ts';
import {
  ask,
  deleteCall,
  type IndexRecord,
  indexesCall,
  newConversationCall,
  readConversationCall,
  searchCall,
} from '../calls.ts';
import { type Asks, freshUser, startConversation, strangeUuid } from '../dialogue.ts';
import {
  foundIds,
  hasOtherApplication,
  includesAll,
  madeUpWord,
  patienceOf,
  record,
  recordId,
  type Searching,
  searchUntil,
  takeBack,
} from '../records.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const silent = () => undefined;

const NO_OTHER = notSeen('the target names no second application');
export const NO_CONVERSATION = notSeen('no conversation could be started');

const refusal = observer('assistant.auth.refusal', null, function* (scene) {
  const search = { query: { keywords: 'assets' } };
  const unknown = { 'x-assistant-appid': strangeUuid(scene, 'nobody') };
  const wrong = { 'x-assistant-secret': 'a-secret-that-nobody-has' };
  const body = { items: [record(recordId(scene, 'refusal'), 'A record of nobody.')] };
  const intent = 'open';
  const requests = [
    ask(scene, 'searchIndexes', search, { label: 'no id', credentials: 'none', intent }),
    ask(scene, 'searchIndexes', search, { label: 'unknown id', credentials: 'none', headers: unknown, intent }),
    ask(scene, 'createIndexes', { body }, { label: 'no secret', schemes: ['AppId'], intent }),
    ask(scene, 'createIndexes', { body }, { label: 'wrong secret', schemes: ['AppId'], headers: wrong, intent }),
  ];
  const told: string[] = [];
  for (const request of requests) {
    const exchange = yield request;
    told.push(`${exchange.call.label}: ${isSuccess(exchange) ? 'accepted' : answerForm(exchange)}`);
  }
  return told.join('; ');
});

const credentialForm: Rule = {
  id: 'assistant.auth.credential-form',
  whenSilent: ({ target }) => {
    const { AppId: id } = target.credentials;
    if (id === undefined) return observed(notSeen('the target names no application'));
    return observed(`the application id is ${UUID.test(id) ? 'a UUID' : 'no UUID'}`);
  },
};

const errorForms = observer('assistant.errors.responses', null, function* (scene) {
  const requests = [
    ask(
      scene,
      'searchIndexes',
      { query: { keywords: 'assets', n: 'many' } },
      { label: 'malformed query', intent: 'invalid' },
    ),
    ask(scene, 'createConversation', { body: {} }, { label: 'incomplete body', intent: 'invalid' }),
    readConversationCall(scene, strangeUuid(scene, 'none'), { label: 'unknown conversation', intent: 'open' }),
    strayCall('/no-such-path', 'unknown path'),
  ];
  const told: string[] = [];
  for (const request of requests) {
    const exchange = yield request;
    told.push(`${exchange.call.label}: ${answerForm(exchange)}`);
  }
  return told.join('; ');
});

function conversationBody(exchange: Exchange): unknown {
  return JSON.parse(exchange.requestBody ?? 'null');
}

const conversationScope = observer('assistant.conversations.scope', 'readConversation', function* (scene) {
  if (scene.target.otherCredentials['AppId'] === undefined) return NO_OTHER;
  const started = yield* startConversation(scene, silent, { label: 'start' });
  if (started === null) return NO_CONVERSATION;
  const asking = { label: 'another application', credentials: 'other', intent: 'open' } as const;
  const exchange = yield readConversationCall(scene, started.id, asking);
  return isSuccess(exchange) ? 'another application reads it' : `another application: ${acceptance(exchange)}`;
});

interface Foreign {
  readonly word: string;
  readonly items: readonly IndexRecord[];
  readonly ids: readonly string[];
  readonly searching: Searching;
}

/** A record of the second application, found and deleted by the caller. */
function* foreignRecord(scene: Scene, name: string): Asks<Foreign | null> {
  const word = madeUpWord(scene, name);
  const items = [record(recordId(scene, name), `A record of another: ${word}.`)];
  const ids = items.map(({ object_id: id }) => id);
  const added = yield indexesCall(scene, items, { label: 'add', credentials: 'other', intent: 'open' });
  const searching = { label: 'its own search', keywords: word, credentials: 'other' } as const;
  const own = yield* searchUntil(scene, patienceOf(scene), searching, includesAll(ids));
  return isSuccess(added) && includesAll(ids)(foundIds(own)) ? { word, items, ids, searching } : null;
}

const searchScope = observer('assistant.search.scope', 'searchIndexes', function* (scene) {
  if (!hasOtherApplication(scene)) return NO_OTHER;
  const foreign = yield* foreignRecord(scene, 'search-scope');
  if (foreign === null) return notSeen('a record of another application was not found by it either');
  const exchange = yield searchCall(scene, foreign.word, undefined, { label: 'search', intent: 'open' });
  yield* takeBack(scene, foreign.items, 'other');
  return includesAll(foreign.ids)(foundIds(exchange))
    ? 'records of other applications are found'
    : 'only records of the calling application are found';
});

const deleteScope = observer('assistant.indexes.delete-scope', 'deleteIndex', function* (scene) {
  if (!hasOtherApplication(scene)) return NO_OTHER;
  const foreign = yield* foreignRecord(scene, 'delete-scope');
  if (foreign === null) return notSeen('a record of another application was not found by it either');
  const [id = ''] = foreign.ids;
  const deleted = yield deleteCall(scene, id, { label: 'delete', intent: 'open' });
  const left = yield* searchUntil(scene, { left: 0 }, foreign.searching, () => true);
  yield* takeBack(scene, foreign.items, 'other');
  const rest = includesAll(foreign.ids)(foundIds(left))
    ? 'the record of the other stays'
    : 'the record of the other is gone';
  return `${acceptance(deleted)}; ${rest}`;
});

const deleteUnknown = observeCall(
  'assistant.indexes.delete-unknown',
  'deleteIndex',
  (scene) => deleteCall(scene, recordId(scene, 'unknown'), { label: 'delete', intent: 'open' }),
  acceptance,
);

const bots = observer('assistant.conversations.bots', 'createConversation', function* (scene) {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  const body = { bot_id: 2_000_000_033, user_identity: freshUser(scene, 'nobody') };
  const unknown = yield newConversationCall(scene, body, { label: 'unknown bot', intent: 'open' });
  const sent = started === null ? null : conversationBody(started.exchange);
  const known = isObject(sent) ? `bot ${String(sent['bot_id'])} is there` : 'no bot was found';
  return `${known}; an unknown bot_id: ${acceptance(unknown)}`;
});

const appIdType = observer('assistant.app.app-id-type', null, function* (scene) {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  if (started === null) return NO_CONVERSATION;
  const posted = yield ask(
    scene,
    'createTurn',
    { path: { conversation_id: started.id }, body: { content: 'Hello' } },
    { label: 'post', intent: 'open' },
  );
  const app = started.data['app'];
  const ofApp = isObject(app) ? typeof app['app_id'] : 'absent';
  return `${ofApp} in the app of a conversation, ${typeof objectOf(posted)?.['app_id']} in a turn`;
});

export const accessObservers: readonly Rule[] = [
  refusal,
  credentialForm,
  errorForms,
  conversationScope,
  searchScope,
  deleteScope,
  deleteUnknown,
  bots,
  appIdType,
];
