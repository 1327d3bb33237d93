/**
 * Compares the parts of documents that the canonical form leaves out: addresses of single operations, and members that
 * a later version of OpenAPI may add outside of operations.
 */
import type { ChangeClass, Unnamed } from '../finding.ts';
import { arrayOf, asText, isSame, type JsonObject, objectOf, stableText } from '../json.ts';
import { addressText } from './canonical/document.ts';
import { effectsOf } from './effects.ts';
import type { OperationRef } from './operations.ts';
import { danglingIn } from './reference.ts';

/** Both documents, with the operations that both have. */
export interface Common {
  readonly base: JsonObject;
  readonly head: JsonObject;
  /** The operations before, by their keys. */
  readonly before: ReadonlyMap<string, OperationRef>;
  readonly common: readonly OperationRef[];
}

/** Finds changes of the parts that the canonical form leaves out. */
export function compareRemainder(service: string, common: Common): readonly Unnamed[] {
  return [...addresses(service, common), ...unknownComponents(service, common), ...dangling(service, common)];
}

/** References that resolve nowhere in one of the documents only: nothing shows what they allow there. */
function dangling(service: string, { base, head }: Common): readonly Unnamed[] {
  const [old, now] = [danglingIn(base), danglingIn(head)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((reference) => !(old.has(reference) && now.has(reference)))
    .map((reference) => ({
      ...shared(service, 'unclear', 'not-compared'),
      subject: 'the service',
      change: `${reference} does not exist in one of the versions; the report cannot tell what it allows`,
      before: old.has(reference) ? reference : null,
      after: now.has(reference) ? reference : null,
      places: [],
      pointers: { base: old.get(reference) ?? null, head: now.get(reference) ?? null },
    }));
}

function shared(
  service: string,
  grade: ChangeClass,
  kind: string,
): Omit<Unnamed, 'subject' | 'change' | 'before' | 'after' | 'places'> {
  return {
    area: 'http',
    sides: effectsOf({ area: 'http', kind, class: grade, servers: null }, null),
    service,
    direction: null,
    member: '',
    kind,
    corrected: null,
    request: null,
  };
}

/** Operations with other servers than the rest of the document. */
function addresses(service: string, { base, head, before: operations, common }: Common): readonly Unnamed[] {
  return common.flatMap((operation) => {
    const earlier = operations.get(operation.key);
    if (earlier === undefined || (earlier.servers === undefined && operation.servers === undefined)) return [];
    const [before, after] = [earlier.servers ?? base['servers'], operation.servers ?? head['servers']].map(arrayOf);
    const [old, now] = [urls(before), urls(after)];
    if (before === undefined || after === undefined || old === now) return [];
    const isMore = before.every((one) => after.some((other) => isServedBy(objectOf(other), objectOf(one))));
    return [
      {
        ...(isMore ? shared(service, 'compatible', 'server-added') : shared(service, 'breaking', 'server-changed')),
        subject: operation.name,
        change: isMore ? 'the operation is served at more addresses' : 'the operation is served at another address',
        before: old,
        after: now,
        places: [{ operation: operation.name, where: '', member: '' }],
        pointers: { base: earlier.pointer, head: operation.pointer },
      },
    ];
  });
}

/** Whether a server includes every address of another one. */
function isServedBy(server: JsonObject, { url, variables }: JsonObject): boolean {
  if (addressText(asText(server['url'])) !== addressText(asText(url))) return false;
  return Object.entries(objectOf(variables)).every(([name, variable]) => {
    const { default: old, enum: values } = objectOf(variable);
    const { default: now, enum: allowed } = objectOf(objectOf(server['variables'])[name]);
    const isAny = now !== undefined && allowed === undefined;
    return (
      old === now && (isAny || (values !== undefined && arrayOf(values).every((one) => arrayOf(allowed).includes(one))))
    );
  });
}

function urls(servers: readonly unknown[] | undefined): string {
  return (servers ?? [])
    .map((server) => {
      const { url, variables } = objectOf(server);
      const written = addressText(asText(url));
      return variables === undefined ? written : `${written} ${stableText(variables)}`;
    })
    .join(', ');
}

/** Kinds of components that are compared where an operation refers to them. */
const COMPONENTS = new Set(
  [
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes',
  ].flatMap((names) => names.split(' ')),
);

function unknownComponents(service: string, { base, head }: Common): readonly Unnamed[] {
  const [old, now] = [objectOf(base['components']), objectOf(head['components'])];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    if (COMPONENTS.has(name) || name.startsWith('x-') || isSame(old[name], now[name])) return [];
    const text = (value: unknown) => (value === undefined ? null : stableText(value));
    const pointer = `#/components/${name}`;
    return [
      {
        ...shared(service, 'unclear', 'not-compared'),
        subject: 'the service',
        change: `components.${name} changed; the report cannot tell what that means`,
        before: text(old[name]),
        after: text(now[name]),
        places: [],
        pointers: { base: old[name] === undefined ? null : pointer, head: now[name] === undefined ? null : pointer },
      },
    ];
  });
}
