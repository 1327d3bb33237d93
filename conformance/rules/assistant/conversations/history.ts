/** The history of a conversation: the turns that were posted to it, in order, each as it is read alone. */
import { type Exchange, isSuccess } from '../../../model/exchange.ts';
import { excerpt, type JsonObject, sameJson } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { broken, pass, passUnless } from '../../judgement.ts';
import type { Judgement } from '../../rule.ts';
import { objectOf } from '../../shared/data.ts';
import { type PostedTurn, pathIds, postedIn, type TurnView, viewsOf, viewsOfPosted } from '../turn-views.ts';
import { talkRule } from '../turns/talk.ts';

/** What a turn has in the history as well as alone, and is not open. */
const members = ['bot_id', 'app_id', 'user_identity', 'request', 'response', 'status', 'created_at'] as const;

interface History {
  readonly exchange: Exchange;
  readonly conversation: string;
  readonly turns: readonly TurnView[];
}

function historiesIn(exchanges: readonly Exchange[]): readonly History[] {
  return exchanges.flatMap((exchange) => {
    const { call } = exchange;
    if (call.kind !== 'http' || call.operation !== 'readConversation' || objectOf(exchange) === null) return [];
    return [{ exchange, conversation: pathIds(call).conversation, turns: viewsOf(exchange) }];
  });
}

function idsOf(turns: readonly { readonly turn: JsonObject }[]): readonly string[] {
  return turns.map(({ turn }) => String(turn['id']));
}

/** Turns that are missing, that are there twice, or that were posted elsewhere. */
function wrongTurns({ exchange, turns }: History, posted: readonly PostedTurn[]): readonly Judgement[] {
  const listed = idsOf(turns);
  const wanted = posted.map(({ id }) => id);
  const missing = wanted.filter((id) => !listed.includes(id));
  const repeated = listed.filter((id, index) => listed.indexOf(id) !== index);
  const foreign = listed.filter((id) => !wanted.includes(id));
  const problems = [
    ...missing.map((id) => `turn ${id} is missing`),
    ...repeated.map((id) => `turn ${id} is there twice`),
    ...foreign.map((id) => `turn ${id} was not posted to it`),
  ];
  const expected = `the ${wanted.length} turns that were posted to it`;
  return problems.map((actual) => broken({ expected, actual, pointer: '/data/history', exchange }));
}

/** Members of a turn that differ from those that it has when it is read alone. */
function otherMembers(view: TurnView, posted: readonly PostedTurn[], exchanges: readonly Exchange[]) {
  const own = posted.find(({ id }) => id === String(view.turn['id']));
  const alone =
    own === undefined ? undefined : viewsOfPosted(own, exchanges).findLast(({ place }) => place === 'read')?.turn;
  if (alone === undefined) return [];
  return members
    .filter((name) => !sameJson(view.turn[name], alone[name]))
    .map((name) =>
      broken({
        expected: `${excerpt(alone[name])}, as the turn has it when it is read alone`,
        actual: excerpt(view.turn[name]),
        pointer: within(view.pointer, name),
        exchange: view.exchange,
      }),
    );
}

export const history = talkRule('assistant.conversations.history', 'readConversation', (exchanges) => {
  const posted = postedIn(exchanges);
  return historiesIn(exchanges).flatMap((one) => {
    const own = posted.filter(({ conversation }) => conversation === one.conversation);
    return passUnless([...wrongTurns(one, own), ...one.turns.flatMap((view) => otherMembers(view, own, exchanges))]);
  });
});

export const historyOrder = talkRule('assistant.conversations.history-order', 'readConversation', (exchanges) =>
  historiesIn(exchanges).flatMap(({ exchange, turns }): Judgement[] => {
    const ids = turns.map(({ turn }) => Number(turn['id']));
    const place = ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? 0));
    if (place < 0) return ids.length > 1 ? [pass] : [];
    return [
      broken({
        expected: 'turns in the order of their ids',
        actual: `turn ${ids[place]} follows turn ${ids[place - 1]}`,
        pointer: within(within('/data/history', place), 'id'),
        exchange,
      }),
    ];
  }),
);

export const historyWithoutUserId = talkRule(
  'assistant.conversations.history-without-user-id',
  'readConversation',
  (exchanges) =>
    historiesIn(exchanges)
      .filter(({ exchange, turns }) => isSuccess(exchange) && turns.length > 0)
      .flatMap(({ turns }) =>
        passUnless(
          turns
            .filter(({ turn }) => turn['user_id'] !== undefined && turn['user_id'] !== null)
            .map(({ turn, pointer, exchange }) =>
              broken({
                expected: 'no user_id in the history',
                actual: excerpt(turn['user_id']),
                pointer: within(pointer, 'user_id'),
                exchange,
              }),
            ),
        ),
      ),
);
