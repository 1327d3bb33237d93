/** Traverses two canonical documents in parallel, and collects every difference between their common parts. */
import { isSame, type JsonObject, objectOf, ownEntry, stableText } from '../../json.ts';
import type { Canonical } from '../canonical/document.ts';
import type { Direction } from '../canonical/schema.ts';
import { isSameName } from '../canonical/security.ts';
import type { Difference, NodeType, Site } from '../difference.ts';
import type { OperationRef } from '../operations.ts';
import { frameOf } from './frame.ts';
import { renamesIn, SchemaWalk } from './schemas.ts';

/** The results of a traversal. */
export interface Walked {
  readonly differences: readonly Difference[];
  /** Renamed components: old names by new names. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Pointers of the compared nodes on each side. */
  readonly compared: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
}

/**
 * Compares two canonical documents.
 *
 * @param operations the operations that both documents have
 * @param onOperation called before each operation, for progress
 */
export function walkDocuments(
  base: Canonical,
  head: Canonical,
  operations: readonly OperationRef[],
  onOperation: (done: number) => void = () => undefined,
): Walked {
  const walk = new DocumentWalk(base, head);
  walk.root();
  for (const [index, operation] of operations.entries()) {
    onOperation(index);
    walk.operation(operation);
  }
  return { differences: walk.differences, renamed: renamesIn(walk.schemas), compared: walk.schemas.compared };
}

class DocumentWalk {
  readonly differences: Difference[] = [];
  readonly schemas: SchemaWalk;
  readonly #base: Canonical;
  readonly #head: Canonical;

  constructor(base: Canonical, head: Canonical) {
    this.#base = base;
    this.#head = head;
    this.schemas = new SchemaWalk(base, head, this.differences);
  }

  root(): void {
    const site = { frame: frameOf({}), member: '' };
    const [base, head] = [this.#base.root, this.#head.root];
    this.#properties('Root', base, head, site, new Set(['servers']));
    this.#servers(base, head, site);
    const [old, now] = [this.#base.schemes, this.#head.schemes];
    this.#each('SecurityScheme', old, now, site, (name, before, after) => {
      const frame = frameOf({ place: { operation: '', where: name, member: '' } });
      const skipped = new Set(isSameName(before, after) ? ['name'] : []);
      this.#properties('SecurityScheme', before, after, { frame, member: '' }, skipped);
    });
  }

  operation({ key, name, caller }: OperationRef): void {
    const [base, head] = [this.#base.operation(key), this.#head.operation(key)];
    // What the server sends is judged like a response, even if it is the request of a webhook.
    const sent = caller === 'client' ? 'request' : 'response';
    const returned = caller === 'client' ? 'response' : 'request';
    const at = (where: string, direction: Direction | null, isText = false): Site => ({
      frame: frameOf({ place: { operation: name, where, member: '' }, direction, caller, isText }),
      member: '',
    });
    const own = at('', null);
    this.#properties('Operation', base, head, own, new Set(['parameters', 'requestBody', 'responses', 'security']));
    if (waysText(base) !== waysText(head)) this.#modified('Security', 'security', base, head, own);
    const [old, now] = [objectOf(base['parameters']), objectOf(head['parameters'])];
    this.#each(
      'Parameter',
      old,
      now,
      (key) => at(this.#labelOf(objectOf(now[key] ?? old[key]), key), sent),
      (key, before, after) => this.#parameter(before, after, at(this.#labelOf(after, key), sent, !hasContent(before))),
    );
    this.#body(base, head, at('body', sent));
    const [before, after] = [objectOf(base['responses']), objectOf(head['responses'])];
    this.#each(
      'Response',
      before,
      after,
      (status) => at(`${status} answer`, returned),
      (status, one, other) => this.#response(one, other, (where, isText) => at(`${status} ${where}`, returned, isText)),
    );
  }

  #labelOf(parameter: JsonObject, key: string): string {
    const label = this.#head.origins.nameOf(parameter) ?? this.#base.origins.nameOf(parameter);
    return label ?? key.replace(' ', ' parameter ');
  }

  #parameter(base: JsonObject, head: JsonObject, site: Site): void {
    this.#properties('Parameter', base, head, site, new Set(['schema', 'content']));
    this.#value('Parameter', base, head, site);
  }

  /** Compares the schema of a parameter or header, or the content that replaces it. */
  #value(type: NodeType, base: JsonObject, head: JsonObject, site: Site): void {
    if (hasContent(base) !== hasContent(head)) this.#modified(type, 'content', base, head, site);
    else if (hasContent(base)) this.#content(base, head, site);
    else this.schemas.subschema('schema', base, head, site);
  }

  #body(base: JsonObject, head: JsonObject, site: Site): void {
    this.#each('RequestBody', pick(base, 'requestBody'), pick(head, 'requestBody'), site, (_name, before, after) => {
      this.#properties('RequestBody', before, after, site, new Set(['content']));
      this.#content(before, after, site);
    });
  }

  #response(base: JsonObject, head: JsonObject, at: (where: string, isText?: boolean) => Site): void {
    const site = at('answer');
    this.#properties('Response', base, head, site, new Set(['content', 'headers']));
    const [old, now] = [objectOf(base['headers']), objectOf(head['headers'])];
    this.#each(
      'Header',
      old,
      now,
      (name) => at(`header ${name}`),
      (name, before, after) => {
        const here = at(`header ${name}`, !hasContent(before));
        this.#properties('Header', before, after, here, new Set(['schema', 'content']));
        this.#value('Header', before, after, here);
      },
    );
    this.#content(base, head, site);
  }

  #content(base: JsonObject, head: JsonObject, site: Site): void {
    const [old, now] = [objectOf(base['content']), objectOf(head['content'])];
    const [isEmpty, isEmptyNow] = [old, now].map((content) => Object.keys(content).length === 0);
    if (isEmpty !== isEmptyNow) {
      const kind = isEmpty ? 'added' : 'removed';
      this.differences.push({
        type: 'Content',
        kind,
        name: 'content',
        base: old,
        head: now,
        owner: { base, head },
        site,
      });
      return;
    }
    this.#each('MediaType', old, now, site, (_name, before, after) => {
      this.#properties('MediaType', before, after, site, new Set(['schema', 'itemSchema', 'encoding']));
      this.schemas.subschema('schema', before, after, site);
      this.schemas.subschema('itemSchema', before, after, site, '[]');
      const [one, other] = [objectOf(before['encoding']), objectOf(after['encoding'])];
      for (const member of new Set([...Object.keys(one), ...Object.keys(other)])) {
        // An added or removed member includes its encoding.
        if (!this.schemas.hasMember(before['schema'], 'base', member)) continue;
        if (!this.schemas.hasMember(after['schema'], 'head', member)) continue;
        this.schemas.property('Encoding', member, one, other, { ...site, member });
      }
    });
  }

  /** Matches servers by their addresses; a single unmatched one on both sides has a changed address. */
  #servers(base: JsonObject, head: JsonObject, site: Site): void {
    const list = (node: JsonObject): JsonObject[] =>
      Array.isArray(node['servers']) ? node['servers'].map(objectOf) : [];
    const [old, now] = [list(base), list(head)];
    const owner = { base, head };
    const report = (kind: Difference['kind'], type: NodeType, before: unknown, after: unknown) =>
      this.differences.push({ type, kind, name: 'servers', base: before, head: after, owner, site });
    if (old.length === 0 || now.length === 0) {
      if (now.length > 0) report('added', 'Servers', undefined, now);
      if (old.length > 0) report('removed', 'Servers', old, undefined);
      return;
    }
    const same = (one: JsonObject) => (other: JsonObject) => one['url'] === other['url'];
    const [gone, added] = [old.filter((one) => !now.some(same(one))), now.filter((one) => !old.some(same(one)))];
    const [only, another] = [gone[0], added[0]];
    if (gone.length === 1 && added.length === 1 && only !== undefined && another !== undefined)
      this.#server(only, another, site);
    else {
      for (const one of gone) report('removed', 'Server', one, undefined);
      for (const one of added) report('added', 'Server', undefined, one);
    }
    for (const one of old) {
      const other = now.find(same(one));
      if (other !== undefined) this.#server(one, other, site);
    }
  }

  #server(base: JsonObject, head: JsonObject, site: Site): void {
    this.#properties('Server', base, head, site, new Set(['variables']));
    const [old, now] = [objectOf(base['variables']), objectOf(head['variables'])];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [before, after] = [objectOf(old[name]), objectOf(now[name])];
      for (const property of new Set([...Object.keys(before), ...Object.keys(after)])) {
        const values = { base: ownEntry(before, property), head: ownEntry(after, property) };
        if (isSame(values.base, values.head)) continue;
        const owner = { base: before, head: after };
        this.differences.push({
          type: 'ServerVariable',
          kind: 'modified',
          name: `${name}.${property}`,
          ...values,
          owner,
          site,
        });
      }
    }
  }

  #properties(
    type: NodeType,
    base: JsonObject,
    head: JsonObject,
    site: Site,
    skipped: ReadonlySet<string> = new Set(),
  ): void {
    this.schemas.meet(base, head);
    for (const name of new Set([...Object.keys(base), ...Object.keys(head)])) {
      if (!skipped.has(name)) this.schemas.property(type, name, base, head, site);
    }
  }

  #modified(type: NodeType, name: string, base: JsonObject, head: JsonObject, site: Site): void {
    this.differences.push({
      type,
      kind: 'modified',
      name,
      base: base[name],
      head: head[name],
      owner: { base, head },
      site,
    });
  }

  /** Compares the values of two maps, and reports those in only one of them. */
  #each(
    type: NodeType,
    base: JsonObject,
    head: JsonObject,
    site: Site | ((name: string) => Site),
    both: (name: string, base: JsonObject, head: JsonObject) => void,
  ): void {
    for (const name of new Set([...Object.keys(base), ...Object.keys(head)])) {
      const [before, after] = [base[name], head[name]];
      if (before !== undefined && after !== undefined) both(name, objectOf(before), objectOf(after));
      else {
        const kind = before === undefined ? 'added' : 'removed';
        const here = typeof site === 'function' ? site(name) : site;
        this.differences.push({ type, kind, name, base: before, head: after, owner: { base, head }, site: here });
      }
    }
  }
}

function hasContent(node: JsonObject): boolean {
  return node['content'] !== undefined;
}

function pick(node: JsonObject, name: string): JsonObject {
  return node[name] === undefined ? {} : { [name]: node[name] };
}

/** The alternatives for authentication, in canonical order. */
function waysText({ security }: JsonObject): string {
  return Array.isArray(security) ? security.map(stableText).toSorted().join() : '';
}
