/** Converts operations to canonical form: parameters, bodies, responses and headers. */
import {
  arrayOf,
  asText,
  isObject,
  type JsonObject,
  objectOf,
  segmentText,
  stableText,
  stringsOf,
} from '../../json.ts';
import type { OperationRef } from '../operations.ts';
import { resolved, type Written } from '../reference.ts';
import type { Origins } from './origin.ts';
import { restOf } from './rest.ts';
import { type Direction, type Draft, EXAMPLES, extensionsOf, type SchemaWriter } from './schema.ts';
import { requirementsOf } from './security.ts';

/** The context of the conversion. */
export interface Context {
  readonly source: JsonObject;
  readonly origins: Origins;
  readonly schemas: SchemaWriter;
  readonly schemeNames: ReadonlyMap<string, string>;
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '));

const OPERATION = set('operationId tags parameters requestBody responses callbacks deprecated security servers');
const PARAMETER = set(
  'name in required deprecated allowEmptyValue style explode allowReserved schema content example examples',
);
const BODY = set('content required');
const MEDIA = set('schema itemSchema example examples encoding');
const RESPONSE = set('description headers content');
const HEADER = set('required deprecated schema content example examples style explode');

/** Converts an operation. */
export function operationOf(context: Context, operation: OperationRef): Draft {
  const { node, pointer, shared, pathNames, item } = operation;
  const path = Object.entries({ ...extensionsOf(item), ...restOf(item, new Set()) });
  const draft: Draft = {
    ...Object.fromEntries(path.map(([name, value]) => [`path.${name}`, value])),
    ...extensionsOf(node),
    ...restOf(node, OPERATION),
  };
  context.origins.set(draft, pointer);
  if (typeof node['operationId'] === 'string') draft['operationId'] = node['operationId'];
  if (node['deprecated'] === true) draft['deprecated'] = true;
  const tags = stringsOf(node['tags']);
  if (tags.length > 0) draft['tags'] = stableText([...tags].toSorted());
  const own = arrayOf(node['parameters']).map((schema, index) => ({
    schema,
    pointer: `${pointer}/parameters/${index}`,
  }));
  draft['parameters'] = parametersOf(context, [...shared, ...own], pathNames);
  const body = resolved(context.source, { schema: node['requestBody'], pointer: `${pointer}/requestBody` });
  if (isObject(body.schema)) draft['requestBody'] = bodyOf(context, body.schema, body.pointer);
  draft['responses'] = Object.fromEntries(
    Object.entries(objectOf(node['responses'])).flatMap(([status, response]) => {
      if (status.startsWith('x-')) return [];
      const written = resolved(context.source, {
        schema: response,
        pointer: `${pointer}/responses/${segmentText(status)}`,
      });
      const name = status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase();
      return [[name, responseOf(context, objectOf(written.schema), written.pointer)]];
    }),
  );
  draft['security'] = waysOf(context, node);
  return draft;
}

/** The alternatives for the authentication of a call. */
export function waysOf(
  { source, schemeNames }: Pick<Context, 'source' | 'schemeNames'>,
  node: JsonObject,
): readonly Draft[] {
  return requirementsOf(node['security'] ?? source['security'], schemeNames);
}

function parametersOf(context: Context, written: readonly Written[], pathNames: readonly string[]): Draft {
  const parameters = new Map<string, Draft>();
  for (const one of written) {
    const { schema, pointer } = resolved(context.source, one);
    const parameter = objectOf(schema);
    if (isIgnoredParameter(parameter)) continue;
    const name = parameter['in'] === 'path' ? pathName(asText(parameter['name']), pathNames) : parameterName(parameter);
    parameters.set(`${asText(parameter['in'])} ${name}`, parameterOf(context, parameter, pointer));
  }
  return Object.fromEntries(parameters);
}

/** Whether a parameter is ignored: it describes a header that OpenAPI describes in another way. */
export function isIgnoredParameter({ name, in: place }: JsonObject): boolean {
  return place === 'header' && /^(accept|content-type|authorization)$/i.test(asText(name));
}

/** Name of a parameter; header names are case-insensitive. */
function parameterName({ name, in: place }: JsonObject): string {
  return place === 'header' ? asText(name).toLowerCase() : asText(name);
}

function pathName(name: string, names: readonly string[]): string {
  const position = names.indexOf(name);
  return position === -1 ? name : String(position + 1);
}

function parameterOf(context: Context, node: JsonObject, pointer: string): Draft {
  const draft: Draft = {
    ...extensionsOf(node),
    ...restOf(node, PARAMETER),
    required: node['required'] === true,
    ...serialization(context, node),
    ...documentedExamples(context, node),
  };
  context.origins.set(draft, pointer);
  // Names of path parameters are local, so they are identified by position.
  context.origins.name(draft, `${asText(node['in'])} parameter ${asText(node['name'])}`);
  if (node['deprecated'] === true) draft['deprecated'] = true;
  if (node['schema'] !== undefined) {
    const schema = context.schemas.write({ schema: node['schema'], pointer: `${pointer}/schema` }, 'request');
    // A default is sent as text, whatever its type.
    if (typeof schema['default'] === 'string') schema['default'] = schema['default'].replaceAll(/^"|"$/g, '');
    draft['schema'] = schema;
  }
  if (isObject(node['content'])) draft['content'] = content(context, node['content'], 'request', pointer);
  return draft;
}

/** The serialization of a parameter, without defaults and members that have no effect. */
function serialization({ source }: Context, node: JsonObject): Draft {
  const draft: Draft = {};
  const usual = node['in'] === 'query' || node['in'] === 'cookie' ? 'form' : 'simple';
  const style = typeof node['style'] === 'string' ? node['style'] : usual;
  const explode = typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form';
  if (style !== usual) draft['style'] = style;
  if (explode !== (usual === 'form') && isStructured(source, node['schema'])) draft['explode'] = explode;
  for (const name of ['allowReserved', 'allowEmptyValue']) if (node[name] === true) draft[name] = true;
  return draft;
}

/** Whether a parameter may have several values, so that `explode` has an effect. */
function isStructured(source: JsonObject, schema: unknown): boolean {
  const text = JSON.stringify(resolved(source, { schema, pointer: '' }).schema ?? {});
  return /"(array|object)"|"\$ref"/.test(text);
}

function documentedExamples({ source }: Context, node: JsonObject): Draft {
  const named = Object.entries(objectOf(node['examples'])).map(([name, written]) => {
    const { value, externalValue, dataValue, serializedValue } = objectOf(
      resolved(source, { schema: written, pointer: '' }).schema,
    );
    return [name, value ?? dataValue ?? serializedValue ?? externalValue];
  });
  const all = node['example'] === undefined ? named : [...named, ['example', node['example']]];
  return all.length === 0 ? {} : { [EXAMPLES]: stableText(Object.fromEntries(all)) };
}

/** Media types are case-insensitive, and JSON is UTF-8 whether the parameter is given or not (RFC 8259, 8.1). */
function mediaType(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^([^;]*json);charset="?utf-8"?$/, '$1');
}

function content(context: Context, node: unknown, direction: Direction, place: string): Draft {
  return Object.fromEntries(
    Object.entries(objectOf(node)).map(([name, given]) => {
      const written = resolved(context.source, { schema: given, pointer: `${place}/content/${segmentText(name)}` });
      const media = objectOf(written.schema);
      const draft: Draft = { ...extensionsOf(media), ...restOf(media, MEDIA), ...documentedExamples(context, media) };
      context.origins.set(draft, written.pointer);
      for (const keyword of ['schema', 'itemSchema']) {
        if (media[keyword] === undefined) continue;
        const schema = { schema: media[keyword], pointer: `${written.pointer}/${keyword}` };
        draft[keyword] = context.schemas.write(schema, direction);
      }
      if (isObject(media['encoding'])) {
        const encoding = encodings(media['encoding']);
        context.origins.set(encoding, `${written.pointer}/encoding`);
        draft['encoding'] = encoding;
      }
      return [mediaType(name), draft];
    }),
  );
}

/** The serialization of single members of a form. */
function encodings(encoding: JsonObject): Draft {
  return Object.fromEntries(Object.entries(encoding).map(([name, node]) => [name, stableText(node)]));
}

function bodyOf(context: Context, node: JsonObject, pointer: string): Draft {
  const draft: Draft = {
    ...extensionsOf(node),
    ...restOf(node, BODY),
    required: node['required'] === true,
    content: content(context, node['content'], 'request', pointer),
  };
  context.origins.set(draft, pointer);
  return draft;
}

/** Whether a header of a response is ignored: the media type is declared with the content. */
export function isIgnoredHeader(name: string): boolean {
  return /^content-type$/i.test(name);
}

function responseOf(context: Context, node: JsonObject, pointer: string): Draft {
  const named = Object.entries(objectOf(node['headers'])).filter(([name]) => !isIgnoredHeader(name));
  const headers = named.map(([name, given]) => {
    const written = resolved(context.source, { schema: given, pointer: `${pointer}/headers/${segmentText(name)}` });
    return [name.toLowerCase(), headerOf(context, objectOf(written.schema), written.pointer)];
  });
  const draft: Draft = {
    ...extensionsOf(node),
    ...restOf(node, RESPONSE),
    description: typeof node['description'] === 'string' ? node['description'] : '',
    headers: Object.fromEntries(headers),
    content: content(context, node['content'], 'response', pointer),
  };
  context.origins.set(draft, pointer);
  return draft;
}

function headerOf(context: Context, header: JsonObject, pointer: string): Draft {
  const draft: Draft = {
    ...extensionsOf(header),
    ...restOf(header, HEADER),
    ...documentedExamples(context, header),
    required: header['required'] === true,
  };
  context.origins.set(draft, pointer);
  if (header['deprecated'] === true) draft['deprecated'] = true;
  if (header['explode'] === true) draft['explode'] = true;
  if (isObject(header['content'])) draft['content'] = content(context, header['content'], 'response', pointer);
  else {
    const schema = { schema: header['schema'] ?? {}, pointer: `${pointer}/schema` };
    draft['schema'] = context.schemas.write(schema, 'response');
  }
  return draft;
}
