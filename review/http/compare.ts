/** Compares the OpenAPI documents of one service. */
import type { Unnamed } from '../finding.ts';
import { type JsonObject, stableText } from '../json.ts';
import { affectedBy } from './affected.ts';
import { canonicalDocument } from './canonical/document.ts';
import { renamedSchemes } from './canonical/security.ts';
import { judge } from './judge/judge.ts';
import { componentName } from './locate.ts';
import { type OperationRef, onlyOperations, operationsOf } from './operations.ts';
import { type PlacedSide, place } from './place.ts';
import { differencesOf } from './redocly.ts';
import { usageOf } from './usage.ts';

const NO_DOCUMENT: JsonObject = { openapi: '3.1.0', info: {}, paths: {} };

/**
 * Finds what a change to the document of a service does.
 *
 * @param base the document before; undefined when the service is new
 * @param head the document after; undefined when the service is gone
 */
export async function compareDocuments(
  service: string,
  base: JsonObject = NO_DOCUMENT,
  head: JsonObject = NO_DOCUMENT,
): Promise<readonly Unnamed[]> {
  if (stableText(base) === stableText(head)) return [];
  const before = operationsOf(base);
  const after = operationsOf(head);
  const common = new Set(before.map(({ key }) => key).filter((key) => after.some((other) => other.key === key)));
  const findings = [
    ...gone(service, before, after),
    ...added(service, before, after),
    ...renamedPaths(service, before, after),
  ];
  if (common.size === 0) return findings;

  const sides = { base: sideOf(base, before, common), head: sideOf(head, after, common, renamedSchemes(base, head)) };
  if (stableText(sides.base.canonical.document) === stableText(sides.head.canonical.document)) return findings;
  const differences = await differencesOf(sides.base.canonical.document, sides.head.canonical.document);
  const changes = judge(differences, { base: sides.base.canonical, head: sides.head.canonical });
  return [...findings, ...renamedComponents(service, sides.base, sides.head), ...place(service, changes, sides)];
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

function about(
  service: string,
  { name }: OperationRef,
  grade: Unnamed['class'],
  kind: string,
  change: string,
): Unnamed {
  return {
    area: 'http',
    class: grade,
    service,
    direction: null,
    subject: name,
    member: '',
    kind,
    change,
    before: null,
    after: null,
    affected: affectedBy(kind, grade, null),
    places: [{ operation: name, where: '', member: '' }],
    corrected: null,
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
    const change = 'a path parameter has another name; addresses stay the same';
    const finding = about(service, operation, 'documentation', 'path-parameter-renamed', change);
    return [{ ...finding, before: earlier.name, after: operation.name }];
  });
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
      class: 'documentation',
      service,
      direction: null,
      subject: to,
      member: '',
      kind: 'component-renamed',
      change: `component renamed from ${from} to ${to}; what is sent stays the same`,
      before: from,
      after: to,
      affected: {},
      places: [],
      corrected: null,
    }));
}
