/** The tables of single changes: each case of `cases/` has the classes that it lists, for each side. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compareContracts } from './compare.ts';
import type { Contract } from './contract/contract.ts';
import { gravestOf, sides, type Unnamed } from './finding.ts';
import { type Case, readCases } from './testing/cases.ts';

const cases = await readCases();
/** Longest run of the tools, in milliseconds. */
const LIMIT = 300_000;

const found = new Map<string, readonly Unnamed[]>();

/** All cases as services of one contract: one run of each tool judges them all. */
function contract(side: 'before' | 'after'): Contract {
  const wired = cases.filter(({ messages }) => messages.before !== messages.after);
  return {
    label: side,
    documents: new Map(cases.map((one) => [one.name, one[side]])),
    protos: new Map(
      wired.map(({ name, messages }, index) => [
        `${name}/v1/shop.proto`,
        messages[side].replace('package shop.v1', `package shop${index}.v1`),
      ]),
    ),
    rules: [],
    questions: [],
    version: undefined,
  };
}

beforeAll(async () => {
  const findings = Map.groupBy(await compareContracts(contract('before'), contract('after')), ({ service }) => service);
  for (const { name } of cases) found.set(name, findings.get(name) ?? []);
}, LIMIT);

describe('a single change', () => {
  it.each(cases)(
    '$subject, $name: $sides.clients, $sides.servers, $sides.mocks',
    ({ name, sides: expected, findings }: Case) => {
      const reported = found.get(name) ?? [];
      const lines = reported.map((one) => `${one.sides.clients.class} ${one.direction ?? 'both'} ${one.kind}`);
      expect(lines.toSorted()).toEqual(findings);
      const gravest = sides.map((side) => [side, gravestOf(reported.map((one) => one.sides[side].class))]);
      expect(Object.fromEntries(gravest)).toEqual(expected);
    },
  );

  it('names an operation, wherever something of an operation changed', () => {
    const silent = [...found].filter(([, findings]) =>
      findings.some(
        ({ places, kind, area }) =>
          places.length === 0 &&
          !['rules', 'questions', 'behaviour'].includes(area) &&
          !/^(server-|text-|component-renamed|scheme-|not-compared)/.test(kind),
      ),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('reports how it breaks each side', () => {
    const silent = [...found].filter(([, findings]) =>
      findings.some((one) => sides.some((side) => one.sides[side].class === 'breaking' && one.sides[side].how === '')),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

describe('the table', () => {
  it('holds at least 29 breaking and 16 harmless changes for each of clients and servers', () => {
    for (const side of ['clients', 'servers'] as const) {
      const count = (...grades: readonly string[]) => cases.filter((one) => grades.includes(one.sides[side])).length;
      expect(count('breaking')).toBeGreaterThanOrEqual(29);
      expect(count('compatible', 'documentation', 'none')).toBeGreaterThanOrEqual(16);
    }
  });
});
