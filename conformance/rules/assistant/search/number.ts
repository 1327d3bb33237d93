/** How many hits an answer holds: `n`, 16 without it, and never more than 128 (document 3, Limits). */
import { type CredentialUse, type Exchange, isSuccess } from '../../../model/exchange.ts';
import { blockedBy, broken, inconclusive, pass } from '../../judgement.ts';
import type { Judgement, Scene } from '../../rule.ts';
import { conversationRule, type Say } from '../../shared/conversation.ts';
import { type IndexRecord, searchCall } from '../calls.ts';
import type { Asks } from '../dialogue.ts';
import { putBack, resetOther } from '../indexes/reset-other.ts';
import {
  addRecords,
  foundIds,
  hasOtherApplication,
  hitsOf,
  madeUpWord,
  type Patience,
  patienceOf,
  record,
  recordId,
  searchUntil,
  takeBack,
} from '../records.ts';

const DEFAULT = 16;
const MAXIMUM = 128;

/** Records that all hold one word; each also holds the word of its group, so that they can be counted in parts. */
interface Fixture {
  readonly word: string;
  readonly groups: readonly { readonly word: string; readonly records: readonly IndexRecord[] }[];
  readonly records: readonly IndexRecord[];
}

function fixtureOf(scene: Scene, name: string, groups: number, size: number): Fixture {
  const word = madeUpWord(scene, name);
  const made = Array.from({ length: groups }, (_, group) => {
    const own = madeUpWord(scene, name, String(group));
    const records = Array.from({ length: size }, (_unused, index) =>
      record(recordId(scene, name, String(group), String(index)), `Number ${index} of ${own}: about ${word}.`),
    );
    return { word: own, records };
  });
  return { word, groups: made, records: made.flatMap(({ records }) => records) };
}

/** Adds the records, a group at a time; how many of them are found by the words of their groups. */
function* added(
  scene: Scene,
  say: Say,
  { groups }: Fixture,
  patience: Patience,
  credentials: CredentialUse = 'given',
): Asks<number | null> {
  let found = 0;
  for (const [index, { records }] of groups.entries()) {
    if ((yield* addRecords(scene, say, `add group ${index}`, records, credentials)) === null) return null;
  }
  for (const [index, { word, records }] of groups.entries()) {
    const searching = { label: `search group ${index}`, keywords: word, n: records.length, credentials };
    const ids = new Set(records.map(({ object_id: id }) => id));
    const exchange = yield* searchUntil(scene, patience, searching, (hits) => hits.length >= records.length);
    if (!isSuccess(exchange)) {
      say(blockedBy(exchange));
      return null;
    }
    found += new Set(foundIds(exchange).filter((id) => ids.has(id))).size;
  }
  return found;
}

function count(exchange: Exchange): number | null {
  return hitsOf(exchange)?.length ?? null;
}

/** @param available records that match. */
function atMost(exchange: Exchange, most: number, available: number, what: string): Judgement {
  const hits = count(exchange);
  if (hits === null) return blockedBy(exchange);
  if (hits <= most) {
    if (available > most) return pass;
    return inconclusive(`only ${available} records match, too few to cut off at ${most}`);
  }
  const expected = `at most ${most} hits, ${what}`;
  return broken({ expected, actual: `${hits} hits`, pointer: '/data', about: what, exchange });
}

const N_GROUPS = 2;
const N_SIZE = 9;

export const searchN = conversationRule('assistant.search.n', (scene) => [
  {
    id: 'numbers',
    operation: 'searchIndexes',
    *talk(_scene, say) {
      const fixture = fixtureOf(scene, 'n', N_GROUPS, N_SIZE);
      const available = yield* added(scene, say, fixture, patienceOf(scene));
      if (available !== null) {
        for (const n of [1, 2, DEFAULT - 1, DEFAULT + 1, fixture.records.length - 1]) {
          const exchange = yield searchCall(scene, fixture.word, n, { label: `n ${n}` });
          say(atMost(exchange, n, available, `since n is ${n}`));
          if (n > DEFAULT) say(...cutAtDefault(exchange, n, available));
        }
      }
      yield* takeBack(scene, fixture.records);
    },
  },
]);

/** As many hits as without `n`, although `n` is greater and more match: it was passed over. */
function cutAtDefault(exchange: Exchange, n: number, available: number): readonly Judgement[] {
  if (count(exchange) !== DEFAULT || available <= DEFAULT + 1) return [];
  const expected = `up to ${n} hits, since n is ${n} and ${available} records match`;
  return [
    broken({ expected, actual: `${DEFAULT} hits, as without n`, pointer: '/data', about: 'passed over', exchange }),
  ];
}

export const searchDefault = conversationRule('assistant.search.n-default', (scene) => [
  {
    id: 'without n',
    operation: 'searchIndexes',
    *talk(_scene, say) {
      const fixture = fixtureOf(scene, 'default', N_GROUPS, N_SIZE);
      const available = yield* added(scene, say, fixture, patienceOf(scene));
      if (available !== null) {
        const plain = yield searchCall(scene, fixture.word, undefined, { label: 'without n' });
        const same = yield searchCall(scene, fixture.word, DEFAULT, { label: `n ${DEFAULT}` });
        say(atMost(plain, DEFAULT, available, 'since n is not given'));
        const [hits, wanted] = [count(plain), count(same)];
        if (hits !== null && wanted !== null && hits < wanted && wanted <= DEFAULT) {
          const expected = `as many hits as with n=${DEFAULT}, which gives ${wanted}`;
          say(broken({ expected, actual: `${hits} hits`, pointer: '/data', about: 'fewer', exchange: plain }));
        }
      }
      yield* takeBack(scene, fixture.records);
    },
  },
]);

const MAXIMUM_GROUPS = 3;
const MAXIMUM_SIZE = 43;

/** The greatest number that any server can read. */
const GREATEST = 2_147_483_647;

export const searchMaximum = conversationRule('assistant.search.n-maximum', (scene) => [
  {
    id: 'numbers',
    operation: 'searchIndexes',
    alone: true,
    *talk(_scene, say) {
      // So many records are taken back by one reset, where there is an application that is emptied anyway.
      const credentials = hasOtherApplication(scene) ? 'other' : 'given';
      const fixture = fixtureOf(scene, 'maximum', MAXIMUM_GROUPS, MAXIMUM_SIZE);
      const available = yield* added(scene, say, fixture, patienceOf(scene), credentials);
      if (available !== null) {
        const most = yield searchCall(scene, fixture.word, MAXIMUM, { label: `n ${MAXIMUM}`, credentials });
        say(atMost(most, MAXIMUM, available, `since n is ${MAXIMUM}`), ...fewerThanAsked(most, available));
        // Beyond the maximum a search may be refused.
        for (const n of [MAXIMUM + 1, available, 1000, GREATEST]) {
          const exchange = yield searchCall(scene, fixture.word, n, { label: `n ${n}`, intent: 'open', credentials });
          if (isSuccess(exchange)) say(atMost(exchange, MAXIMUM, available, `though n is ${n}`));
        }
      }
      if (credentials === 'given') yield* takeBack(scene, fixture.records);
      else yield* putBack(scene, (yield* resetOther(scene)).kept);
    },
  },
]);

function fewerThanAsked(exchange: Exchange, available: number): readonly Judgement[] {
  const hits = count(exchange);
  if (hits === null || hits >= MAXIMUM || available < MAXIMUM) return [];
  const expected = `${MAXIMUM} hits, since n may be ${MAXIMUM} and ${available} records match`;
  return [broken({ expected, actual: `${hits} hits`, pointer: '/data', about: 'fewer', exchange })];
}
