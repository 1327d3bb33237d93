/** Tables of single changes: each case in `cases/` lists the expected class of the change for each side. */
import { beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { compareContracts } from './compare.ts';
import type { Contract } from './contract/contract.ts';
import { type Effect, gravestOf, sides, type Unnamed } from './finding.ts';
import { type Case, readCases } from './testing/cases.ts';

const cases = await readCases();

/** The findings in the messages of each case, found for all at once, because the compiler starts slowly. */
const wired = new Map<string, readonly Unnamed[]>();

function contract(side: 'before' | 'after', documents: Contract['documents'], protos: Contract['protos']): Contract {
  return { label: side, documents, protos, rules: [], questions: [], version: undefined };
}

/** The messages of all cases that change them, each in a package of its own. */
function messages(side: 'before' | 'after'): Contract['protos'] {
  const changed = cases.filter((one) => one.messages.before !== one.messages.after);
  return new Map(
    changed.map((one, index) => [
      `${one.name}/v1/shop.proto`,
      one.messages[side].replace('package shop.v1', `package shop${index}.v1`),
    ]),
  );
}

/** The findings of a case: those in its document are found anew for each test. */
async function findingsOf(one: Case): Promise<readonly Unnamed[]> {
  const [before, after] = (['before', 'after'] as const).map((side) =>
    contract(side, new Map([[one.name, one[side]]]), new Map()),
  );
  if (before === undefined || after === undefined) return [];
  return [...(await compareContracts(before, after)), ...(wired.get(one.name) ?? [])];
}

/** A finding as it is written down: the members that hold something, one place a line. */
function written({ service: _, sides: effects, places, pointers, ...finding }: Unnamed): object {
  const lines = {
    ...finding,
    ...Object.fromEntries(sides.map((side) => [side, `${effects[side].class} ${effects[side].how}`.trim()])),
    places: places.map(({ operation, where, member }) =>
      [operation, where, member].filter((part) => part !== '').join(', '),
    ),
    pointers: pointers && [pointers.base, pointers.head].map((pointer) => pointer ?? 'none').join(' to '),
  };
  const isReported = (value: unknown) =>
    value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(lines).filter(([, value]) => value !== undefined && isReported(value)));
}

const hasNoPlace = ({ places, kind, area }: Unnamed) =>
  places.length === 0 &&
  !['rules', 'questions', 'behaviour'].includes(area) &&
  !/^(server-|text-|component-renamed|scheme-|not-compared)/.test(kind);

const isUnexplained = (effect: Effect) => effect.class === 'breaking' && effect.how === '';

beforeAll(async () => {
  const [before, after] = [messages('before'), messages('after')];
  const findings = await compareContracts(contract('before', new Map(), before), contract('after', new Map(), after));
  for (const [name, own] of Map.groupBy(findings, ({ service }) => service)) wired.set(name, own);
});

describe('a single change', () => {
  it.each(cases)('$subject, $name: $sides.clients, $sides.servers, $sides.mocks', async (one) => {
    const reported = await findingsOf(one);
    const lines = reported.map(
      (finding) => `${finding.sides.clients.class} ${finding.direction ?? 'both'} ${finding.kind}`,
    );
    expect(lines.toSorted()).toEqual(one.findings);
    const gravest = sides.map((side) => [side, gravestOf(reported.map((finding) => finding.sides[side].class))]);
    expect(Object.fromEntries(gravest)).toEqual(one.sides);
    // An operation is named wherever something of an operation changed, and each side has the reason why it breaks.
    expect(reported.filter(hasNoPlace)).toEqual([]);
    expect(reported.flatMap((finding) => Object.values(finding.sides)).filter(isUnexplained)).toEqual([]);
  });

  it.each([...Map.groupBy(cases, ({ subject }) => subject)])(
    'of %s has the report of cases/reports/',
    async (subject, own) => {
      const reports = await Promise.all(own.map(async (one) => [one.name, (await findingsOf(one)).map(written)]));
      const text = stringify(Object.fromEntries(reports), { lineWidth: 120, aliasDuplicateObjects: false });
      await expect(text).toMatchFileSnapshot(`cases/reports/${subject}.yaml`);
    },
  );
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
