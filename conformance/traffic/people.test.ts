import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractService } from '../model/document/services.ts';
import { serviceNames } from '../model/document/services.ts';
import { type Reference, startReference } from '../testing/reference.ts';
import { recordPeople } from '../testing/users.ts';
import { type Kind, wrongs } from '../testing/wrongs.ts';
import { openJudge } from './judge.ts';
import type { Recorded } from './recorded.ts';

let reference: Reference;
const traffic = new Map<ContractService, readonly Recorded[]>();

beforeAll(async () => {
  reference = await startReference();
  const { contract, target } = reference;
  for (const service of serviceNames) {
    traffic.set(service, await recordPeople({ service, contract, target, count: 80, seed: 5 }));
  }
});
afterAll(() => reference?.close());

async function reported(service: ContractService, recorded: readonly Recorded[]) {
  const { contract, target } = reference;
  const own = target.services[service];
  if (own === undefined) throw new Error(`the reference server has no ${service}`);
  const judge = await openJudge({ service, contract, target: own });
  const findings = recorded.flatMap((one) => judge.take(one)?.findings ?? []);
  return { rules: findings.map(({ rule }) => rule.rule), report: judge.report() };
}

test.each(serviceNames)('people use %s, others write in between, and no rule is broken', async (service) => {
  const recorded = traffic.get(service) ?? [];
  const { rules, report } = await reported(service, recorded);
  expect(rules).toEqual([]);
  expect(report.checks.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(20);
  expect([recorded.length, report.requests]).toEqual([80, 80]);
});

describe('a single fault in the traffic is reported', () => {
  const rules: Readonly<Record<Kind, RegExp>> = {
    member: /^wire\.schema$/,
    echo: /echoes|one-of\.named/,
    order: /\.sorted\./,
    page: /\.paged\.continues$/,
    count: /\.limited\.at-most$/,
    credential: /\.access\.refused$/,
  };
  test.each(Object.keys(rules) as Kind[])('in %s', async (kind) => {
    let tried = 0;
    const { contract, target } = reference;
    for (const service of serviceNames) {
      const { api } = await contract.service(service);
      const isShown = (all: readonly Recorded[]) => all.some((one) => wrongs[kind](one, api) !== null);
      let recorded = traffic.get(service) ?? [];
      // Few users page through sorted lists.
      for (let seed = 6; kind === 'order' && service === 'vault' && seed < 12 && !isShown(recorded); seed += 1) {
        recorded = await recordPeople({ service, contract, target, count: 80, seed });
      }
      const place = recorded.findIndex((one) => wrongs[kind](one, api) !== null);
      const changed = recorded[place] === undefined ? null : wrongs[kind](recorded[place], api);
      if (changed === null) continue;
      tried += 1;
      const found = await reported(service, recorded.with(place, changed));
      expect(found.rules.filter((rule) => rules[kind].test(rule)).length, service).toBeGreaterThan(0);
    }
    expect(tried).toBeGreaterThan(0);
  });
});
