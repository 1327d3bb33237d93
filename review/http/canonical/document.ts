/** Converts an OpenAPI document to a canonical form, in which equivalent documents are equal. */
import { arrayOf, asText, isObject, type JsonObject, objectOf, segmentText, stableText } from '../../json.ts';
import type { OperationRef } from '../operations.ts';
import { operationOf, waysOf } from './operation.ts';
import { Origins } from './origin.ts';
import { restOf } from './rest.ts';
import { type Draft, extensionsOf, SchemaWriter } from './schema.ts';
import { schemesOf } from './security.ts';

/** A document in canonical form, and the origins of its nodes. */
export interface Canonical {
  readonly source: JsonObject;
  readonly origins: Origins;
  /** The description of the document itself. */
  readonly root: JsonObject;
  /** Converts an operation at each call, because a large document has too many of them to keep. */
  readonly operation: (key: string) => JsonObject;
  /** The security schemes that each operation uses, by its key. */
  readonly schemesOf: (key: string) => readonly string[];
  /** Schemas of components by their canonical names, as in `request.Market`. */
  readonly schemas: JsonObject;
  readonly schemes: JsonObject;
}

/**
 * Converts a document to canonical form.
 *
 * @param operations the operations to compare
 * @param schemeNames new names of security schemes that were only renamed
 */
export function canonicalDocument(
  source: JsonObject,
  operations: readonly OperationRef[],
  schemeNames: ReadonlyMap<string, string> = new Map(),
): Canonical {
  const origins = new Origins();
  const schemas = new SchemaWriter(source, origins);
  const byKey = new Map(operations.map((operation) => [operation.key, operation]));
  const context = { source, origins, schemas, schemeNames };
  return {
    source,
    origins,
    root: rootOf(source, origins),
    operation: (key) => {
      const operation = byKey.get(key);
      return operation === undefined ? {} : operationOf(context, operation);
    },
    schemesOf: (key) => {
      const operation = byKey.get(key);
      const ways = operation === undefined ? [] : waysOf(context, operation.node);
      return [...new Set(ways.flatMap((way) => Object.keys(way)))];
    },
    schemas: schemas.components,
    schemes: schemesOf(source, schemeNames, origins),
  };
}

/** Members of a document that are compared elsewhere. */
const ROOT = new Set(['openapi', 'info', 'servers', 'paths', 'webhooks', 'components', 'security']);

function rootOf(source: JsonObject, origins: Origins): Draft {
  const info = objectOf(source['info']);
  const texts = Object.entries(info).filter(([, value]) => value !== '');
  const servers = arrayOf(source['servers']).map((node, index) => {
    const draft = serverOf(node);
    origins.set(draft, `#/servers/${index}`);
    for (const name of Object.keys(objectOf(draft['variables']))) {
      origins.set(objectOf(objectOf(draft['variables'])[name]), `#/servers/${index}/variables/${segmentText(name)}`);
    }
    return draft;
  });
  const draft: Draft = {
    ...extensionsOf(withoutParts(source)),
    openapi: source['openapi'],
    ...Object.fromEntries(
      texts.map(([name, value]) => [`info.${name}`, typeof value === 'string' ? value : stableText(value)]),
    ),
    servers,
    ...restOf(source, ROOT),
  };
  origins.set(draft, '#');
  for (const [name] of texts) origins.setMember(draft, `info.${name}`, `#/info/${segmentText(name)}`);
  return draft;
}

/**
 * Removes webhooks, which are compared as operations, and the document's files, which are compared where they are used.
 */
function withoutParts({ 'x-files': _files, 'x-webhooks': _webhooks, ...source }: JsonObject): JsonObject {
  return source;
}

function serverOf(node: unknown): Draft {
  const { url: written, description, name, variables, ...rest } = objectOf(node);
  const url = asText(written ?? '/').replaceAll(/\{([^}]*)\}/g, (whole, variable: string) => {
    const value = objectOf(objectOf(variables)[variable])['default'];
    return typeof value === 'string' ? value : whole;
  });
  return {
    url: addressText(url),
    ...(typeof description === 'string' ? { description } : {}),
    ...(typeof name === 'string' ? { title: name } : {}),
    ...(isObject(variables) ? { variables: variablesOf(variables) } : {}),
    ...restOf(rest, new Set()),
  };
}

/** The variables of an address that a client may choose. */
function variablesOf(variables: JsonObject): Draft {
  return Object.fromEntries(
    Object.entries(variables).map(([name, node]) => {
      const { enum: values, ...rest } = objectOf(node);
      return [name, { ...rest, ...(Array.isArray(values) ? { enum: values.map(asText).toSorted() } : {}) }];
    }),
  );
}

/** The host's name is case-insensitive, and the default port may be left out (RFC 3986, 6.2). */
export function addressText(url: string): string {
  const { origin } = URL.parse(url) ?? {};
  return origin === undefined || origin === 'null' ? url : url.replace(/^[^:]+:\/\/[^/?#]*/, origin);
}
