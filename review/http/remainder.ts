/**
 * Compares the parts of the documents that the canonical form leaves out: addresses of single operations, texts about the
 * document, and what the report cannot judge, of which it says just that.
 */
import type { ChangeClass, Place, Unnamed } from '../finding.ts';
import { arrayOf, isObject, type JsonObject, objectOf, stableText } from '../json.ts';
import { addressText, canonicalPath, METHODS } from './canonical/document.ts';
import { effectsOf } from './effects.ts';

/** Keywords that are compared as a whole, and what a change of them is. */
const WHOLE: Readonly<Record<string, 'unclear' | 'documentation'>> = {
  callbacks: 'unclear',
  webhooks: 'unclear',
  encoding: 'unclear',
  jsonSchemaDialect: 'unclear',
  xml: 'unclear',
  dependencies: 'unclear',
  $dynamicRef: 'unclear',
  links: 'documentation',
  license: 'documentation',
  contact: 'documentation',
  termsOfService: 'documentation',
};

/** Keywords whose members are called as their authors like. */
const NAMED = new Set(
  'properties patternProperties dependentSchemas $defs schemas responses parameters requestBodies headers paths content mapping scopes variables securitySchemes'.split(
    ' ',
  ),
);

/** Where no part of the contract stands. */
const SKIPPED = new Set(['example', 'examples', 'default', 'enum', 'const']);

interface Part {
  /** Names of the nodes from the root, with the parameters of paths numbered. */
  readonly way: readonly string[];
  readonly keyword: string;
  readonly value: unknown;
}

/** Finds changes of the parts that the canonical form leaves out, in what both documents have. */
export function compareRemainder(service: string, base: JsonObject, head: JsonObject): readonly Unnamed[] {
  const [before, after] = [base, head].map((document) => {
    const owners = new Set<string>();
    const parts = new Map([...partsIn(document, [], owners)].map((part) => [keyOf(part), part]));
    return { owners, parts };
  });
  if (before === undefined || after === undefined) return [];
  const findings = [...new Set([...before.parts.keys(), ...after.parts.keys()])].flatMap((key) => {
    const [old, now] = [before.parts.get(key), after.parts.get(key)];
    const part = now ?? old;
    if (part === undefined || stableText(old?.value) === stableText(now?.value)) return [];
    const owner = part.way.join('\n');
    // What is there on one side only, with all that it holds, is told elsewhere.
    if (!before.owners.has(owner) || !after.owners.has(owner)) return [];
    return [partFinding(service, part, old, now, head)];
  });
  return [
    ...findings,
    ...addresses(service, base, head),
    ...furtherReading(service, base, head),
    ...aboutTags(service, base, head),
  ];
}

function keyOf({ way, keyword }: Part): string {
  return [...way, keyword].join('\n');
}

function* partsIn(node: unknown, way: readonly string[], owners: Set<string>, named = false): Generator<Part> {
  if (Array.isArray(node)) {
    for (const [index, one] of node.entries()) yield* partsIn(one, [...way, String(index)], owners);
    return;
  }
  if (!isObject(node)) return;
  owners.add(way.join('\n'));
  for (const [name, value] of Object.entries(node)) {
    if (!named && (SKIPPED.has(name) || name.startsWith('x-'))) continue;
    if (!named && WHOLE[name] !== undefined) yield { way, keyword: name, value };
    else {
      const step = named && way.length === 1 && way[0] === 'paths' ? canonicalPath(name) : name;
      yield* partsIn(value, [...way, step], owners, !named && NAMED.has(name));
    }
  }
}

function partFinding(
  service: string,
  { way, keyword }: Part,
  old: Part | undefined,
  now: Part | undefined,
  head: JsonObject,
): Unnamed {
  const grade = WHOLE[keyword] ?? 'unclear';
  const verb = old === undefined ? 'added' : now === undefined ? 'removed' : 'changed';
  const [top, second = '', third = ''] = way;
  const operation = top === 'paths' ? operationName(head, second, third) : '';
  const subject = top === 'paths' ? operation : top === 'components' ? third : 'the service';
  const text = (part: Part | undefined) => (part === undefined ? null : stableText(part.value));
  return {
    ...shared(service, grade, grade === 'unclear' ? 'not-compared' : 'text-changed'),
    subject,
    change: grade === 'unclear' ? `${keyword} ${verb}; the report cannot tell what that means` : `${keyword} ${verb}`,
    before: text(old),
    after: text(now),
    places: operation === '' ? [] : [{ operation, where: '', member: '' }],
  };
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

function operationName(document: JsonObject, path: string, method: string): string {
  const written = Object.keys(objectOf(document['paths'])).find((name) => canonicalPath(name) === path) ?? path;
  return METHODS.some((one) => one === method) ? `${method.toUpperCase()} ${written}` : written;
}

/** Operations that are served at another address than the rest of the document. */
function addresses(service: string, base: JsonObject, head: JsonObject): readonly Unnamed[] {
  const [before, after] = [ownServers(base), ownServers(head)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [path = '', method = ''] = key.split('\n');
    const both = [base, head].every((document) => operationAt(document, path, method) !== undefined);
    const [old, now] = [before.get(key) ?? urls(base['servers']), after.get(key) ?? urls(head['servers'])];
    if (!both || old === now) return [];
    const operation = operationName(head, path, method);
    const places: readonly Place[] = [{ operation, where: '', member: '' }];
    const change = 'the operation is served at another address';
    return [
      { ...shared(service, 'breaking', 'server-changed'), subject: operation, change, before: old, after: now, places },
    ];
  });
}

function ownServers(document: JsonObject): ReadonlyMap<string, string> {
  const own = new Map<string, string>();
  for (const [path, item] of Object.entries(objectOf(document['paths']))) {
    for (const method of METHODS) {
      const operation = objectOf(item)[method];
      if (!isObject(operation)) continue;
      const servers = operation['servers'] ?? objectOf(item)['servers'];
      if (servers !== undefined) own.set(`${canonicalPath(path)}\n${method}`, urls(servers));
    }
  }
  return own;
}

function operationAt(document: JsonObject, path: string, method: string): unknown {
  const item = Object.entries(objectOf(document['paths'])).find(([name]) => canonicalPath(name) === path)?.[1];
  return objectOf(item)[method];
}

function urls(servers: unknown): string {
  return arrayOf(servers)
    .map((server) => addressText(String(objectOf(server)['url'])))
    .join(', ');
}

/** Links to further reading of operations, which Redocly passes over. */
function furtherReading(service: string, base: JsonObject, head: JsonObject): readonly Unnamed[] {
  return Object.entries(objectOf(head['paths'])).flatMap(([name, item]) => {
    const path = canonicalPath(name);
    return METHODS.flatMap((method): readonly Unnamed[] => {
      const [old, now] = [base, head].map((document) => operationAt(document, path, method));
      if (!isObject(old) || !isObject(now) || objectOf(item)[method] === undefined) return [];
      const [before, after] = [old, now].map(({ externalDocs }) => stableText(externalDocs ?? null));
      if (before === after) return [];
      const operation = operationName(head, path, method);
      const texts = { change: 'link to external documentation changed', before: null, after: null };
      const places: readonly Place[] = [{ operation, where: '', member: '' }];
      return [{ ...shared(service, 'documentation', 'text-changed'), subject: operation, ...texts, places }];
    });
  });
}

/** The tags of a document are described once, and used by name. */
function aboutTags(service: string, base: JsonObject, head: JsonObject): readonly Unnamed[] {
  const [old, now] = [base, head].map(({ tags, externalDocs }) => stableText([tags ?? [], externalDocs ?? null]));
  if (old === now) return [];
  const change = 'tags or the link to external documentation changed';
  const texts = { before: null, after: null, places: [] };
  return [{ ...shared(service, 'documentation', 'text-changed'), subject: 'the service', change, ...texts }];
}
