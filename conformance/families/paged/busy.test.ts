/** Lists that others write to while they are read: an honest server is never blamed, and a faulty one found when it is quiet. */
import { describe, expect, test } from 'vitest';
import type { Mutation } from '../../core/place.ts';
import { mutationsAt } from '../../mutation/language/at.ts';
import type { Handler } from '../../mutation/proxy/reply.ts';
import { smallSuite } from '../../testing/api.ts';
import { type BusyList, busyList, randomFrom } from '../../testing/busy-list.ts';
import { books, byCursor, byOffset, type ListChoices, listServer, offsetServer } from '../../testing/list-server.ts';
import { reportedOfServer } from '../../testing/small-server.ts';
import { familyOf } from '../index.ts';

const honest: readonly ListChoices[] = [
  { cursor: 'key' },
  { cursor: 'opaque', standard: 3, maximum: 4 },
  { cursor: 'count' },
  { cursor: 'count', last: 'repeated' },
  { cursor: 'page' },
  { cursor: 'page', standard: 3, maximum: 3 },
  { cursor: 'key', short: true },
  { cursor: 'count', silent: true },
  { cursor: 'page', silent: true, last: 'repeated' },
];

const open = () => smallSuite(byCursor());

function busy(seed: number, rate: number) {
  const random = randomFrom(seed);
  return busyList(books(3 + Math.floor(random() * 12)), rate, random);
}

async function brokenOf(handler: Handler, declared = open, mutation?: Mutation): Promise<readonly string[]> {
  const reported = await reportedOfServer(declared, handler, mutation);
  return Object.entries(reported).flatMap(([aspect, verdicts]) => (verdicts.includes('broken') ? [aspect] : []));
}

describe('an honest server of a list that others write to is not blamed', () => {
  let written = 0;

  async function check(serve: (probe: BusyList['probe']) => Handler, declared = open): Promise<void> {
    for (const rate of [0.02, 0.1, 0.5, 2]) {
      for (let seed = 1; seed <= 12; seed += 1) {
        const list = busy(seed, rate);
        const blamed = await brokenOf(serve(list.probe), declared);
        expect({ seed, rate, blamed }).toEqual({ seed, rate, blamed: [] });
        written += list.written();
      }
    }
  }

  test.each(honest)('%o', (choices) => check((probe) => listServer(probe, choices)));

  test.each(['items', 'pages'] as const)('by offset, counting %s', (unit) =>
    check(
      (probe) => offsetServer(probe, { unit }),
      () => smallSuite(byOffset()),
    ),
  );

  test('over thousands of writings', () => expect(written).toBeGreaterThan(8_000));
});

describe('a faulty server is detected even if other clients write to its list now and then', async () => {
  const { api } = open();
  const mutants = api.declarations.flatMap((declared) => familyOf(declared)?.mutants(declared, mutationsAt(api)) ?? []);
  test.each(mutants.map((mutation) => [mutation.id, mutation] as const))('%s', async (_, { kills, mutation }) => {
    const fallen = await Promise.all(
      Array.from({ length: 10 }, (_unused, seed) =>
        brokenOf(listServer(busyList(books(13), 0.02, randomFrom(seed)).probe), open, mutation),
      ),
    );
    expect(fallen.filter((aspects) => aspects.includes(kills)).length).toBeGreaterThan(5);
  });
});
