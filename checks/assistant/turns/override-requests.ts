/** A conversation in which turns with and without overrides alternate, held once. */
import { blocked, type CheckContext, orNull, type SuiteContext, stop } from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { type Exchange, isObject, type JsonObject, seededUuid } from '@wallet-services/conformance/model';
import { startConversation } from '../conversation.ts';
import { assistantKnown, type KnownMiddleware } from '../known.ts';
import { finishTurn, historyOf, isEmptyError, type Posted, resultsOf, tryTurn, type View } from '../turn.ts';

const PROMPT = 'Answer in one sentence.';
const BOUNDARY = 'Say so when you do not know: "no answer" / 不知道.';

/** A number that changes when it is stored in 32 bits. */
const TEMPERATURE = 0.7;

/** The label of a turn that may be rejected, since it is open whether a middleware may run twice. */
const TWICE = 'a middleware twice';

/** The label of a turn that may be rejected, since it is open which empty texts and options are valid. */
const NONE = 'empty prompt and options';

/** An unknown middleware fails in many servers; others reject it at once. */
export const STRANGE = 'unknown middlewares';

/** The label of a turn without middlewares, so that none can fail. */
export const BARE = 'no middlewares';

export const ZERO = 'temperature 0';
export const EMPTY = 'empty boundary_prompt';

/** Options of any depth, with values that servers often treat as absent, and names of several words. */
const deep = {
  words: ['a', ['b', 2]],
  at: { depth: { of: 3 } },
  from: 0,
  isOn: false,
  tail: '',
  some_list: [],
  map: {},
  rate: 0.1,
};

/** Names that no middleware has. */
export function strangeMiddlewares({ seed, run }: SuiteContext): readonly KnownMiddleware[] {
  return ['one', 'two'].map((name) => ({ name: `unknown-${seededUuid(seed, run, name).slice(0, 8)}`, options: deep }));
}

/**
 * The `bot_override` of each turn, null for a turn without.
 *
 * @param middlewares one that works, if any is known.
 */
function overridesWith(
  middlewares: readonly KnownMiddleware[],
  strange: readonly KnownMiddleware[],
): Readonly<Record<string, JsonObject | null>> {
  return {
    everything: { temperature: TEMPERATURE, prompt: PROMPT, boundary_prompt: BOUNDARY, middlewares },
    'plain after everything': null,
    [ZERO]: { temperature: 0 },
    [EMPTY]: { boundary_prompt: '' },
    'plain after the empty one': null,
    'prompt alone': { prompt: ` ${PROMPT}\n` },
    [STRANGE]: { middlewares: strange },
    [NONE]: { prompt: '', middlewares: middlewares.map((one) => ({ ...one, options: {} })) },
    [BARE]: { middlewares: [] },
    'plain after no middlewares': null,
    ...(middlewares.length === 0 ? {} : { [TWICE]: { middlewares: [...middlewares, ...middlewares] } }),
  };
}

/** A turn of the conversation, in every place that shows it. */
export interface Reported {
  readonly label: string;
  readonly sent: JsonObject | null;
  readonly views: readonly View[];
  /** The turn, as read after it was processed. */
  readonly finished: View | undefined;
  /** The repeats of a turn that failed, until one succeeds. Empty for all others. */
  readonly again: readonly View[];
  /** All turns that were posted for it. */
  readonly posts: readonly Posted[];
}

/**
 * The number of times that a failed turn is posted again: calls of a model may occasionally fail (document 3, Errors).
 */
const MORE_TRIES = 5;

const hasFailed = ({ turn: { error } }: View) => !isEmptyError(error);

export type OverrideRequests = Awaited<ReturnType<typeof overrideRequests>>;

/** A middleware that the target names, or that the bot runs by itself. */
function middlewaresFor({ suite }: CheckContext, first: View): readonly KnownMiddleware[] {
  const { middleware } = assistantKnown(suite);
  if (middleware !== undefined) return [middleware];
  const [{ name = null, opts = null } = {}] = resultsOf(first.turn);
  return typeof name === 'string' && isObject(opts) ? [{ name, options: opts }] : [];
}

async function reportOne(
  ctx: CheckContext,
  conversation: string,
  label: string,
  sent: JsonObject | null,
): Promise<Reported | Exchange> {
  const body = sent === null ? {} : { bot_override: sent };
  // These may be rejected, or fail because of their content.
  const isOpen = [TWICE, NONE, STRANGE].includes(label);
  const post = (name: string) => tryTurn(ctx, conversation, name, body, { intent: isOpen ? 'open' : 'valid' });
  const posted = await post(label);
  if (!('post' in posted)) return posted;
  const finished = (await orNull(finishTurn(ctx, posted, label))) ?? undefined;
  const again: View[] = [];
  const posts = [posted];
  let last = finished;
  for (let times = 1; times <= MORE_TRIES && !isOpen && last !== undefined && hasFailed(last); times += 1) {
    const more = await post(`${label}, again ${times}`);
    if (!('post' in more)) break;
    posts.push(more);
    last = (await orNull(finishTurn(ctx, more, label))) ?? undefined;
    if (last !== undefined) again.push(last);
  }
  return { label, sent, views: [posted.post, ...(finished === undefined ? [] : [finished])], finished, again, posts };
}

/**
 * Holds the conversation. The last of the `others` is the first turn of another conversation; `whole` is its history,
 * and the turns posted there, null where it cannot be read.
 *
 * @throws Stopped when not even a plain turn is accepted and read.
 */
export const overrideRequests = once(async (ctx: CheckContext) => {
  const started = await startConversation(ctx, 'overrides');
  const first = await reportOne(ctx, started.id, 'plain', null);
  if (!('views' in first) || first.finished === undefined) {
    return stop(blocked('the server returned no turn without an override'));
  }
  // An override that was kept until then would show at its end.
  await orNull(historyOf(ctx, started.id, 'one turn'));
  const others: Reported[] = [];
  const refused = new Map<string, Exchange>();
  const overrides = overridesWith(middlewaresFor(ctx, first.finished), strangeMiddlewares(ctx.suite));
  for (const [label, override] of Object.entries(overrides)) {
    const reported = await reportOne(ctx, started.id, label, override);
    if ('views' in reported) others.push(reported);
    else refused.set(label, reported);
  }
  const history = await orNull(historyOf(ctx, started.id, 'overrides'));
  const posted = [first, ...others].flatMap(({ posts }) => posts);
  const other = await orNull(startConversation(ctx, 'overrides elsewhere'));
  const elsewhere = other === null ? null : await reportOne(ctx, other.id, 'plain, elsewhere', null);
  if (elsewhere !== null && 'views' in elsewhere) others.push(elsewhere);
  const inHistory = (reported: Reported): Reported => {
    const id = reported.views[0]?.turn['id'];
    const listed = history?.turns.filter(({ turn }) => turn['id'] === id) ?? [];
    return { ...reported, views: [...reported.views, ...listed] };
  };
  const whole = history && { history, posted };
  return { first: inHistory(first), others: others.map(inHistory), whole, refused };
});
