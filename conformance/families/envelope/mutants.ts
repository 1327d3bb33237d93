/** Servers with wrong envelopes, a different one for each operation. */

import type { Mutant } from '../../core/mutant.ts';
import type { At, Mutation } from '../../core/place.ts';
import { isObject, type JsonObject, without } from '../../model/values/json.ts';
import { together } from '../../mutation/language/at.ts';
import { type Envelope, envelopedReads, isEnveloped } from './declared.ts';

type Change = readonly [id: string, change: (json: JsonObject) => unknown];

export function envelopeMutants(declared: Envelope, at: At): readonly Mutant[] {
  const { payload, time = '' } = declared;
  const other = payload === 'result' ? 'data' : 'result';
  const bare: readonly Change[] = [
    ['comes without the envelope', (json) => json[payload]],
    [`calls its ${payload} ${other}`, (json) => ({ ...without(json, payload), [other]: json[payload] })],
  ];
  const timed: readonly Change[] = [
    [`has no ${time}`, (json) => without(json, time)],
    [`returns ${time} as text`, (json) => ({ ...json, [time]: String(json[time]) })],
    [
      `spreads its ${payload} beside ${time}`,
      (json) => ({ [time]: json[time], ...(isObject(json[payload]) ? json[payload] : { items: json[payload] }) }),
    ],
  ];
  const shapes = time === '' ? bare : [...bare, ...timed];
  const moved = (change: (ms: number) => number) => (json: JsonObject) => ({
    ...json,
    [time]: change(Number(json[time])),
  });
  const moments: readonly Change[] = [
    [`returns ${time} in seconds`, moved((ms) => Math.floor(ms / 1000))],
    [`returns ${time} of its own time zone`, moved((ms) => ms + 28_800_000)],
    [`returns ${time} in microseconds`, moved((ms) => ms * 1000)],
    [`returns ${time} of the time when it was built`, moved(() => 1_629_198_889_123)],
    [`returns ${time} of a time zone west of UTC`, moved((ms) => ms - 12_600_000)],
  ];
  // A write has one response at a time: no other one shows that its time is constant.
  const observedAlone = moments.filter(([name]) => !name.endsWith('was built'));
  const reads = envelopedReads(declared, at.api);
  const writes = at.api.operations.filter(
    ({ id, method, responses }) =>
      method !== 'GET' &&
      isEnveloped(declared, id) &&
      responses.some(({ status, schema }) => status.startsWith('2') && schema !== null),
  );
  const one = (
    kills: string,
    changes: readonly Change[],
    { id, method }: (typeof reads)[number],
    place: number,
  ): Mutant[] => {
    // With one operation only, no other response shows the time.
    const [name, change] = changes[place % changes.length] ?? ['', (json: JsonObject) => json];
    const mutation = at(id).answer((json) => (isObject(json) ? change(json) : json));
    const operation = method === 'GET' ? {} : { operation: id };
    return [{ id: `${id} ${name}`, kills, mutation, ...operation }];
  };
  const standing: Mutation = () => {
    let first: unknown;
    const stopped = (json: unknown) => {
      if (!isObject(json) || json[time] === undefined) return json;
      first ??= json[time];
      return { ...json, [time]: first };
    };
    return together(...[...reads, ...writes].map(({ id }) => at(id).answer(stopped)))();
  };
  const still: Mutant[] =
    time === '' || reads.length < 2 ? [] : [{ id: `${time} does not change`, kills: 'moment', mutation: standing }];
  const ofEach = [...reads, ...writes].flatMap((operation, place) => [
    ...one('present', shapes, operation, place),
    ...(time === '' ? [] : one('moment', operation.method === 'GET' ? moments : observedAlone, operation, place)),
  ]);
  return [...ofEach, ...still];
}
