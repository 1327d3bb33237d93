/** Generates transactions of users and of the protocol in the week before the document's examples. */
import type { Market, Transaction } from '@wallet-services/contract/lending';
import { nanosecondsOf, type RandomSource } from '../../values/index.ts';
import { type Cast, PROTOCOL, type StoryRecord, stories } from './stories.ts';

/** Smallest number of generated transactions: more than a page of 500. */
const HISTORY = 600;

const PEOPLE = 14;

const SECOND = 1_000_000_000n;
const WEEK = 7n * 24n * 3600n * SECOND;
const EAST = 8n * 3600n * SECOND;

/** A record with its time, in nanoseconds since 1970. */
interface Happened {
  readonly record: StoryRecord;
  /** Null when no other record follows from it; the trace id is then used. */
  readonly follow_id: string | null;
  readonly at: bigint;
}

/**
 * Generates the history before the examples. Ids ascend with time. Some records have the same time, and times have
 * various formats: whole seconds, milliseconds, nanoseconds, and with an offset.
 *
 * @param examples in the order of time
 */
export function historyBefore(
  examples: readonly Transaction[],
  markets: readonly Market[],
  random: RandomSource,
): Transaction[] {
  const [first] = examples;
  if (first === undefined) return [];
  const end = nanosecondsOf(first.created_at);
  const cast = castOf(examples, markets, random);
  const history = Array.from({ length: HISTORY }, (_unused, number) => number)
    .flatMap((number) => storyAt(number, cast, momentWithin(end - WEEK, end - SECOND * 60n, random), random))
    .slice(0, HISTORY)
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return history.map((happened, position) => transactionOf(happened, first.id - history.length + position, random));
}

/** The open markets, and the people: those of the examples and others. */
function castOf(examples: readonly Transaction[], markets: readonly Market[], random: RandomSource): Cast {
  const known = new Set(examples.map(({ user_id }) => user_id).filter((id) => id !== PROTOCOL));
  const others = Array.from({ length: PEOPLE - known.size }, () => random.uuid());
  return { markets: markets.filter(({ ctokens }) => ctokens !== '0'), people: [...known, ...others] };
}

/** Each kind of story occurs once, then the common ones repeat. */
function storyAt(number: number, cast: Cast, begins: bigint, random: RandomSource): Happened[] {
  const written = stories[number]?.write ?? random.pick(stories.filter(({ common }) => common)).write;
  const records = written(cast, random);
  const follow_id = records[0]?.user_id === PROTOCOL ? null : random.uuid();
  let at = begins;
  return records.map((record, position) => {
    // Half of the further records of a story have the same time.
    if (position > 0 && random.next() < 0.5) at += BigInt(random.integer(1, 4_000)) * 1_000_000n;
    return { record, follow_id, at };
  });
}

function momentWithin(begin: bigint, end: bigint, random: RandomSource): bigint {
  const seconds = random.integer(0, Number((end - begin) / SECOND) - 1);
  const fraction = random.pick([0, random.integer(0, 999) * 1_000_000, random.integer(0, 999_999_999)]);
  return (begin / SECOND) * SECOND + BigInt(seconds) * SECOND + BigInt(fraction);
}

function transactionOf({ record, follow_id, at }: Happened, id: number, random: RandomSource): Transaction {
  const { moved, data, ...shown } = record;
  const created_at = timeOf(at, random.next() < 0.1);
  const trace_id = random.uuid();
  return {
    id,
    ...shown,
    data,
    trace_id,
    follow_id: follow_id ?? trace_id,
    ...(moved ? { snapshot_trace_id: random.uuid() } : {}),
    created_at,
    updated_at: random.next() < 0.3 ? timeOf(at + BigInt(random.integer(1, 900)) * 1_000_000n, false) : created_at,
  };
}

/** RFC 3339, in UTC or, as some servers write it, at +08:00. */
function timeOf(nanoseconds: bigint, east: boolean): string {
  const local = east ? nanoseconds + EAST : nanoseconds;
  const whole = new Date(Number(local / 1_000_000n)).toISOString().slice(0, 19);
  const fraction = String(local % SECOND)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${whole}${fraction === '' ? '' : `.${fraction}`}${east ? '+08:00' : 'Z'}`;
}
