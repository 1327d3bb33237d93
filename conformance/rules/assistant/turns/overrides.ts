/** `bot_override`: for its own turn, for what was sent and nothing else, with 0 and the empty text as values. */
import { outcomeText } from '../../../model/exchange.ts';
import { excerpt, sameJson } from '../../../model/json.ts';
import { blocked, broken, passUnless } from '../../judgement.ts';
import type { OwnRule } from '../../own.ts';
import type { Judgement } from '../../rule.ts';
import { isEmptyError, resultsOf, type View, wrong } from '../turn.ts';
import { emptyFaults, omittedFaults, onceFaults, sentFaults, zeroFaults } from './override-faults.ts';
import { EMPTY, isRefusal, type OverrideTalk, overrideTalk, type Told, withoutNulls, ZERO } from './override-talk.ts';

/** A rule that looks at the talk. */
function overrideRule(
  topic: string,
  judge: (held: OverrideTalk) => readonly Judgement[],
  faults: NonNullable<OwnRule['faults']>,
): OwnRule {
  return {
    id: `assistant.createTurn.${topic}`,
    async check(talk, say) {
      const held = await overrideTalk(talk, say);
      if (held !== null) say(...judge(held));
    },
    faults,
  };
}

const overrideOf = ({ turn }: View) => withoutNulls(turn['bot_override']);

/** The turns with an override that were accepted, with it. */
function overridden({ others }: OverrideTalk) {
  return others.flatMap((told) => (told.sent === null ? [] : [{ ...told, sent: told.sent }]));
}

/** What was sent is shown wherever the turn is. */
function asSent(held: OverrideTalk): readonly Judgement[] {
  const all = overridden(held);
  if (all.length === 0) return [blocked('no turn with an override was accepted')];
  return passUnless(
    all.flatMap(({ sent, views }) =>
      views
        .filter((view) => !sameJson(overrideOf(view), sent))
        .map((view) => wrong(view, 'bot_override', `what was sent: ${excerpt(sent)}`)),
    ),
  );
}

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
  const expected = `the bot's own middlewares: ${before === '' ? 'none' : before}`;
  return [wrong(told.finished, 'middleware_results', expected, now === '' ? 'none' : now)];
}

/** A turn fails, although the same without an override went well. */
function failures({ finished }: Told, first: Told): readonly Judgement[] {
  if (finished === undefined || middlewaresOf(first) === null || isEmptyError(finished.turn['error'])) return [];
  return [wrong(finished, 'error', 'a turn like the first, which went well')];
}

function once({ first, others }: OverrideTalk): readonly Judgement[] {
  const plain = others.filter(({ sent }) => sent === null);
  if (plain.length === 0) return [blocked('no turn after an override was accepted')];
  return passUnless(
    plain.flatMap((told) => [
      ...told.views
        .filter((view) => {
          const same = first.views.find(({ place }) => place === view.place) ?? first.views[0];
          return same !== undefined && !sameJson(overrideOf(view), overrideOf(same));
        })
        .map((view) => wrong(view, 'bot_override', "the bot's settings again, since nothing was sent with this turn")),
      ...otherMiddlewares(told, first),
      ...failures(told, first),
    ]),
  );
}

function omitted(held: OverrideTalk): readonly Judgement[] {
  const all = overridden(held);
  if (all.length === 0) return [blocked('no turn with an override was accepted')];
  return passUnless(
    all.flatMap((told) => [
      ...told.views
        .filter((view) => Object.keys(overrideOf(view)).some((name) => !Object.hasOwn(told.sent, name)))
        .map((view) => wrong(view, 'bot_override', `no setting but ${Object.keys(told.sent).join(', ')}`)),
      ...(Object.hasOwn(told.sent, 'middlewares') ? [] : otherMiddlewares(told, held.first)),
    ]),
  );
}

/** A value that is easily taken for none: accepted, and shown as it was sent. */
function taken(label: string, name: string, value: unknown) {
  return ({ others, refused, first }: OverrideTalk): readonly Judgement[] => {
    const refusal = refused.get(label);
    if (isRefusal(refusal)) {
      const actual = outcomeText(refusal);
      return [broken({ expected: 'a turn with this override', actual, about: 'refused', exchange: refusal })];
    }
    const told = others.find((one) => one.label === label);
    if (told === undefined) return [blocked(`the turn with ${label} was not posted`)];
    return passUnless([
      ...told.views
        .filter((view) => overrideOf(view)[name] !== value)
        .map((view) => wrong(view, 'bot_override', `${name} ${excerpt(value)}, as it was sent`)),
      ...failures(told, first),
    ]);
  };
}

export default [
  overrideRule('override-as-sent', asSent, sentFaults),
  overrideRule('override-once', once, onceFaults),
  overrideRule('override-omitted', omitted, omittedFaults),
  overrideRule('temperature-zero', taken(ZERO, 'temperature', 0), zeroFaults),
  overrideRule('boundary-prompt-empty', taken(EMPTY, 'boundary_prompt', ''), emptyFaults),
];
