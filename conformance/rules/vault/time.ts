/** The server's time: `iso` in UTC, `epoch` in seconds, `ts` in milliseconds (document 3, Endpoints). */
import { type Exchange, isSuccess } from '../../model/exchange.ts';
import { excerpt } from '../../model/json.ts';
import { parseInstant } from '../../model/time.ts';
import { blockedBy, broken, passUnless } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { objectAt } from '../shared/answers.ts';
import { serverTimeOf } from '../shared/data.ts';
import { isUtc } from '../shared/times.ts';
import { plainCall } from './calls.ts';

const OPERATION = 'readTime';

/** Further from `iso` than any clock or time zone explains: another unit. In seconds. */
const OTHER_UNIT = 172_800;

/** 2001 to 2286, in seconds. */
const SECONDS = { from: 1e9, until: 1e10 };

/** Rounding and reading one after the other make a difference of so much, in seconds. */
const TO_THE_SECOND = 1;

interface Told {
  readonly iso: unknown;
  readonly epoch: unknown;
  /** Of `iso`, whole seconds. */
  readonly seconds: number | null;
  /** Whole seconds. */
  readonly ts: number | null;
}

function told(exchange: Exchange): Told {
  const { iso, epoch } = objectAt(exchange, '/data') ?? {};
  const instant = typeof iso === 'string' ? parseInstant(iso) : null;
  const ts = serverTimeOf(exchange);
  return {
    iso,
    epoch,
    seconds: instant === null ? null : Number(instant / 1_000_000_000n),
    ts: ts === null ? null : Math.floor(ts / 1000),
  };
}

function timeRule(id: string, judge: (time: Told, exchange: Exchange) => readonly Judgement[]): Rule {
  return {
    id,
    plan: (scene: Scene) => [
      {
        id: 'time',
        operation: OPERATION,
        *script(): Script {
          for (const label of ['once', 'twice', 'thrice']) yield plainCall(scene, OPERATION, label);
        },
      },
    ],
    judge: ({ exchanges }) =>
      exchanges.flatMap((exchange) => (isSuccess(exchange) ? judge(told(exchange), exchange) : [blockedBy(exchange)])),
  };
}

const isoUtc = timeRule('vault.time.iso-utc', ({ iso }, exchange) =>
  passUnless(
    isUtc(iso) ? [] : [broken({ expected: 'a time in UTC', actual: excerpt(iso), pointer: '/data/iso', exchange })],
  ),
);

const epochSeconds = timeRule('vault.time.epoch-seconds', ({ epoch, seconds }, exchange) => {
  const fits =
    typeof epoch === 'number' &&
    Number.isInteger(epoch) &&
    (seconds === null ? epoch >= SECONDS.from && epoch < SECONDS.until : Math.abs(epoch - seconds) <= OTHER_UNIT);
  const actual = excerpt(epoch);
  return passUnless(
    fits ? [] : [broken({ expected: 'whole seconds since 1970', actual, pointer: '/data/epoch', exchange })],
  );
});

const oneMoment = timeRule('vault.time.one-moment', ({ epoch, seconds, ts }, exchange) => {
  if (typeof epoch !== 'number' || seconds === null || ts === null) return [];
  const isNear = (other: number) => Math.abs(other - seconds) <= TO_THE_SECOND;
  return passUnless([
    ...(isNear(epoch)
      ? []
      : [broken({ expected: `${seconds}, as iso says`, actual: String(epoch), pointer: '/data/epoch', exchange })]),
    ...(isNear(ts)
      ? []
      : [broken({ expected: `second ${seconds}, as iso says`, actual: String(ts), pointer: '/ts', exchange })]),
  ]);
});

export const timeRules: readonly Rule[] = [isoUtc, epochSeconds, oneMoment];
