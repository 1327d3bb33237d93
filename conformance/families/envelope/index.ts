import type { Family } from '../../core/family.ts';
import { ANY_INPUTS_HINT, broken, inconclusive, type Judgement, pass } from '../../core/judgement.ts';
import { type Exchange, isSuccess, successJson } from '../../model/exchange.ts';
import { excerpt, isObject, typeName } from '../../model/values/json.ts';
import { within } from '../../model/values/pointer.ts';
import { isConstant, nearness, nowText } from '../now.ts';
import { unobservable, visitAll } from '../visited.ts';
import { envelopeCandidates } from './candidates.ts';
import { type Envelope, envelopedReads, isEnveloped } from './declared.ts';
import { envelopeMutants } from './mutants.ts';

/** 2001 to 2286: a time in seconds lies below, one in microseconds above. */
const [FIRST, LAST] = [1e12, 1e13];

function present({ payload, time }: Envelope, json: unknown, exchange: Exchange): Judgement {
  const beside = time === undefined ? '' : `${time}, a number, and `;
  const expected = `an object with ${beside}${payload}`;
  if (!isObject(json)) return broken({ expected, actual: typeName(json), pointer: '', exchange });
  if (!Object.hasOwn(json, payload)) {
    return broken({ expected, actual: `no ${payload}`, pointer: within('', payload), exchange });
  }
  if (time === undefined || typeof json[time] === 'number') return pass;
  return broken({ expected, actual: `${time} is ${excerpt(json[time])}`, pointer: within('', time), exchange });
}

/** The time of an answer; null where it has none. */
function timeIn({ time }: Envelope, exchange: Exchange): number | null {
  const json = successJson(exchange);
  const value = isObject(json) && time !== undefined ? json[time] : undefined;
  return typeof value === 'number' ? value : null;
}

function wrongTime({ time = '' }: Envelope, value: number, exchange: Exchange): Judgement {
  const expected = `the server's time in milliseconds, near ${nowText(exchange)}`;
  const reported = Math.abs(value) < 8.64e15 ? `${value}, ${new Date(value).toISOString()}` : String(value);
  return broken({ expected, actual: reported, pointer: within('', time), exchange });
}

function stopped(declared: Envelope, exchange: Exchange): Judgement {
  const actual = `${timeIn(declared, exchange)}, the same in every response`;
  return broken({ expected: 'the time of this response', actual, pointer: within('', declared.time ?? ''), exchange });
}

export default {
  name: 'envelope',
  bearing: (declared, api) => api.operations.filter(({ id }) => isEnveloped(declared, id)),
  watch(declared, exchange, _, report) {
    const { call } = exchange;
    const json = successJson(exchange);
    if (call.kind !== 'http' || json === undefined || !isEnveloped(declared, call.operation)) return;
    report('present', present(declared, json, exchange));
    const time = timeIn(declared, exchange);
    if (time === null) return;
    const pointer = within('', declared.time ?? '');
    if (time < FIRST || time >= LAST) {
      report('moment', broken({ expected: 'milliseconds since 1970', actual: excerpt(time), pointer, exchange }));
      return;
    }
    const near = nearness(time, exchange);
    if (near === 'zone') report('moment', wrongTime(declared, time, exchange));
    else if (near !== 'far') report('moment', pass);
  },
  async check(declared, ctx, report) {
    const exchanges = await visitAll(ctx, envelopedReads(declared, ctx.suite.api));
    const hint = ANY_INPUTS_HINT;
    report('present', unobservable(exchanges, 'no request succeeded', hint));
    if (declared.time === undefined) return;
    const reported = exchanges.filter(isSuccess).flatMap((exchange) => {
      const time = timeIn(declared, exchange);
      return time === null || time < FIRST || time >= LAST ? [] : [{ time, exchange, near: nearness(time, exchange) }];
    });
    if (reported.length === 0) report('moment', unobservable(exchanges, 'no request succeeded', hint));
    const still = await isConstant(ctx, exchanges, (exchange) => timeIn(declared, exchange));
    if (still !== null && reported.some(({ near }) => near === 'near')) report('moment', stopped(declared, still));
    const far = reported.filter(({ near }) => near === 'far');
    // A sandbox may have its own clock; then all of its times are far off.
    if (reported.some(({ near }) => near === 'near')) {
      report('moment', ...far.map(({ time, exchange }) => wrongTime(declared, time, exchange)));
    } else if (far.length > 0) {
      const reason = `${declared.time} differs from the current time in every response: the server may use its own clock`;
      report('moment', inconclusive(reason, 'run it with the real time'));
    }
  },
  candidates: envelopeCandidates,
  mutants: envelopeMutants,
} satisfies Family<Envelope>;
