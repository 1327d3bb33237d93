/** Counts the declared, checked and proven rules by place and family. */
import type { FaultyRow } from '@wallet-services/conformance';
import { operationsOf } from '@wallet-services/generators/document';
import type { RuleEntry } from '@wallet-services/generators/ledger';
import type { ServiceContract } from './contract.ts';
import type { Reported } from './report.ts';

/** The counts for a place and a family. */
export interface Held {
  readonly place: string;
  readonly family: string;
  readonly rules: number;
  /** How many of them the suite decided on the reference server. */
  readonly checked: number;
  /** How many of them a faulty server violates; `npm test -- --all` requires that each is detected. */
  readonly proven: number;
  readonly faults: number;
}

/** Name for rules outside of the families. */
const OWN = 'own';

/** Name for rules on every exchange of any API. */
const EVERY = 'every exchange';

const [SERVICE, TYPES] = ['the service', 'types'];

function placeOf({ operation, subject }: Pick<RuleEntry, 'operation' | 'subject'>): string {
  if (subject !== undefined) return TYPES;
  return operation ?? SERVICE;
}

/** The places of a service: its operations in the order of the document, then others. */
export function placesOf({ document, rules }: ServiceContract): readonly string[] {
  const operations = operationsOf(document).map(({ operation }) => operation.operationId);
  const used = new Set(rules.map(placeOf));
  const methods = [...used].filter((place) => place.includes('/'));
  return [...operations, ...methods, ...[TYPES, SERVICE].filter((place) => place === SERVICE || used.has(place))];
}

/** Counts the rules of each place by family. */
export function heldBy(service: ServiceContract, reported: Reported, faulty: readonly FaultyRow[]): readonly Held[] {
  const { name, rules } = service;
  const killing = Map.groupBy(
    faulty.filter((row) => row.service === name),
    ({ rule }) => rule,
  );
  const known = new Set(rules.map(({ id }) => id));
  const places = new Set(placesOf(service));
  const declared = rules.map((rule) => ({
    place: placeOf(rule),
    family: rule.family ?? OWN,
    rules: 1,
    checked: reported.verdicts.has(rule.id) ? 1 : 0,
    proven: killing.has(rule.id) ? 1 : 0,
    faults: killing.get(rule.id)?.length ?? 0,
  }));
  // Rules on every exchange are not in the ledger of a service, so the mutants that violate them are counted for their
  // operation.
  const others = [...killing].flatMap(([id, all]) => (known.has(id) ? [] : all));
  const everywhere = others.map(({ operation }) => ({
    place: operation !== undefined && places.has(operation) ? operation : SERVICE,
    family: EVERY,
    rules: 0,
    checked: 0,
    proven: 0,
    faults: 1,
  }));
  const cells = Map.groupBy([...declared, ...everywhere], ({ place, family }) => `${place} ${family}`);
  return [...cells.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const sum = (what: 'rules' | 'checked' | 'proven' | 'faults') => same.reduce((total, one) => total + one[what], 0);
    return [{ ...first, rules: sum('rules'), checked: sum('checked'), proven: sum('proven'), faults: sum('faults') }];
  });
}

/** The families in some cells, those with the most rules first; rules without a family last. */
export function familiesOf(held: readonly Held[]): readonly string[] {
  const count = new Map<string, number>();
  for (const { family, rules, faults } of held) count.set(family, (count.get(family) ?? 0) + rules + faults / 1000);
  const last = [OWN, EVERY];
  return [...count.keys()].toSorted((left, right) => {
    const [a, b] = [last.indexOf(left), last.indexOf(right)];
    return a === b ? (count.get(right) ?? 0) - (count.get(left) ?? 0) : a - b;
  });
}
