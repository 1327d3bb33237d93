/**
 * The history of a conversation: the turns that were posted to it, in order, each equal to the turn that is read by
 * itself.
 */
import {
  broken,
  type CheckContext,
  type Judgement,
  type OwnRule,
  orNull,
  pass,
  passUnless,
} from '@wallet-services/conformance/core';
import { excerpt, type JsonObject, objectsOf, sameJson, within } from '@wallet-services/conformance/model';
import { named, together } from '@wallet-services/conformance/mutation';
import { chat, postedAtOnce } from '../../chat.ts';
import { atOnce, historyAs, noting, without } from '../../mutants.ts';
import { type History, historyOf, isEmptyError, type Posted, type Reported, type View, wrong } from '../../turn.ts';
import { overrideRequests } from '../../turns/override-requests.ts';
import { SLOW } from '../../turns/slow.ts';

/** Members that a turn has in the history and by itself, and that are not open. */
const members = ['bot_id', 'app_id', 'user_identity', 'request', 'response', 'status', 'created_at'] as const;

const idOf = ({ turn }: View) => String(turn['id']);

/** Turns that are missing, that occur twice, or that were posted elsewhere. */
function wrongTurns({ exchange, turns }: History, posted: readonly Posted[], isAll = true): readonly Judgement[] {
  const [listed, wanted] = [turns.map(idOf), posted.map(({ id }) => id)];
  const repeated = (ids: readonly string[]) => ids.filter((id, index) => ids.indexOf(id) !== index);
  const problems = [
    ...repeated(wanted).map((id) => `two posted turns have the id ${id}`),
    ...wanted.filter((id) => !listed.includes(id)).map((id) => `turn ${id} is missing`),
    ...repeated(listed).map((id) => `turn ${id} is there twice`),
    ...listed
      .filter((id) => isAll && !wanted.includes(id))
      .map((id) => `turn ${id} was not posted to this conversation`),
  ];
  const expected = `the ${wanted.length} turns that were posted to this conversation`;
  return problems.map((actual) => broken({ expected, actual, pointer: '/data/history', exchange }));
}

/** Members of a turn that differ from those of the turn read by itself. */
function otherMembers(view: View, posted: readonly Reported[]): readonly Judgement[] {
  const alone = posted.find(({ id }) => id === idOf(view))?.read.turn;
  if (alone === undefined) return [];
  return members
    .filter((name) => !sameJson(view.turn[name], alone[name]))
    .map((name) => {
      const expected = `${excerpt(alone[name])}, as when the turn is read alone`;
      return wrong(view, name, expected, undefined, 'readTurn');
    });
}

/** Reads a history until it is correct, since posted turns may show a moment later. */
async function judged(ctx: CheckContext, first: History, wrongIn: (history: History) => readonly Judgement[]) {
  if (wrongIn(first).length === 0) return [pass];
  const read = () => orNull(historyOf(ctx, first.conversation, 'read again'));
  const last = await ctx.until(read, (one) => one !== null && wrongIn(one).length === 0);
  return passUnless(wrongIn(last ?? first));
}

const greeting = { id: 1, request: '', response: 'Hello!', status: 2 };

const responseCut = (turn: JsonObject) => ({ ...turn, response: String(turn['response']).split('\n')[0] ?? '' });

const holdsTurns: OwnRule = {
  id: 'assistant.readConversation.history',
  async check(ctx, report) {
    const { reported, histories, beginning, refusals } = await chat(ctx);
    report(...refusals);
    if (beginning !== null) report(...(await judged(ctx, beginning, (one) => wrongTurns(one, []))));
    for (const history of histories) {
      const posted = reported.filter(({ conversation }) => conversation === history.conversation);
      const wrongIn = (one: History) => [
        ...wrongTurns(one, posted, refusals.length === 0),
        ...one.turns.flatMap((view) => otherMembers(view, posted)),
      ];
      report(...(await judged(ctx, history, wrongIn)));
    }
    const { whole = null, refused } = (await orNull(overrideRequests(ctx))) ?? {};
    const longest = (one: History) => wrongTurns(one, whole?.posted ?? [], refused?.size === 0);
    if (whole !== null) report(...(await judged(ctx, whole.history, longest)));
    const { taken, history } = await postedAtOnce(ctx);
    if (history !== null && taken.length > 1) report(...(await judged(ctx, history, (one) => wrongTurns(one, taken))));
  },
  mutants: (at) => {
    const as = (change: Parameters<typeof historyAs>[1]) => historyAs(at, change);
    // Turns that are posted at once are accepted one after the other.
    const oneByOne = { timeoutMs: SLOW };
    return [
      ...named({
        'the history misses the last turn': as((all) => all.slice(0, -1)),
        'the history begins with the second turn': as((all) => all.slice(1)),
        'the history holds eight turns at most': as((all) => all.slice(-8)),
        'the history stays as it was when a turn was first in it': () => {
          const first = new Map<string | undefined, readonly JsonObject[]>();
          return at('readConversation').value('/data/history', (all, { inputs: { conversation_id: id } }) => {
            const shown = first.get(id) ?? objectsOf(all);
            if (shown.length > 0) first.set(id, shown);
            return shown;
          })();
        },
        'the history is always empty': as(() => []),
        'the history holds the turns of other conversations': () => {
          const all = new Map<unknown, JsonObject>();
          return as((own) => {
            for (const turn of own) all.set(turn['id'], turn);
            return [...all.values()].sort((left, right) => Number(left['id']) - Number(right['id']));
          })();
        },
        'the history repeats the last turn': as((all) => [...all, ...all.slice(-1)]),
        'the history shows responses without their last line': as((all) => all.map(responseCut)),
        'a new conversation goes on with what the person said before': () => {
          const reported = new Map<unknown, JsonObject>();
          const noted = noting(at, (turn) => reported.set(turn['id'], without(turn, 'user_id')));
          const shown = as((own) => (own.length === 0 ? [...reported.values()] : own));
          return together(noted, shown)();
        },
        'a new conversation begins with a greeting': as((all) => (all.length === 0 ? [greeting] : all)),
        'the history keeps the status that a turn was posted with': at('readConversation').set(
          '/data/history/*/status',
          0,
        ),
        'the history leaves out turns that failed': as((all) => all.filter(({ error }) => isEmptyError(error))),
      }),
      ...named(
        {
          'of turns that are posted at once the history keeps the first': () => {
            const lost = new Set<unknown>();
            const taken = atOnce(at, (turn) => {
              lost.add(turn['id']);
              return turn;
            });
            const shown = as((all) => all.filter(({ id }) => !lost.has(id)));
            return together(taken, shown)();
          },
          'turns that are posted at once have one id': atOnce(at, (turn, { id }) => ({ ...turn, id })),
        },
        oneByOne,
      ),
    ];
  },
};

const byFailure = (one: JsonObject, other: JsonObject) =>
  Number(isEmptyError(one['error'])) - Number(isEmptyError(other['error']));

const inOrder: OwnRule = {
  id: 'assistant.readConversation.history-order',
  async check(ctx, report) {
    const { histories, refusals } = await chat(ctx);
    report(...refusals);
    // Some turns of the longest one have failed.
    const longest = (await orNull(overrideRequests(ctx)))?.whole?.history ?? [];
    for (const { exchange, turns } of histories.concat(longest)) {
      const ids = turns.map(({ turn }) => Number(turn['id']));
      const place = ids.findIndex((id, index) => index > 0 && id <= (ids[index - 1] ?? 0));
      if (place < 0 && ids.length > 1) report(pass);
      if (place < 0) continue;
      const actual = `turn ${ids[place]} follows turn ${ids[place - 1]}`;
      const pointer = within(within('/data/history', place), 'id');
      report(broken({ expected: 'turns in the order of their ids', actual, pointer, exchange }));
    }
  },
  mutants: (at) => ({
    'the history puts turns that failed first': historyAs(at, (all) => all.toSorted(byFailure)),
    'the history puts turns that failed last': historyAs(at, (all) =>
      all.toSorted((one, other) => byFailure(other, one)),
    ),
    'the history runs backwards': historyAs(at, (all) => all.toReversed()),
    'the history puts the latest turn first': historyAs(at, (all) => [...all.slice(-1), ...all.slice(0, -1)]),
    'the last two turns of the history are swapped': historyAs(at, (all) =>
      all.slice(0, -2).concat(all.slice(-2).toReversed()),
    ),
  }),
};

export default [holdsTurns, inOrder];
