/** Compares the OpenAPI documents of one service. */
import type { ChangeClass, Unnamed } from '../finding.ts';
import { type JsonObject, stableText } from '../json.ts';
import { canonicalDocument } from './canonical/document.ts';
import { renamedSchemes } from './canonical/security.ts';
import { effectsOf } from './effects.ts';
import { judge } from './judge/judge.ts';
import { componentName } from './locate.ts';
import { type OperationRef, onlyOperations, operationsOf } from './operations.ts';
import { type PlacedSide, type PlacedSides, place } from './place.ts';
import { differencesOf } from './redocly.ts';
import { compareRemainder } from './remainder.ts';
import { usageOf } from './usage.ts';

const NO_DOCUMENT: JsonObject = { openapi: '3.1.0', info: {}, paths: {} };

/** A service before and after. */
export interface Service {
  readonly name: string;
  /** The document before; undefined when the service is new. */
  readonly base: JsonObject | undefined;
  /** The document after; undefined when the service is gone. */
  readonly head: JsonObject | undefined;
}

/**
 * Finds what a change to the documents of services does.
 *
 * @throws ReviewError when Redocly cannot compare them
 */
export async function compareDocuments(services: readonly Service[]): Promise<readonly Unnamed[]> {
  const prepared = services.map(prepare);
  const differing = prepared.flatMap(({ sides }) =>
    sides === undefined ? [] : [[sides.base.canonical.document, sides.head.canonical.document] as const],
  );
  const differences = [...(await differencesOf(differing))];
  return prepared.flatMap(({ service, findings, sides }) => {
    if (sides === undefined) return findings;
    const changes = judge(differences.shift() ?? [], { base: sides.base.canonical, head: sides.head.canonical });
    return [...findings, ...renamedComponents(service, sides.base, sides.head), ...place(service, changes, sides)];
  });
}

interface Prepared {
  readonly service: string;
  /** What shows without looking into the operations that both sides have. */
  readonly findings: readonly Unnamed[];
  /** What is left to compare; undefined when it is the same. */
  readonly sides: PlacedSides | undefined;
}

function prepare({ name: service, base = NO_DOCUMENT, head = NO_DOCUMENT }: Service): Prepared {
  if (stableText(base) === stableText(head)) return { service, findings: [], sides: undefined };
  const before = operationsOf(base);
  const after = operationsOf(head);
  const common = new Set(before.map(({ key }) => key).filter((key) => after.some((other) => other.key === key)));
  const findings = [
    ...gone(service, before, after),
    ...added(service, before, after),
    ...renamedPaths(service, before, after),
    ...compareRemainder(service, base, head),
  ];
  if (common.size === 0) return { service, findings, sides: undefined };
  const sides = {
    base: sideOf(base, before, common),
    head: sideOf(head, after, common, renamedSchemes(base, head)),
  };
  const same = stableText(sides.base.canonical.document) === stableText(sides.head.canonical.document);
  return same && sameNames(sides) ? { service, findings, sides: undefined } : { service, findings, sides };
}

/** Whether the components are called the same, which a canonical document does not always show. */
function sameNames({ base, head }: PlacedSides): boolean {
  return [...base.usage.keys()].every((name) => head.usage.has(name));
}

function sideOf(
  source: JsonObject,
  operations: readonly OperationRef[],
  common: ReadonlySet<string>,
  schemes?: ReadonlyMap<string, string>,
): PlacedSide {
  const whole = canonicalDocument(source, schemes);
  const canonical = { ...whole, document: onlyOperations(whole.document, common) };
  const names = new Map(operations.map(({ key, name }) => [key, name]));
  return { canonical, names, usage: usageOf(canonical, names) };
}

function about(service: string, { name }: OperationRef, grade: ChangeClass, kind: string, change: string): Unnamed {
  return {
    area: 'http',
    sides: effectsOf({ area: 'http', kind, class: grade, servers: null }, null),
    service,
    direction: null,
    subject: name,
    member: '',
    kind,
    change,
    before: null,
    after: null,
    places: [{ operation: name, where: '', member: '' }],
    corrected: null,
    request: null,
  };
}

/** An operation with the same operationId elsewhere has moved: whoever calls it must know where to. */
function moved({ operationId, key }: OperationRef, others: readonly OperationRef[]): OperationRef | undefined {
  return operationId === undefined
    ? undefined
    : others.find((other) => other.operationId === operationId && other.key !== key);
}

function gone(service: string, before: readonly OperationRef[], after: readonly OperationRef[]): readonly Unnamed[] {
  return before
    .filter(({ key }) => !after.some((other) => other.key === key))
    .map((operation) => {
      const target = moved(operation, after);
      const change = target === undefined ? 'operation removed' : `operation moved to ${target.name}`;
      return {
        ...about(service, operation, 'breaking', 'operation-removed', change),
        before: operation.name,
        after: target?.name ?? null,
      };
    });
}

function added(service: string, before: readonly OperationRef[], after: readonly OperationRef[]): readonly Unnamed[] {
  return after
    .filter(({ key }) => !before.some((other) => other.key === key))
    .map((operation) => {
      const source = moved(operation, before);
      const change = source === undefined ? 'operation added' : `operation moved here from ${source.name}`;
      return {
        ...about(service, operation, 'compatible', 'operation-added', change),
        before: source?.name ?? null,
        after: operation.name,
      };
    });
}

function renamedPaths(
  service: string,
  before: readonly OperationRef[],
  after: readonly OperationRef[],
): readonly Unnamed[] {
  return after.flatMap((operation) => {
    const earlier = before.find(({ key }) => key === operation.key);
    if (earlier === undefined || earlier.name === operation.name) return [];
    const change = renamesIn(earlier.name, operation.name);
    const finding = about(service, operation, 'documentation', 'path-parameter-renamed', change);
    return [{ ...finding, before: earlier.name, after: operation.name }];
  });
}

/** Which parameters of a path have another name, as in `path parameter renamed from id to order_id`. */
function renamesIn(before: string, after: string): string {
  const [old, now] = [before, after].map((path) => [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? ''));
  const renames = (old ?? []).flatMap((from, index) => {
    const to = now?.[index] ?? '';
    return from === to ? [] : [`from ${from} to ${to}`];
  });
  return `path parameter renamed ${renames.join(', and ')}; URLs stay the same`;
}

/** A component with another name at the same places: harmless, but people may look for it. */
function renamedComponents(service: string, base: PlacedSide, head: PlacedSide): readonly Unnamed[] {
  const pairs = new Map<string, string>();
  for (const [name, uses] of head.usage) {
    if (base.usage.has(name)) continue;
    const places = new Set(uses.all.map((use) => JSON.stringify(use)));
    const [earlier] =
      [...base.usage].find(
        ([other, { all }]) =>
          !head.usage.has(other) && all.length === places.size && all.every((use) => places.has(JSON.stringify(use))),
      ) ?? [];
    if (earlier !== undefined) pairs.set(componentName(name), componentName(earlier));
  }
  return [...pairs]
    .filter(([to, from]) => to !== from)
    .map(([to, from]) => ({
      area: 'http',
      sides: effectsOf({ area: 'http', kind: 'component-renamed', class: 'documentation', servers: null }, null),
      service,
      direction: null,
      subject: to,
      member: '',
      kind: 'component-renamed',
      change: `component renamed from ${from} to ${to}; the messages stay the same`,
      before: from,
      after: to,
      places: [],
      corrected: null,
      request: null,
    }));
}
