/** The events of flips and vaults are those of what the path names; a flip's begin with its FlipKick. */
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { parseInstant } from '../../model/time.ts';
import { seededUuid } from '../../model/uuid.ts';
import { blockedBy, broken, hintFor, inconclusive, pass, passUnless } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { listAt } from '../shared/answers.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import type { PagedList } from '../shared/paging.ts';
import { flipEvents, flips, itemCall, someIds, vaultEvents, vaults } from './calls.ts';

interface EventsOf {
  readonly list: PagedList;
  readonly events: typeof flipEvents | typeof vaultEvents;
  /** The member that names what an event is of. */
  readonly member: string;
}

const ofFlip: EventsOf = { list: flips, events: flipEvents, member: 'flip_id' };

const ofVault: EventsOf = { list: vaults, events: vaultEvents, member: 'vault_id' };

/** An event with its time, nanoseconds since 1970, where that can be read. */
interface Timed {
  readonly event: JsonObject;
  readonly pointer: string;
  readonly time: bigint;
}

function timedIn(exchange: Exchange, items: string): readonly Timed[] {
  return (listAt(exchange, items) ?? []).flatMap((event, index) => {
    const { created_at: text } = event;
    const time = typeof text === 'string' ? parseInstant(text) : null;
    return time === null ? [] : [{ event, pointer: within(items, index), time }];
  });
}

/** What a rule makes of the events of one flip or vault; nothing where they cannot be judged. */
type JudgeEvents = (exchange: Exchange, id: string) => readonly Judgement[];

function eventsRule(ruleId: string, { list, events }: EventsOf, judge: JudgeEvents, undecided: Judgement): Rule {
  function* talk(scene: Scene, say: Say): Script {
    const ids = yield* someIds(scene, list);
    const stranger = seededUuid(scene.seed, ruleId);
    let decided = false;
    for (const id of [...ids, stranger]) {
      const call = itemCall(scene, events, id);
      const exchange = yield id === stranger ? { ...call, intent: 'open' } : call;
      const judgements = isSuccess(exchange)
        ? judge(exchange, id)
        : id === stranger
          ? []
          : [refused(exchange, list.noun)];
      decided ||= judgements.length > 0;
      say(...judgements);
    }
    if (!decided) say(undecided);
  }
  return conversationRule(ruleId, () => [{ id: 'events', operation: events.operation, talk }]);
}

function refused(exchange: Exchange, noun: string): Judgement {
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.status >= 500 || hintFor(exchange) !== undefined)
    return blockedBy(exchange);
  const expected = `the events of one of the ${noun} listed`;
  return broken({ expected, actual: outcomeText(exchange), about: 'refused', exchange });
}

function noEvents(noun: string): Judgement {
  return inconclusive(`no events of ${noun} were seen`, `put ${noun} with a few events into the data`);
}

/** Every event names what the path names. */
function ownEvents(ruleId: string, of: EventsOf): Rule {
  const judge: JudgeEvents = (exchange, id) => {
    const items = listAt(exchange, of.events.items) ?? [];
    if (items.length === 0) return [];
    return passUnless(
      items.flatMap((event, index) => {
        const told = event[of.member];
        if (String(told).toLowerCase() === id.toLowerCase()) return [];
        const pointer = within(within(of.events.items, index), of.member);
        return [broken({ expected: id, actual: excerpt(told), pointer, exchange })];
      }),
    );
  };
  return eventsRule(ruleId, of, judge, noEvents(of.list.noun));
}

const kickFirst = eventsRule(
  'vault.flip-events.begins-with-kick',
  ofFlip,
  (exchange) => {
    const timed = timedIn(exchange, flipEvents.items);
    const [first] = timed.map(({ time }) => time).toSorted((left, right) => (left < right ? -1 : 1));
    const oldest = timed.filter(({ time }) => time === first);
    const [one] = oldest;
    if (one === undefined) return [];
    if (oldest.some(({ event }) => event['action'] === 'FlipKick')) return [pass];
    const pointer = within(one.pointer, 'action');
    return [
      broken({ expected: 'FlipKick, of the oldest event', actual: excerpt(one.event['action']), pointer, exchange }),
    ];
  },
  noEvents(flips.noun),
);

const newestFirst = eventsRule(
  'vault.vat-events.newest-first',
  ofVault,
  (exchange) => {
    const timed = timedIn(exchange, vaultEvents.items);
    const steps = timed.slice(1).map((later, index) => [timed[index] ?? later, later] as const);
    if (!steps.some(([one, other]) => one.time !== other.time)) return [];
    return passUnless(
      steps
        .filter(([one, other]) => other.time > one.time)
        .map(([one, other]) =>
          broken({
            expected: `nothing newer than ${excerpt(one.event['created_at'])}, which stands before it`,
            actual: excerpt(other.event['created_at']),
            pointer: within(other.pointer, 'created_at'),
            exchange,
          }),
        ),
    );
  },
  inconclusive(
    'no vault has events at different times',
    'put a vault with several events into the data, as the first or the last that is listed',
  ),
);

export const eventRules: readonly Rule[] = [
  ownEvents('vault.flip-events.of-flip', ofFlip),
  kickFirst,
  ownEvents('vault.vat-events.of-vault', ofVault),
  newestFirst,
];
