/** The table of single changes: each folder of `scenarios/` is classed as it says. */
import { beforeAll, describe, expect, it } from 'vitest';
import { classes, type Unnamed } from '../finding.ts';
import { readScenarios, type Scenario } from '../testing/scenario.ts';
import { compareDocuments } from './compare.ts';

const scenarios = await readScenarios();
const found = new Map<string, readonly Unnamed[]>();

beforeAll(async () => {
  const findings = await compareDocuments(
    scenarios.map(({ name, before, after }) => ({ name, base: before, head: after })),
  );
  for (const { name } of scenarios)
    found.set(
      name,
      findings.filter(({ service }) => service === name),
    );
});

function gravest(findings: readonly Unnamed[]): string {
  return classes.find((grade) => findings.some((finding) => finding.class === grade)) ?? 'none';
}

describe('a single change', () => {
  it.each(scenarios)('$name is $class', ({ name, class: grade, findings }: Scenario) => {
    const reported = found.get(name) ?? [];
    expect(reported.map((one) => `${one.class} ${one.direction ?? 'both'} ${one.kind}`).toSorted()).toEqual(findings);
    expect(gravest(reported)).toBe(grade);
  });

  it('names an operation, wherever something of an operation changed', () => {
    const silent = [...found].filter(([, findings]) =>
      findings.some(
        ({ places, kind }) => places.length === 0 && !/^(server-|text-|component-renamed|scheme-)/.test(kind),
      ),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('says who is affected by what is not documentation', () => {
    const silent = [...found].filter(([, findings]) =>
      findings.some((one) => one.class === 'breaking' && one.affected.clients === undefined),
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

describe('the table', () => {
  it('holds at least 29 breaking and 16 harmless changes', () => {
    const count = (...grades: readonly string[]) => scenarios.filter((one) => grades.includes(one.class)).length;
    expect(count('breaking')).toBeGreaterThanOrEqual(29);
    expect(count('compatible', 'documentation', 'none')).toBeGreaterThanOrEqual(16);
  });
});
