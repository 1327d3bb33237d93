/** What the server does with turns where the documents leave it open. */
import { isSuccess } from '../../../model/exchange.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import type { Rule, Scene } from '../../rule.ts';
import { objectOf } from '../../shared/data.ts';
import { acceptance, distinct, notSeen, observer } from '../../shared/observe.ts';
import { newConversationCall, newTurnCall, readConversationCall, readTurnCall } from '../calls.ts';
import { type Asks, CONTENT, finishTurn, freshUser, postTurn, startConversation, strangeUuid } from '../dialogue.ts';
import { isEmptyError, responseOf, viewsOf } from '../turn-views.ts';
import { postSlowTurn } from '../turns/waiting.ts';
import { NO_CONVERSATION } from './access.ts';

const silent = () => undefined;

/** A plain turn as it is posted, read, and in the history. */
interface Seen {
  readonly post: JsonObject;
  readonly read: JsonObject;
  readonly history: JsonObject;
}

function* seenTurn(scene: Scene): Asks<Seen | null> {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  const posted = started === null ? null : yield* postTurn(scene, silent, started.id, 'post');
  const finished = posted === null ? null : yield* finishTurn(scene, silent, posted, 'read');
  if (started === null || posted === null || finished === null) return null;
  const history = yield readConversationCall(scene, started.id, { label: 'history', intent: 'open' });
  return { post: posted.posted, read: finished.turn, history: viewsOf(history)[0]?.turn ?? {} };
}

/** Observes a plain turn. */
function turnObserver(id: string, operation: string | null, look: (seen: Seen) => string): Rule {
  return observer(id, operation, function* (scene) {
    const seen = yield* seenTurn(scene);
    return seen === null ? NO_CONVERSATION : look(seen);
  });
}

function everywhere(seen: Seen, describe: (turn: JsonObject) => string): string {
  return `post: ${describe(seen.post)}; read: ${describe(seen.read)}; history: ${describe(seen.history)}`;
}

function emptiness(turn: JsonObject, name: string): string {
  if (!Object.hasOwn(turn, name)) return 'absent';
  return JSON.stringify(turn[name]);
}

const COUNTS = ['prompt_tokens', 'completion_tokens', 'total_tokens'];

const answeredWhen = turnObserver('assistant.turns.answered-when', 'createTurn', ({ post }) =>
  responseOf(post) === '' ? 'at once, without a response' : 'when the turn is processed, with its response',
);

const oneAtATime = observer('assistant.turns.one-at-a-time', 'createTurn', function* (scene) {
  const slow = yield* postSlowTurn(scene, silent, 'slow');
  if (slow === null) return notSeen('the target names no slow turn');
  const asking = { label: 'another', intent: 'open', patient: false } as const;
  return `another turn: ${acceptance(yield newTurnCall(scene, slow.conversation, { content: CONTENT }, asking))}`;
});

const refusalOrError = observer('assistant.turns.refusal-or-error', 'createTurn', function* (scene) {
  const body = { bot_id: 2_000_000_033, user_identity: freshUser(scene, 'nobody') };
  const bot = yield newConversationCall(scene, body, { label: 'unknown bot', intent: 'open' });
  const id = strangeUuid(scene, 'nowhere');
  const conversation = yield newTurnCall(
    scene,
    id,
    { content: CONTENT },
    { label: 'unknown conversation', intent: 'open' },
  );
  return [bot, conversation].map((exchange) => `${exchange.call.label}: ${acceptance(exchange)}`).join('; ');
});

const timeoutSyntax = observer('assistant.turns.timeout-syntax', 'readTurn', function* (scene) {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  const posted = started === null ? null : yield* postTurn(scene, silent, started.id, 'post');
  const finished = posted === null ? null : yield* finishTurn(scene, silent, posted, 'read');
  if (posted === null || finished === null) return NO_CONVERSATION;
  const told: string[] = [];
  for (const timeout of ['10s', '10', '1.5', '1m30s', 'PT10S', 'soon', '-1s']) {
    const query = { block_until_response: 'true', timeout };
    const asking = { label: timeout, intent: 'open' } as const;
    told.push(`${timeout}: ${acceptance(yield readTurnCall(scene, posted.conversation, posted.id, query, asking))}`);
  }
  return told.join('; ');
});

const processed = observer('assistant.turns.processed', 'readTurn', function* (scene) {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  if (started === null) return NO_CONVERSATION;
  const bot_override = { middlewares: [{ name: 'no-such-middleware', options: {} }] };
  const exchange = yield newTurnCall(
    scene,
    started.id,
    { content: CONTENT, bot_override },
    { label: 'post', intent: 'open' },
  );
  const posted = objectOf(exchange);
  if (posted === null) return notSeen('no turn was seen to fail');
  const turn = { conversation: started.id, id: String(posted['id']), posted, exchange };
  const finished = yield* finishTurn(scene, silent, turn, 'read');
  if (finished === null || isEmptyError(finished.turn['error'])) return notSeen('no turn was seen to fail');
  return `a failed turn ends the wait, with status ${String(finished.turn['status'])}`;
});

const numbering = observer('assistant.turn.numbering', null, function* (scene) {
  const ids: number[] = [];
  for (const label of ['first', 'second']) {
    const started = yield* startConversation(scene, silent, { label });
    const posted = started === null ? null : yield* postTurn(scene, silent, started.id, 'post');
    if (posted === null) return NO_CONVERSATION;
    yield* finishTurn(scene, silent, posted, 'read');
    ids.push(Number(posted.id));
  }
  const [first, second] = ids;
  return first === second ? `within each conversation, from ${first}` : 'across conversations';
});

const tokenCounts = turnObserver('assistant.turn.token-counts', null, (seen) =>
  everywhere(seen, (turn) => {
    const present = COUNTS.filter((name) => Object.hasOwn(turn, name));
    return present.length === 0 ? 'none' : present.join(', ');
  }),
);

/** The statuses of a slow turn, in the order in which they are seen. */
function* statuses(scene: Scene): Asks<readonly string[]> {
  const slow = yield* postSlowTurn(scene, silent, 'slow');
  if (slow === null) return [];
  const asking = { label: 'read at once', intent: 'open', pauseMs: 20 } as const;
  const pending = objectOf(yield readTurnCall(scene, slow.conversation, slow.id, {}, asking));
  const finished = yield* finishTurn(scene, silent, slow, 'read at last');
  const seen = [slow.posted, pending, finished?.turn ?? null];
  return seen.flatMap((turn) => (turn === null ? [] : [String(turn['status'])]));
}

const statusValues = observer('assistant.turn.status-values', null, function* (scene) {
  const seen = yield* seenTurn(scene);
  const failed = yield* failedTurn(scene);
  const values = distinct([...(seen === null ? [] : [seen.post['status'], seen.read['status']]), ...failed]);
  return values.length === 0 ? NO_CONVERSATION : `seen: ${values.join(', ')}`;
});

/** The status of a turn that fails; none where it is refused. */
function* failedTurn(scene: Scene): Asks<readonly unknown[]> {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  if (started === null) return [];
  const bot_override = { middlewares: [{ name: 'no-such-middleware', options: {} }] };
  const body = { content: CONTENT, bot_override };
  const exchange = yield newTurnCall(scene, started.id, body, { label: 'one that fails', intent: 'open' });
  const posted = objectOf(exchange);
  if (posted === null) return [];
  const turn = { conversation: started.id, id: String(posted['id']), posted, exchange };
  const finished = yield* finishTurn(scene, silent, turn, 'failed');
  return finished === null ? [] : [finished.turn['status']];
}

const statusTransitions = observer('assistant.turn.status-transitions', null, function* (scene) {
  const seen = yield* statuses(scene);
  if (seen.length === 0) return notSeen('the target names no slow turn');
  return seen.filter((status, index) => status !== seen[index - 1]).join(', then ');
});

const overrideWhenNone = turnObserver('assistant.turn.override-when-none', null, (seen) =>
  everywhere(seen, (turn) => emptiness(turn, 'bot_override')),
);

const errorWhenNone = turnObserver('assistant.turn.error-when-none', null, (seen) =>
  everywhere(seen, (turn) => emptiness(turn, 'error')),
);

const userIdInHistory = turnObserver('assistant.turn.user-id-in-history', null, (seen) =>
  everywhere(seen, (turn) => (Object.hasOwn(turn, 'user_id') ? 'present' : 'absent')),
);

const temperatureRange = observer('assistant.bot-override.temperature-range', null, function* (scene) {
  const told: string[] = [];
  for (const temperature of [-1, 1, 2, 100]) {
    const started = yield* startConversation(scene, silent, { label: 'start' });
    if (started === null) return NO_CONVERSATION;
    const body = { content: CONTENT, bot_override: { temperature } };
    const exchange = yield newTurnCall(scene, started.id, body, { label: String(temperature), intent: 'open' });
    told.push(`${temperature}: ${isSuccess(exchange) ? 'accepted' : acceptance(exchange)}`);
  }
  return told.join('; ');
});

const middlewareNames = turnObserver('assistant.middleware.names', null, ({ read }) => {
  const results = Array.isArray(read['middleware_results']) ? read['middleware_results'] : [];
  const names = distinct(results.filter(isObject).map(({ name }) => name));
  return names.length === 0 ? notSeen('the bot ran no middleware') : `seen: ${names.join(', ')}`;
});

const resultMembers = turnObserver('assistant.middleware-result.opts-name', null, ({ read }) => {
  const results = Array.isArray(read['middleware_results']) ? read['middleware_results'].filter(isObject) : [];
  const members = distinct(results.flatMap((result) => Object.keys(result)));
  return members.length === 0 ? notSeen('the bot ran no middleware') : `a result has ${members.join(', ')}`;
});

const resultsWhen = observer('assistant.turn.middleware-results-when', null, function* (scene) {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  if (started === null) return NO_CONVERSATION;
  const middlewares = ['no-such-one', 'nor-this-one'].map((name) => ({ name, options: {} }));
  const body = { content: CONTENT, bot_override: { middlewares } };
  const exchange = yield newTurnCall(scene, started.id, body, { label: 'two that fail', intent: 'open' });
  const posted = objectOf(exchange);
  if (posted === null) return `an unknown middleware: ${acceptance(exchange)}`;
  const turn = { conversation: started.id, id: String(posted['id']), posted, exchange };
  const finished = yield* finishTurn(scene, silent, turn, 'read');
  const results = finished?.turn['middleware_results'];
  return `of two that fail, ${Array.isArray(results) ? results.length : 'none'} has a result`;
});

const optionsRequired = observer('assistant.middleware.options-required', null, function* (scene) {
  const started = yield* startConversation(scene, silent, { label: 'start' });
  if (started === null) return NO_CONVERSATION;
  const body = { content: CONTENT, bot_override: { middlewares: [{ name: 'no-such-middleware' }] } };
  return `without options: ${acceptance(yield newTurnCall(scene, started.id, body, { label: 'post', intent: 'open' }))}`;
});

export const turnObservers: readonly Rule[] = [
  answeredWhen,
  oneAtATime,
  refusalOrError,
  timeoutSyntax,
  processed,
  numbering,
  tokenCounts,
  statusValues,
  statusTransitions,
  overrideWhenNone,
  errorWhenNone,
  userIdInHistory,
  temperatureRange,
  middlewareNames,
  resultMembers,
  resultsWhen,
  optionsRequired,
];
