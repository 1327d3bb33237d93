/** `bot_override`: for its own turn, for what was sent and nothing else, with 0 and the empty text as values. */
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { excerpt, type JsonObject, sameJson } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { blocked, broken, passUnless } from '../../judgement.ts';
import type { Judgement } from '../../rule.ts';
import { isEmptyError, isProcessed, postedIn, resultsOf, type TurnView, viewsOfPosted } from '../turn-views.ts';
import { ELSEWHERE, FIRST, overrideRule, sentOverride, withoutNulls } from './override-talk.ts';

/** A turn of the talk, and everywhere that it is seen. */
interface Told {
  readonly label: string;
  readonly sent: JsonObject | null;
  readonly views: readonly TurnView[];
  /** As it was read when it was processed. */
  readonly finished: TurnView | undefined;
}

function toldIn(exchanges: readonly Exchange[]): readonly Told[] {
  return postedIn(exchanges).map((posted) => {
    const views = viewsOfPosted(posted, exchanges);
    const finished = views.findLast(({ place, turn }) => place === 'read' && isProcessed(turn));
    return { label: posted.exchange.call.label, sent: sentOverride(posted.sent), views, finished };
  });
}

function placeOf({ exchange }: TurnView): string {
  return exchange.call.kind === 'http' ? (exchange.call.operation ?? '') : '';
}

function wrongOverride(view: TurnView, expected: string): Judgement {
  return broken({
    expected,
    actual: excerpt(view.turn['bot_override']),
    pointer: within(view.pointer, 'bot_override'),
    about: `bot_override in ${placeOf(view)}`,
    exchange: view.exchange,
  });
}

/** A turn with an override is refused, while one without is accepted. */
function refusals(exchanges: readonly Exchange[], labels: readonly string[]): readonly Judgement[] {
  return exchanges
    .filter(({ call, outcome }) => labels.includes(call.label) && outcome.kind === 'answer' && outcome.status < 500)
    .filter((exchange) => !isSuccess(exchange))
    .map((exchange) =>
      broken({ expected: 'a turn with this override', actual: outcomeText(exchange), about: 'refused', exchange }),
    );
}

export const overrideAsSent = overrideRule('assistant.turns.override-as-sent', (exchanges) => {
  const overridden = toldIn(exchanges).flatMap(({ sent, views }) => (sent === null ? [] : [{ sent, views }]));
  if (overridden.length === 0) return [blocked('no turn with an override was accepted')];
  return passUnless(
    overridden.flatMap(({ sent, views }) =>
      views
        .filter(({ turn }) => !sameJson(withoutNulls(turn['bot_override']), sent))
        .map((view) => wrongOverride(view, `what was sent: ${excerpt(sent)}`)),
    ),
  );
});

/** Names of the middlewares that ran in a turn; null when that cannot be told, since the turn failed. */
function middlewaresOf({ finished }: Told): string | null {
  if (finished === undefined || !isEmptyError(finished.turn['error'])) return null;
  return resultsOf(finished.turn)
    .map(({ name }) => String(name))
    .join(', ');
}

function otherMiddlewares(told: Told, first: Told): readonly Judgement[] {
  const [before, now] = [middlewaresOf(first), middlewaresOf(told)];
  if (told.finished === undefined || before === null || now === null || before === now) return [];
  return [
    broken({
      expected: `the bot's own middlewares: ${before === '' ? 'none' : before}`,
      actual: now === '' ? 'none' : now,
      pointer: within(told.finished.pointer, 'middleware_results'),
      about: 'middlewares',
      exchange: told.finished.exchange,
    }),
  ];
}

/** A turn fails, although the same without an override went well. */
function failures({ finished }: Told, first: Told): readonly Judgement[] {
  if (finished === undefined || middlewaresOf(first) === null || isEmptyError(finished.turn['error'])) return [];
  return [
    broken({
      expected: 'a turn like the first, which went well',
      actual: `error ${excerpt(finished.turn['error'])}`,
      pointer: within(finished.pointer, 'error'),
      about: 'error',
      exchange: finished.exchange,
    }),
  ];
}

export const overrideOnce = overrideRule('assistant.turns.override-once', (exchanges) => {
  const all = toldIn(exchanges);
  const first = all.find(({ label }) => label === FIRST);
  const later = all.filter(({ label, sent }) => sent === null && label !== FIRST);
  if (first === undefined || !later.some(({ label }) => label !== ELSEWHERE)) {
    return [blocked('no turn after an override was accepted')];
  }
  return passUnless(
    later.flatMap((told) => [
      ...told.views
        .filter(({ turn, place }) => {
          const same = first.views.find((view) => view.place === place) ?? first.views[0];
          return !sameJson(withoutNulls(turn['bot_override']), withoutNulls(same?.turn['bot_override']));
        })
        .map((view) => wrongOverride(view, "the bot's settings again, since nothing was sent with this turn")),
      ...otherMiddlewares(told, first),
      ...failures(told, first),
    ]),
  );
});

export const overrideOmitted = overrideRule('assistant.turns.override-omitted', (exchanges) => {
  const all = toldIn(exchanges);
  const first = all.find(({ label }) => label === FIRST);
  const partial = all.flatMap((told) => (told.sent === null ? [] : [{ ...told, sent: told.sent }]));
  if (first === undefined || partial.length === 0) return [blocked('no turn with an override was accepted')];
  return passUnless(
    partial.flatMap((told) => [
      ...told.views
        .filter(({ turn }) =>
          Object.keys(withoutNulls(turn['bot_override'])).some((name) => !Object.hasOwn(told.sent, name)),
        )
        .map((view) => wrongOverride(view, `no setting but ${Object.keys(told.sent).join(', ')}`)),
      ...(Object.hasOwn(told.sent, 'middlewares') ? [] : otherMiddlewares(told, first)),
    ]),
  );
});

/** A value that is easily taken for none: accepted, and shown as it was sent. */
function valueRule(id: string, label: string, name: string, value: unknown) {
  return overrideRule(id, (exchanges) => {
    const refused = refusals(exchanges, [label]);
    if (refused.length > 0) return refused;
    const told = toldIn(exchanges).find((one) => one.label === label);
    if (told === undefined) return [blocked(`the turn with ${label} was not posted`)];
    const before = toldIn(exchanges).find((one) => one.label === FIRST);
    return passUnless([
      ...told.views
        .filter(({ turn }) => withoutNulls(turn['bot_override'])[name] !== value)
        .map((view) => wrongOverride(view, `${name} ${excerpt(value)}, as it was sent`)),
      ...(before === undefined ? [] : failures(told, before)),
    ]);
  });
}

export const temperatureZero = valueRule('assistant.turns.temperature-zero', 'temperature 0', 'temperature', 0);

export const boundaryPromptEmpty = valueRule(
  'assistant.turns.boundary-prompt-empty',
  'empty boundary_prompt',
  'boundary_prompt',
  '',
);
