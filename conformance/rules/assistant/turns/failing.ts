/** Turns that fail, and what both kinds of codes have in common (document 3, Errors). */
import type { JsonObject } from '../../../model/json.ts';
import { excerpt } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { broken } from '../../judgement.ts';
import type { Judgement, Scene } from '../../rule.ts';
import type { Say } from '../../shared/conversation.ts';
import { newTurnCall, readConversationCall } from '../calls.ts';
import { type Asks, CONTENT, finishTurn, startConversation, strangeUuid, type Turn } from '../dialogue.ts';
import type { KnownMiddleware } from '../known.ts';
import { type TurnView, viewsOf } from '../turn-views.ts';

/** A name that no middleware has. */
export function strangeMiddleware(scene: Scene): KnownMiddleware {
  return { name: `unknown-${strangeUuid(scene, 'middleware').slice(0, 8)}`, options: {} };
}

/** Posts a turn whose only middleware is the given one; null when it is refused: a server may refuse it at once. */
export function* postWith(scene: Scene, say: Say, middleware: KnownMiddleware, label: string): Asks<Turn | null> {
  const started = yield* startConversation(scene, say, { label: `start, ${label}` });
  if (started === null) return null;
  const body = { content: CONTENT, bot_override: { middlewares: [{ ...middleware }] } };
  const exchange = yield newTurnCall(scene, started.id, body, { label, intent: 'open' });
  const [view] = viewsOf(exchange);
  if (view === undefined) return null;
  return { conversation: started.id, id: String(view.turn['id']), posted: view.turn, exchange };
}

/** A turn after it was processed, wherever it is seen: read, and in the history. */
export function* processedViews(scene: Scene, say: Say, turn: Turn, label: string): Asks<readonly TurnView[]> {
  const finished = yield* finishTurn(scene, say, turn, `${label}, processed`);
  if (finished === null) return [];
  const history = yield readConversationCall(scene, turn.conversation, { label: `${label}, in the history` });
  return [finished.exchange, history].flatMap(viewsOf).filter((view) => String(view.turn['id']) === turn.id);
}

/** An exchange with what it shows about an operation, for findings that differ in the place alone. */
export function aboutOf(what: string, { exchange }: TurnView): string {
  return `${what} in ${exchange.call.kind === 'http' ? exchange.call.operation : ''}`;
}

function isCode(value: unknown): boolean {
  return Number.isInteger(value) && value !== 0;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** What is missing in an error, or in the result of a middleware that failed. */
export function missingMembers(
  whole: JsonObject,
  text: 'message' | 'err',
  pointer: string,
  view: TurnView,
): readonly Judgement[] {
  const wrong = [...(isCode(whole['code']) ? [] : ['code']), ...(isText(whole[text]) ? [] : [text])];
  return wrong.map((name) =>
    broken({
      expected: name === 'code' ? 'a code other than 0' : 'a text that says what went wrong',
      actual: Object.hasOwn(whole, name) ? excerpt(whole[name]) : 'it is missing',
      pointer: within(pointer, name),
      about: aboutOf(name, view),
      exchange: view.exchange,
    }),
  );
}
