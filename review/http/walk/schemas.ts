/** Traverses the schemas of two canonical documents in parallel. */
import { joinMembers, stepTo } from '../../finding.ts';
import { isObject, isSame, type JsonObject, objectOf, ownEntry } from '../../json.ts';
import type { Canonical } from '../canonical/document.ts';
import { ALTERNATIVES, alternativesOf, EXCLUSIVE, HEIRS, INNER } from '../canonical/schema.ts';
import type { Difference, Site } from '../difference.ts';
import { componentName } from '../names.ts';
import { type Frame, frameOf, use } from './frame.ts';
import { type Form, match } from './match.ts';

const PREFIX = '#/components/schemas/';

/** Notation of a step into a schema, in the path of a member. */
const STEPS: Readonly<Record<string, string>> = { items: '[]', additionalProperties: '*', contains: '[]' };

/** Keywords with schemas as values, and those with maps of schemas. */
const SUBSCHEMAS = new Set(
  [
    'items additionalProperties unevaluatedProperties unevaluatedItems propertyNames contains contentSchema',
    'not if then else',
  ].flatMap((names) => names.split(' ')),
);
const MAPS = new Set(['patternProperties', 'dependentSchemas']);

/** Collects the differences of schemas. */
export class SchemaWalk {
  readonly differences: Difference[];
  /** Pointers of the compared nodes. */
  readonly compared = { base: new Set<string>(), head: new Set<string>() };
  /** The pairs of compared components, by their names. */
  readonly pairs = new Map<string, Frame>();
  readonly #base: Canonical;
  readonly #head: Canonical;

  constructor(base: Canonical, head: Canonical, differences: Difference[]) {
    this.#base = base;
    this.#head = head;
    this.differences = differences;
  }

  /** Records that two nodes are compared. */
  meet(base: JsonObject, head: JsonObject): void {
    const [one, other] = [this.#base.origins.get(base), this.#head.origins.get(head)];
    if (one !== undefined) this.compared.base.add(one);
    if (other !== undefined) this.compared.head.add(other);
  }

  /** Compares two schemas. */
  schemas(base: JsonObject, head: JsonObject, site: Site): void {
    this.meet(base, head);
    const [before, after] = [this.#formsOf(base, this.#base), this.#formsOf(head, this.#head)];
    const { pairs, removed, added } = match(before, after);
    const isNothing = [base, head].map(({ not }) => not !== undefined);
    const isOther = removed.length > 0 || added.length > 0 || isNothing[0] !== isNothing[1];
    if (isOther) {
      const contents = (forms: readonly Form[]) => forms.map(({ content }) => content);
      const alternatives = {
        before: contents(before),
        after: contents(after),
        removed: contents(removed),
        added: contents(added),
      };
      this.#note({ type: 'Alternatives', base, head, name: ALTERNATIVES, owner: { base, head }, site, alternatives });
    }
    for (const name of namesOf(base, head)) {
      if (name === ALTERNATIVES || name === 'not' || (name === INNER && isOther)) continue;
      this.property('Keyword', name, base, head, site);
    }
    const isOneOf = base[EXCLUSIVE] !== undefined || head[EXCLUSIVE] !== undefined;
    for (const [one, other] of pairs) this.#pair(one, other, site, isOneOf);
  }

  /** Compares a property of two nodes as a whole. */
  property(type: Difference['type'], name: string, base: JsonObject, head: JsonObject, site: Site): void {
    const [before, after] = [ownEntry(base, name), ownEntry(head, name)];
    if (isSame(before, after)) return;
    this.#note({ type, name, base: before, head: after, owner: { base, head }, site });
  }

  /** Compares a schema that only one side may have. */
  subschema(name: string, base: JsonObject, head: JsonObject, site: Site, step = ownEntry(STEPS, name) ?? ''): void {
    const [old, now] = [base[name], head[name]];
    if (isObject(old) && isObject(now)) {
      this.schemas(old, now, { ...site, member: joinMembers(site.member, step) });
      return;
    }
    if (isSame(old, now)) return;
    const isClosing = old === false || now === false;
    const kind = isClosing ? 'modified' : old === undefined ? 'added' : 'removed';
    const type = isClosing ? 'Keyword' : 'Subschema';
    this.differences.push({ type, kind, name, base: old, head: now, owner: { base, head }, site });
  }

  /** Whether an alternative of a schema has a member. */
  hasMember(schema: unknown, side: 'base' | 'head', name: string): boolean {
    const forms = this.#formsOf(objectOf(schema), side === 'base' ? this.#base : this.#head);
    return forms.some(({ content }) => Object.hasOwn(objectOf(content['properties']), name));
  }

  #note(difference: Omit<Difference, 'kind'>): void {
    this.differences.push({ kind: 'modified', ...difference });
  }

  #formsOf(schema: JsonObject, side: Canonical): readonly Form[] {
    return alternativesOf(schema).map((written) => {
      const node = objectOf(written);
      const reference = node['$ref'];
      if (typeof reference !== 'string') return { node, content: node, component: undefined };
      const name = reference.slice(PREFIX.length);
      return { node, content: objectOf(side.schemas[name]), component: name };
    });
  }

  #pair(one: Form, other: Form, site: Site, isOneOf: boolean): void {
    const { component: base } = one;
    const { component: head } = other;
    if (base === undefined || head === undefined) {
      this.#forms(one.content, other.content, { ...site, isOneOf: isOneOf || site.isOneOf === true });
      return;
    }
    const key = `${site.frame.caller} ${base} ${head}${isOneOf ? ' one of' : ''}`;
    const known = this.pairs.get(key);
    const frame =
      known ??
      frameOf({
        direction: site.frame.direction,
        caller: site.frame.caller,
        components: { base, head },
        isSwap: componentName(base) !== componentName(head),
      });
    use(frame, site.frame, site.member);
    if (known !== undefined) return;
    this.pairs.set(key, frame);
    this.#forms(one.content, other.content, { frame, member: '', isOneOf });
  }

  /** Compares two alternatives of one kind. */
  #forms(base: JsonObject, head: JsonObject, site: Site): void {
    this.meet(base, head);
    for (const name of namesOf(base, head)) {
      if (name === 'properties') this.#members(base, head, site);
      else if (name === HEIRS) this.#heirs(objectOf(base[name]), objectOf(head[name]), site);
      else if (isWhole(name, base, head)) this.property('Keyword', name, base, head, site);
      else if (SUBSCHEMAS.has(name)) this.subschema(name, base, head, site);
      else if (MAPS.has(name)) this.#map(name, base, head, site);
      else this.property('Keyword', name, base, head, site);
    }
  }

  #members(base: JsonObject, head: JsonObject, site: Site): void {
    const [old, now] = [objectOf(base['properties']), objectOf(head['properties'])];
    for (const name of namesOf(old, now)) {
      const [before, after] = [old[name], now[name]];
      const here = { ...site, member: joinMembers(site.member, stepTo(name)) };
      if (isObject(before) && isObject(after)) this.schemas(before, after, here);
      else {
        const kind = before === undefined ? 'added' : 'removed';
        const owner = { base, head };
        this.differences.push({ type: 'Member', kind, name, base: before, head: after, owner, site: here });
      }
    }
  }

  /** An added or removed component is reported with the discriminator. */
  #heirs(base: JsonObject, head: JsonObject, site: Site): void {
    for (const [name, before] of Object.entries(base)) {
      if (head[name] !== undefined) this.schemas(objectOf(before), objectOf(head[name]), site);
    }
  }

  #map(name: string, base: JsonObject, head: JsonObject, site: Site): void {
    const [old, now] = [objectOf(base[name]), objectOf(head[name])];
    for (const key of namesOf(old, now)) {
      const [before, after] = [old[key], now[key]];
      if (isObject(before) && isObject(after)) {
        this.schemas(before, after, { ...site, member: joinMembers(site.member, stepTo(key)) });
      } else {
        const kind = before === undefined ? 'added' : 'removed';
        const owner = { base, head };
        this.differences.push({
          type: 'Subschema',
          kind,
          name: `${name} ${key}`,
          base: before,
          head: after,
          owner,
          site,
        });
      }
    }
  }
}

/**
 * Whether a schema is compared as a whole: when an excluded schema allows more, less is allowed, so its parts cannot be
 * judged separately.
 */
function isWhole(name: string, base: JsonObject, head: JsonObject): boolean {
  if (base[name] === undefined || head[name] === undefined) return false;
  if (name === 'not' || name === 'if') return true;
  return name === 'contains' && (base['maxContains'] !== undefined || head['maxContains'] !== undefined);
}

function namesOf(base: JsonObject, head: JsonObject): readonly string[] {
  const names = Object.keys(base);
  return [...names, ...Object.keys(head).filter((name) => !Object.hasOwn(base, name))];
}

/** The names of the paired components, without those that both sides have. */
export function renamesIn(walk: SchemaWalk): ReadonlyMap<string, string> {
  const frames = [...walk.pairs.values()];
  const all = (side: 'base' | 'head') =>
    new Set(frames.flatMap(({ components }) => (components === null ? [] : [componentName(components[side])])));
  const [before, after] = [all('base'), all('head')];
  const renamed = new Map<string, string>();
  for (const { components } of frames) {
    if (components === null) continue;
    const [from, to] = [componentName(components.base), componentName(components.head)];
    if (from !== to && !after.has(from) && !before.has(to)) renamed.set(to, from);
  }
  return renamed;
}
