/** Reads turns out of answers: a turn is seen when it is posted, when it is read, and in the history. */
import { type Exchange, type HttpCall, isSuccess } from '../../model/exchange.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { objectOf } from '../shared/data.ts';

/** Where a turn is seen. */
export type TurnPlace = 'post' | 'read' | 'history';

/** A turn in an answer. */
export interface TurnView {
  readonly exchange: Exchange;
  readonly place: TurnPlace;
  readonly turn: JsonObject;
  /** Of the turn in the answer. */
  readonly pointer: string;
  /** Id of the conversation that was asked for. */
  readonly conversation: string;
}

/** A turn that was posted, and what was sent. */
export interface PostedTurn extends TurnView {
  readonly id: string;
  readonly sent: JsonObject;
}

/** Ids in the path of a request: those of the conversation and of the turn, empty where there is none. */
export function pathIds({ path }: HttpCall): { readonly conversation: string; readonly turn: string } {
  const [, , conversation = '', turn = ''] = (path.split('?')[0] ?? '').split('/').map(decodeURIComponent);
  return { conversation, turn };
}

const places: Readonly<Record<string, TurnPlace>> = {
  createTurn: 'post',
  readTurn: 'read',
  readConversation: 'history',
};

/** The turns of an answer. */
export function viewsOf(exchange: Exchange): readonly TurnView[] {
  const { call } = exchange;
  const place = call.kind === 'http' ? places[call.operation ?? ''] : undefined;
  const data = objectOf(exchange);
  if (call.kind !== 'http' || place === undefined || data === null) return [];
  const { conversation } = pathIds(call);
  if (place !== 'history') return [{ exchange, place, turn: data, pointer: '/data', conversation }];
  return objectsOf(data['history']).map((turn, index) => ({
    exchange,
    place,
    turn,
    pointer: within('/data/history', index),
    conversation,
  }));
}

function sentWith({ requestBody }: Exchange): JsonObject {
  const sent: unknown = JSON.parse(requestBody ?? 'null');
  return isObject(sent) ? sent : {};
}

/** The turns that were posted and accepted, in that order. */
export function postedIn(exchanges: readonly Exchange[]): readonly PostedTurn[] {
  return exchanges
    .filter(isSuccess)
    .flatMap(viewsOf)
    .filter(({ place }) => place === 'post')
    .map((view) => ({ ...view, id: String(view.turn['id']), sent: sentWith(view.exchange) }));
}

/** Everywhere that a posted turn is seen. */
export function viewsOfPosted(posted: PostedTurn, exchanges: readonly Exchange[]): readonly TurnView[] {
  return exchanges
    .flatMap(viewsOf)
    .filter(({ turn, conversation }) => conversation === posted.conversation && String(turn['id']) === posted.id);
}

/** The response of a turn; empty when it has none. */
export function responseOf({ response }: JsonObject): string {
  return typeof response === 'string' ? response : '';
}

/** Whether an error is empty: `{}`, null, absent, or a code of 0 without a message. */
export function isEmptyError(error: unknown): boolean {
  if (!isObject(error)) return error === undefined || error === null;
  const { code, message } = error;
  return (code === undefined || code === null || code === 0) && (message ?? '') === '';
}

/** Whether nothing more will happen to a turn: it has a response or an error. */
export function isProcessed(turn: JsonObject): boolean {
  return responseOf(turn) !== '' || turn['status'] === 2 || !isEmptyError(turn['error']);
}

/** The results of the middlewares of a turn. */
export function resultsOf(turn: JsonObject): readonly JsonObject[] {
  return objectsOf(turn['middleware_results']);
}
