/** Where the components of a canonical document are used: which operations a change to one of them reaches. */
import { joinMembers, type Place } from '../finding.ts';
import { arrayOf, isObject, objectOf } from '../json.ts';
import { type Canonical, METHODS } from './canonical/document.ts';
import { parameterLabel } from './locate.ts';
import { operationKey } from './operations.ts';
import { STEPS } from './steps.ts';

const REFERENCE = '#/components/schemas/';

/** The places of a component. */
export interface Uses {
  /** The first place in each part of each operation. */
  readonly first: readonly Place[];
  /** Every place that refers to it. */
  readonly all: readonly Place[];
}

/** The uses of each component, by its canonical name. */
export type Usage = ReadonlyMap<string, Uses>;

/**
 * Finds the uses of every component.
 *
 * @param names how people call the operations, by key
 */
export function usageOf(canonical: Canonical, names: ReadonlyMap<string, string>): Usage {
  const { document } = canonical;
  const usage = new Map<string, { first: Place[]; all: Place[] }>();
  const schemas = objectOf(objectOf(document['components'])['schemas']);

  const walk = (schema: unknown, place: Place, seen: Set<string>): void => {
    if (Array.isArray(schema)) {
      for (const one of schema) walk(one, place, seen);
      return;
    }
    if (!isObject(schema)) return;
    const reference = schema['$ref'];
    if (typeof reference === 'string') {
      const name = reference.slice(REFERENCE.length);
      const uses = usage.get(name) ?? { first: [], all: [] };
      usage.set(name, uses);
      uses.all.push(place);
      if (seen.has(name)) return;
      uses.first.push(place);
      seen.add(name);
      walk(schemas[name], place, seen);
      return;
    }
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'properties') {
        for (const [name, member] of Object.entries(objectOf(value))) {
          walk(member, { ...place, member: joinMembers(place.member, name) }, seen);
        }
      } else if (isObject(value) || Array.isArray(value)) {
        walk(value, { ...place, member: joinMembers(place.member, STEPS[keyword] ?? '') }, seen);
      }
    }
  };

  for (const { place, schema } of rootsOf(canonical, names)) walk(schema, place, new Set());
  return usage;
}

interface Root {
  readonly place: Place;
  readonly schema: unknown;
}

/** The schemas that the operations start from. */
function* rootsOf({ document, origins }: Canonical, names: ReadonlyMap<string, string>): Generator<Root> {
  for (const [path, item] of Object.entries(objectOf(document['paths']))) {
    for (const method of METHODS) {
      const operation = objectOf(item)[method];
      if (!isObject(operation)) continue;
      const name = names.get(operationKey(method, path)) ?? `${method.toUpperCase()} ${path}`;
      const root = (where: string, schema: unknown): Root => ({
        place: { operation: name, where, member: '' },
        schema,
      });
      for (const parameter of arrayOf(operation['parameters']).map(objectOf)) {
        const where = parameterLabel(parameter, origins);
        yield root(where, parameter['schema']);
        for (const media of Object.values(objectOf(parameter['content']))) yield root(where, objectOf(media)['schema']);
      }
      for (const media of Object.values(objectOf(objectOf(operation['requestBody'])['content']))) {
        yield root('body', objectOf(media)['schema']);
      }
      for (const [status, response] of Object.entries(objectOf(operation['responses']))) {
        const { content, headers } = objectOf(response);
        for (const media of Object.values(objectOf(content))) yield root(`${status} answer`, objectOf(media)['schema']);
        for (const [header, value] of Object.entries(objectOf(headers))) {
          yield root(`${status} header ${header}`, objectOf(value)['schema']);
        }
      }
    }
  }
}
