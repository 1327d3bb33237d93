/** Compares the OpenAPI documents of one service. */
import type { ChangeClass, Unnamed } from '../finding.ts';
import { isSame, type JsonObject, pointerOf } from '../json.ts';
import { auditOf } from './audit.ts';
import { type Canonical, canonicalDocument } from './canonical/document.ts';
import { renamedSchemes } from './canonical/security.ts';
import { effectsOf } from './effects.ts';
import { judge } from './judge/judge.ts';
import { ambiguousShapes, type OperationRef, operationsOf } from './operations.ts';
import { place } from './place.ts';
import { compareRemainder } from './remainder.ts';
import { sunsetOf } from './sunset.ts';
import { walkDocuments } from './walk/documents.ts';

const NO_DOCUMENT: JsonObject = { openapi: '3.1.0', info: {}, paths: {} };

/** A service before and after. */
export interface Service {
  readonly name: string;
  /** The document before; undefined when the service is new. */
  readonly base: JsonObject | undefined;
  /** The document after; undefined when the service was removed. */
  readonly head: JsonObject | undefined;
}

/** Called during the comparison with a line for people. */
export type Progress = (line: string) => void;

/** Finds the effects of a change to the documents of services. */
export function compareDocuments(
  services: readonly Service[],
  progress: Progress = () => undefined,
): readonly Unnamed[] {
  return services.flatMap((service) => compareService(service, progress));
}

function compareService({ name: service, base = NO_DOCUMENT, head = NO_DOCUMENT }: Service, progress: Progress) {
  if (isSame(base, head)) return [];
  const literal = new Set([...ambiguousShapes(base), ...ambiguousShapes(head)]);
  const [before, after] = [operationsOf(base, literal), operationsOf(head, literal)];
  const [known, now] = [byKey(before), byKey(after)];
  const common = after.filter(({ key }) => known.has(key));
  const findings: Unnamed[] = [
    ...gone(service, before, after),
    ...added(service, before, after),
    ...renamedPaths(service, known, common),
    ...compareRemainder(service, { base, head, before: known, common }),
  ];
  progress(`${service === '' ? '' : `${service}: `}reading ${common.length} operations`);
  const schemeNames = renamedSchemes(base, head);
  const sides = {
    base: canonicalDocument(
      base,
      before.filter(({ key }) => now.has(key)),
    ),
    head: canonicalDocument(head, common, schemeNames),
  };
  const { differences, renamed, compared } = walkDocuments(sides.base, sides.head, common, (done) => {
    if (done > 0 && done % STEP === 0) progress(`compared ${done} of ${common.length} operations`);
  });
  const secured = { base: schemesUsed(sides.base, common), head: schemesUsed(sides.head, common) };
  const used = { base: new Set(secured.base.keys()), head: new Set(secured.head.keys()) };
  const changes = judge(differences, { used });
  const names = new Map(common.map(({ key, name }) => [key, name]));
  findings.push(
    ...renamedComponents(service, renamed),
    ...place(service, changes, { ...sides, secured: operationsBy(secured, names) }),
  );
  const alone = { base: pointersOf(before, now), head: pointersOf(after, known) };
  const paths = (own: readonly OperationRef[], others: ReadonlyMap<string, OperationRef>) =>
    own.filter(({ key }) => others.has(key)).map(({ path }) => path);
  const all = {
    base: new Set([...compared.base, ...alone.base, ...paths(before, now)]),
    head: new Set([...compared.head, ...alone.head, ...paths(after, known)]),
  };
  return [...findings, ...auditOf(service, { base, head, compared: all, alone }, findings)];
}

/** Pointers of the operations that the other side does not have. */
function pointersOf(
  operations: readonly OperationRef[],
  others: ReadonlyMap<string, OperationRef>,
): ReadonlySet<string> {
  return new Set(operations.filter(({ key }) => !others.has(key)).map(({ pointer }) => pointer));
}

const STEP = 200;

function byKey(operations: readonly OperationRef[]): ReadonlyMap<string, OperationRef> {
  return new Map(operations.map((operation) => [operation.key, operation]));
}

/** Keys of the operations that use each security scheme. */
function schemesUsed(
  { schemesOf }: Canonical,
  operations: readonly OperationRef[],
): ReadonlyMap<string, readonly string[]> {
  const used = new Map<string, string[]>();
  for (const { key } of operations) {
    for (const name of schemesOf(key)) used.set(name, [...(used.get(name) ?? []), key]);
  }
  return used;
}

function operationsBy(
  { base, head }: Readonly<Record<'base' | 'head', ReadonlyMap<string, readonly string[]>>>,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const schemes = new Set([...base.keys(), ...head.keys()]);
  return new Map(
    [...schemes].map((scheme) => {
      const keys = new Set([...(base.get(scheme) ?? []), ...(head.get(scheme) ?? [])]);
      return [scheme, [...keys].map((key) => names.get(key) ?? key)];
    }),
  );
}

function about(
  service: string,
  { name, caller }: OperationRef,
  grade: ChangeClass,
  kind: string,
  change: string,
): Unnamed {
  return {
    area: 'http',
    sides: effectsOf({ area: 'http', kind, class: grade, servers: null }, null, caller),
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

/** An operation that moved: the same operationId is elsewhere, and callers need the new place. */
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
      const corrected = sunsetOf(operation.node);
      const kind = corrected === null ? 'operation-removed' : 'operation-removed-as-announced';
      return {
        ...about(service, operation, corrected === null ? 'breaking' : 'compatible', kind, change),
        corrected,
        before: operation.name,
        after: target?.name ?? null,
        pointers: { base: operation.pointer, head: target?.pointer ?? null },
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
        pointers: { base: source?.pointer ?? null, head: operation.pointer },
      };
    });
}

function renamedPaths(
  service: string,
  before: ReadonlyMap<string, OperationRef>,
  common: readonly OperationRef[],
): readonly Unnamed[] {
  return common.flatMap((operation) => {
    const earlier = before.get(operation.key);
    if (earlier === undefined || earlier.name === operation.name || operation.caller === 'server') return [];
    const change = renamesIn(earlier.name, operation.name);
    const finding = about(service, operation, 'documentation', 'path-parameter-renamed', change);
    const pointers = { base: earlier.pointer, head: operation.pointer };
    return [{ ...finding, before: earlier.name, after: operation.name, pointers }];
  });
}

/** Renamed parameters of a path, such as `path parameter renamed from id to order_id`. */
function renamesIn(before: string, after: string): string {
  const [old, now] = [before, after].map((path) => [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? ''));
  const renames = (old ?? []).flatMap((from, index) => {
    const to = now?.[index] ?? '';
    return from === to ? [] : [`from ${from} to ${to}`];
  });
  const change = renames.length === 0 ? 'path escaped otherwise' : `path parameter renamed ${renames.join(', and ')}`;
  return `${change}; URLs stay the same`;
}

/** Reports a renamed component: harmless, but people may search for it. */
function renamedComponents(service: string, renamed: ReadonlyMap<string, string>): readonly Unnamed[] {
  return [...renamed].map(([to, from]) => ({
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
    pointers: {
      base: pointerOf(['components', 'schemas', from]),
      head: pointerOf(['components', 'schemas', to]),
    },
    corrected: null,
    request: null,
  }));
}
