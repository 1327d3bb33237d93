import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serviceNames } from '../../model/document/services.ts';
import { checksOfContract } from '../../run/plug-in.ts';
import { everything, matches } from '../../run/selection.ts';
import { exercise } from '../../run/service.ts';
import { type Reference, startReference } from '../../testing/reference.ts';
import { derivedMutants } from './index.ts';
import { tryLive } from './live.ts';
import type { DerivedMutant } from './mutant.ts';
import { type MutantOutcome, outcomeOf, type Recording, recordingOf } from './replay.ts';

interface Tried {
  readonly mutant: DerivedMutant;
  readonly outcome: MutantOutcome;
}

let reference: Reference;
const recordings = new Map<string, Recording>();
const tried: Tried[] = [];
/** Patterns of the ids of mutants that cannot be detected. */
let equivalents: readonly string[];

async function record(service: string): Promise<Recording> {
  const { target, contract } = reference;
  const direct = target.services[service];
  if (direct === undefined) throw new Error(`the reference target has no ${service}`);
  const exercised = await exercise({
    service,
    contract,
    target: direct,
    signIn: target.signIn ?? {},
    seed: 1,
    fuzz: 0,
    readOnly: false,
    reproduce: false,
    keepTraces: true,
    limits: { timeoutMs: 5_000, maxBytes: 2 ** 24 },
    concurrency: 4,
    signal: undefined,
    selection: everything,
    allows: () => false,
    secrets: [],
    notify: () => undefined,
  });
  return recordingOf(exercised);
}

beforeAll(async () => {
  reference = await startReference();
  const checks = await checksOfContract();
  const byService = await Promise.all(
    serviceNames.map(async (name) => {
      const reasons = (await checks.service(name))?.equivalents ?? {};
      return Object.values(reasons)
        .flat()
        .map((id) => `${name} ${id}`);
    }),
  );
  equivalents = byService.flat();
});
afterAll(() => reference.close());

function isEquivalent({ id }: DerivedMutant): boolean {
  return equivalents.some((pattern) => matches(id, pattern));
}

/** The same sample in each run: it uses a small generator of numbers with a fixed seed. */
function sample<Item>(items: readonly Item[], count: number): readonly Item[] {
  let state = 20_261;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return items[state % items.length];
  }).filter((item) => item !== undefined);
}

describe('a violation of one place of a document', () => {
  test.each(serviceNames)(
    'is detected in %s, unless it is listed as equivalent',
    async (service) => {
      const contract = await reference.contract.service(service);
      const recording = await record(service);
      recordings.set(service, recording);
      const results: Tried[] = [];
      for (const mutant of derivedMutants(contract)) {
        results.push({ mutant, outcome: await outcomeOf(mutant, recording) });
      }
      tried.push(...results);
      const alive = results.filter(({ outcome }) => outcome.outcome === 'survived' || outcome.outcome === 'unseen');
      expect(
        alive
          .filter(({ mutant }) => !isEquivalent(mutant))
          .map(({ mutant, outcome }) => `${outcome.outcome} ${mutant.id}`),
      ).toEqual([]);
      expect(results.filter(({ outcome }) => outcome.outcome === 'killed').length).toBeGreaterThan(400);
    },
    60_000,
  );

  test('every entry of the list of equivalents is in use', () => {
    const alive = tried.filter(({ outcome }) => outcome.outcome === 'survived' || outcome.outcome === 'unseen');
    const idle = equivalents.filter((pattern) => !alive.some(({ mutant }) => matches(mutant.id, pattern)));
    expect(idle).toEqual([]);
  });

  test('is also detected by a real run, for a sample', async () => {
    const killed = tried.filter(({ outcome }) => outcome.outcome === 'killed');
    const survivors: string[] = [];
    for (const { mutant, outcome } of sample(killed, 80)) {
      const recording = recordings.get(mutant.service);
      if (recording === undefined || outcome.outcome !== 'killed') continue;
      const killers = await tryLive(reference, recording, mutant, outcome.by);
      if (killers.length === 0) survivors.push(mutant.id);
    }
    expect(survivors).toEqual([]);
  });
});
