/** Lists that are read page by page with `limit` and `offset`; what offset counts is open. */
import type { Exchange } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Script } from '../rule.ts';
import type { Say } from '../shared/conversation.ts';
import { listOf } from '../shared/data.ts';
import type { Ask } from './calls.ts';
import type { Asking } from './fixtures.ts';

/** A list of a case's own. */
export interface OwnList {
  /** `comments` */
  readonly member: string;
  /** How many entries were put into it. */
  readonly count: number;
  readonly list: (label: string, page: NonNullable<Ask['page']>) => Asking<Exchange>;
}

/** Asks with limits that cut something off, on the first page and on later ones: no answer may hold more. */
export function* judgeLimits({ member, count, list }: OwnList, say: Say): Script {
  const limits = [...new Set([1, 2, count - 1])].filter((limit) => limit > 0 && limit < count);
  if (limits.length === 0) say(inconclusive(`there are too few ${member} to cut off`));
  const pages = limits.flatMap((limit) => [0, 1].map((offset) => ({ limit, offset })));
  for (const page of pages) {
    const { limit, offset } = page;
    const exchange = yield* list(`limit ${limit} from ${offset}`, offset === 0 ? { limit } : page);
    const entries = listOf(exchange, member);
    if (entries === null) say(blockedBy(exchange));
    else if (entries.length <= page.limit) say(pass);
    else {
      const expected = `at most ${page.limit} ${member}`;
      say(broken({ expected, actual: String(entries.length), pointer: `/data/${member}`, exchange }));
    }
  }
}

const SIZE = 2;

interface Turned {
  readonly ids: readonly unknown[];
  readonly last: Exchange;
}

/** Reads all pages; null, with the reason told, when one is refused. */
function* turn({ member, count, list }: OwnList, say: Say, step: number): Asking<Turned | null> {
  const ids: unknown[] = [];
  for (let number = 0; ; number += 1) {
    const exchange = yield* list(`step ${step}, page ${number}`, { limit: SIZE, offset: number * step });
    const entries = listOf(exchange, member);
    if (entries === null) {
      say(blockedBy(exchange));
      return null;
    }
    ids.push(...entries.map(({ id }: JsonObject) => id));
    if (entries.length === 0 || number * SIZE > count) return { ids, last: exchange };
  }
}

function judgePages({ ids, last }: Turned, whole: readonly unknown[], member: string): Judgement {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  const skipped = whole.find((id) => !ids.includes(id));
  if (repeated === undefined && skipped === undefined) return pass;
  const actual = repeated === undefined ? `${String(skipped)} is on none` : `${String(repeated)} is on two of them`;
  return broken({
    expected: `each of the ${member} on one of the pages`,
    actual,
    pointer: `/data/${member}`,
    exchange: last,
  });
}

/** Turns the pages, first as if offset counted entries, then as if it counted pages: either must bring all, once. */
export function* judgeTurning(own: OwnList, ids: readonly unknown[], say: Say): Script {
  const byEntry = yield* turn(own, say, SIZE);
  if (byEntry === null) return;
  const judged = judgePages(byEntry, ids, own.member);
  if (judged.verdict === 'pass') return say(pass);
  const byPage = yield* turn(own, say, 1);
  if (byPage === null) return;
  say(judgePages(byPage, ids, own.member).verdict === 'pass' ? pass : judged);
}
