/** `bot_override`: it applies to its own turn only, exactly as sent, with 0 and the empty text as values. */
import {
  blocked,
  type CheckContext,
  inconclusive,
  type Judgement,
  judgeTaken,
  type OwnRule,
  pass,
  passUnless,
} from '@wallet-services/conformance/core';
import { excerpt, isObject, type JsonObject, sameJson } from '@wallet-services/conformance/model';
import { isEmptyError, resultsOf, type View, wrong } from '../../turn.ts';
import { turnWithStrange } from '../../turns/failing.ts';
import {
  effectMutants,
  emptyMutants,
  omittedMutants,
  onceMutants,
  sentMutants,
  zeroMutants,
} from '../../turns/override-mutants.ts';
import {
  BARE,
  EMPTY,
  type OverrideRequests,
  overrideRequests,
  type Reported,
  STRANGE,
  strangeMiddlewares,
  ZERO,
} from '../../turns/override-requests.ts';

/** A rule on the conversation with overrides. */
function overrideRule(
  topic: string,
  judge: (held: OverrideRequests, ctx: CheckContext) => readonly Judgement[] | Promise<readonly Judgement[]>,
  mutants: NonNullable<OwnRule['mutants']>,
): OwnRule {
  return {
    id: `assistant.createTurn.${topic}`,
    async check(ctx, report) {
      report(...(await judge(await overrideRequests(ctx), ctx)));
    },
    mutants,
  };
}

/** The override that a turn shows, without null members: some servers send null for members that were left out. */
function overrideOf({ turn: { bot_override: override } }: View): JsonObject {
  if (!isObject(override)) return {};
  return Object.fromEntries(Object.entries(override).filter(([, value]) => value !== null && value !== undefined));
}

type Overridden = Reported & { readonly sent: JsonObject };

/** A rule about the accepted turns with an override. */
function ofOverridden(wrongIn: (reported: Overridden, held: OverrideRequests) => readonly Judgement[]) {
  return (held: OverrideRequests): readonly Judgement[] => {
    const all = held.others.filter((reported): reported is Overridden => reported.sent !== null);
    if (all.length === 0) return [blocked('the server accepted no turn with an override')];
    return passUnless(all.flatMap((reported) => wrongIn(reported, held)));
  };
}

/** The sent override is shown in every place of the turn. */
const asSent = ofOverridden(({ sent, views }) =>
  views
    .filter((view) => !sameJson(overrideOf(view), sent))
    .map((view) => wrong(view, 'bot_override', `the override that was sent: ${excerpt(sent)}`)),
);

/** Names of the middlewares that ran in a turn; null when that is unknown, since the turn failed. */
function middlewaresOf({ finished }: Reported): readonly string[] | null {
  if (finished === undefined || !isEmptyError(finished.turn['error'])) return null;
  return resultsOf(finished.turn).map(({ name }) => String(name));
}

const listed = (names: readonly string[]) => (names.length === 0 ? 'none' : names.join(', '));

function otherMiddlewares(reported: Reported, first: Reported): readonly Judgement[] {
  const [before, now] = [middlewaresOf(first), middlewaresOf(reported)];
  if (reported.finished === undefined || before === null || now === null || sameJson(before, now)) return [];
  return [wrong(reported.finished, 'middleware_results', `the bot's own middlewares: ${listed(before)}`, listed(now))];
}

/** Reports a turn that fails each time it is posted, although the same turn succeeds without an override. */
function failures({ finished, again }: Reported, first: Reported): readonly Judgement[] {
  if (finished === undefined || middlewaresOf(first) === null) return [];
  if ([finished, ...again].some(({ turn: { error } }) => isEmptyError(error))) return [];
  return [wrong(finished, 'error', 'no error, as in the first turn')];
}

function once({ first, others }: OverrideRequests): readonly Judgement[] {
  const plain = others.filter(({ sent }) => sent === null);
  if (plain.length === 0) return [blocked('the server accepted no turn after an override')];
  // If the first turn failed, the next successful one shows the bot's own middlewares.
  const usual = [first, ...plain].find((reported) => middlewaresOf(reported) !== null) ?? first;
  const bare = others.find(({ label }) => label === BARE)?.finished?.turn['error'];
  const wasFirst = ({ place }: View) => first.views.find((view) => view.place === place) ?? first.views[0];
  return passUnless(
    plain.flatMap((reported) => {
      const other = reported.views.filter((view) => {
        const same = wasFirst(view);
        return same !== undefined && !sameJson(overrideOf(view), overrideOf(same));
      });
      const expected = "the bot's settings, since this turn has no override";
      const shown = other.map((view) => wrong(view, 'bot_override', expected));
      // A turn that fails in the same way as one without middlewares does not fail because of an earlier override.
      const isOther = isEmptyError(bare) || !sameJson(reported.finished?.turn['error'], bare);
      return [...shown, ...otherMiddlewares(reported, usual), ...(isOther ? failures(reported, first) : [])];
    }),
  );
}

const omitted = ofOverridden((reported, { first }) => [
  ...reported.views
    .filter((view) => Object.keys(overrideOf(view)).some((name) => !Object.hasOwn(reported.sent, name)))
    .map((view) => wrong(view, 'bot_override', `only ${Object.keys(reported.sent).join(', ')}`)),
  ...(Object.hasOwn(reported.sent, 'middlewares') ? [] : otherMiddlewares(reported, first)),
]);

const EFFECT_HINT = 'set known.middleware in the target file to a middleware that works';

/** The middlewares of an override run, and those of the bot do not. Whether each of them has a result is open. */
async function effective({ first, others }: OverrideRequests, ctx: CheckContext): Promise<readonly Judgement[]> {
  const own = middlewaresOf(first) ?? [];
  const judgements = others.flatMap((reported): readonly Judgement[] => {
    const [sent, ran] = [reported.sent?.['middlewares'], middlewaresOf(reported)];
    if (!Array.isArray(sent) || reported.label === STRANGE || reported.finished === undefined || ran === null)
      return [];
    const names = sent.map((one) => String(isObject(one) ? one['name'] : one));
    const isOther = ran.some((name) => !names.includes(name));
    // Where the bot's own have results, those of an override that works have some too.
    const isMissing = own.length > 0 && names.some((name) => !ran.includes(name));
    if (!isOther && !isMissing) return own.length > 0 || ran.length > 0 ? [pass] : [];
    const expected = `the middlewares of the override: ${listed(names)}`;
    return [wrong(reported.finished, 'middleware_results', expected, listed(ran))];
  });
  if (judgements.length > 0) return judgements;
  const strange = strangeMiddlewares(ctx.suite).map(({ name }) => name);
  const results = ((await turnWithStrange(ctx)) ?? []).flatMap(({ turn }) => resultsOf(turn));
  if (results.some(({ name }) => strange.includes(String(name)))) return [pass];
  return [inconclusive('the suite knows no middleware that shows whether an override takes effect', EFFECT_HINT)];
}

/** A value that servers often treat as absent: accepted, and shown as sent. */
function taken(label: string, name: string, value: unknown) {
  return ({ others, refused, first }: OverrideRequests): readonly Judgement[] => {
    const refusal = refused.get(label);
    if (refusal !== undefined) return [judgeTaken(refusal, 'success of a turn with this override', 'refused')];
    const reported = others.find((one) => one.label === label);
    if (reported === undefined) return [blocked(`the suite did not post the turn with ${label}`)];
    const other = reported.views.filter((view) => overrideOf(view)[name] !== value);
    const expected = `${name} ${excerpt(value)}, as sent`;
    return passUnless([...other.map((view) => wrong(view, 'bot_override', expected)), ...failures(reported, first)]);
  };
}

export default [
  overrideRule('override-as-sent', asSent, sentMutants),
  overrideRule('override-once', once, onceMutants),
  overrideRule('override-omitted', omitted, omittedMutants),
  overrideRule('override-takes-effect', effective, effectMutants),
  overrideRule('temperature-zero', taken(ZERO, 'temperature', 0), zeroMutants),
  overrideRule('boundary-prompt-empty', taken(EMPTY, 'boundary_prompt', ''), emptyMutants),
];
