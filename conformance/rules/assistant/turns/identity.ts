/** A turn belongs to the conversation that it was posted to, and is found there by its id. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { excerpt } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { broken, passUnless } from '../../judgement.ts';
import type { Judgement } from '../../rule.ts';
import { objectOf } from '../../shared/data.ts';
import { type PostedTurn, pathIds, postedIn, type TurnView, viewsOf, viewsOfPosted } from '../turn-views.ts';
import { talkRule } from './talk.ts';

function isSameId(left: unknown, right: string): boolean {
  return String(left).toLowerCase() === right.toLowerCase();
}

/** A turn that says to be of another conversation than the one that was asked for. */
function stray({ turn, conversation, pointer, exchange }: TurnView): readonly Judgement[] {
  if (isSameId(turn['conversation_id'], conversation)) return [];
  return [
    broken({
      expected: `conversation ${conversation}, as in the path`,
      actual: excerpt(turn['conversation_id']),
      pointer: within(pointer, 'conversation_id'),
      exchange,
    }),
  ];
}

/** A turn that is not read where it was posted: neither by its id nor in the history. */
function lost(posted: PostedTurn, exchanges: readonly Exchange[]): readonly Judgement[] {
  const asked = exchanges.find(({ call }) => {
    if (call.kind !== 'http' || call.operation !== 'readTurn' || call.intent !== 'valid') return false;
    const { conversation, turn } = pathIds(call);
    return conversation === posted.conversation && turn === posted.id;
  });
  const expected = `turn ${posted.id}, which was posted to this conversation`;
  if (asked !== undefined && !isSuccess(asked) && asked.outcome.kind === 'answer') {
    return [broken({ expected, actual: outcomeText(asked), about: 'read', exchange: asked })];
  }
  const history = exchanges.find(({ call }) => {
    return (
      call.kind === 'http' &&
      call.operation === 'readConversation' &&
      pathIds(call).conversation === posted.conversation
    );
  });
  const seen = viewsOfPosted(posted, exchanges).some(({ place }) => place === 'history');
  if (seen || history === undefined || objectOf(history) === null) return [];
  return [broken({ expected, actual: 'it is not in the history', pointer: '/data/history', exchange: history })];
}

export const turnConversation = talkRule('assistant.turns.conversation', 'createTurn', (exchanges) =>
  passUnless([
    ...exchanges.flatMap(viewsOf).flatMap(stray),
    ...postedIn(exchanges).flatMap((posted) => lost(posted, exchanges)),
  ]),
);

export const turnRequest = talkRule('assistant.turns.request', 'createTurn', (exchanges) =>
  passUnless(
    postedIn(exchanges).flatMap((posted) =>
      viewsOfPosted(posted, exchanges)
        .filter(({ turn }) => turn['request'] !== posted.sent['content'])
        .map(({ turn, pointer, exchange }) =>
          broken({
            expected: `the content that was posted: ${excerpt(posted.sent['content'])}`,
            actual: excerpt(turn['request']),
            pointer: within(pointer, 'request'),
            about: `request in ${exchange.call.kind === 'http' ? exchange.call.operation : ''}`,
            exchange,
          }),
        ),
    ),
  ),
);

/** The turn of a read that has another id, or is of another conversation, than the path says. */
function otherThanAsked(exchange: Exchange): readonly Judgement[] {
  const { call } = exchange;
  const data = objectOf(exchange);
  if (call.kind !== 'http' || call.operation !== 'readTurn' || data === null) return [];
  const asked = pathIds(call);
  const wanted = [
    ['id', asked.turn],
    ['conversation_id', asked.conversation],
  ] as const;
  return wanted
    .filter(([name, id]) => !isSameId(data[name], id))
    .map(([name, id]) =>
      broken({
        expected: `${id}, as in the path`,
        actual: excerpt(data[name]),
        pointer: within('/data', name),
        exchange,
      }),
    );
}

export const turnById = talkRule('assistant.turns.read-by-id', 'readTurn', (exchanges) =>
  passUnless(exchanges.flatMap(otherThanAsked)),
);
