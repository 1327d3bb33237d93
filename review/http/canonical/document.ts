/** Writes an OpenAPI document in canonical form, in which what means the same is written the same. */
import {
  arrayOf,
  isObject,
  type JsonObject,
  objectOf,
  segmentsOf,
  stableText,
  stringsOf,
  valueAt,
} from '../../json.ts';
import { Origins } from './origin.ts';
import { type Direction, type Draft, EXAMPLES, extensionsOf, IDENTITY, identityOf, SchemaWriter } from './schema.ts';
import { requirementsOf, schemesOf } from './security.ts';

/** A document in canonical form, and where its pieces were written. */
export interface Canonical {
  readonly document: JsonObject;
  readonly source: JsonObject;
  readonly origins: Origins;
}

/** The methods that an OpenAPI path item may hold. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** A path with its parameters numbered: what they are called means nothing to a caller. */
export function canonicalPath(path: string): string {
  let count = 0;
  return path.replaceAll(/\{[^}]*\}/g, () => {
    count += 1;
    return `{${count}}`;
  });
}

/**
 * Writes a document in canonical form.
 *
 * @param schemeNames what security schemes are to be called, where that differs from the document
 */
export function canonicalDocument(source: JsonObject, schemeNames: ReadonlyMap<string, string> = new Map()): Canonical {
  const origins = new Origins();
  const context: Context = { source, origins, schemas: new SchemaWriter(source, origins), schemeNames };
  const paths: Draft = {};
  for (const [path, item] of Object.entries(objectOf(source['paths']))) {
    if (isObject(item)) paths[canonicalPath(path)] = pathItem(context, path, objectOf(resolved(source, item)));
  }
  const info = objectOf(source['info']);
  const document: Draft = {
    openapi: source['openapi'],
    info: { ...extensionsOf(info), ...textsOf(info, ['title', 'version', 'summary', 'description']) },
    ...(arrayOf(source['servers']).length === 0 ? {} : { servers: arrayOf(source['servers']).map(server) }),
    paths,
    components: { schemas: context.schemas.components, securitySchemes: schemesOf(source, schemeNames) },
    ...extensionsOf(source),
  };
  return { document, source, origins };
}

/** Length of what makes a parameter the same, in characters; few schemas of parameters are longer. */
const LEAST = 1000;

interface Context {
  readonly source: JsonObject;
  readonly origins: Origins;
  readonly schemas: SchemaWriter;
  readonly schemeNames: ReadonlyMap<string, string>;
}

function textsOf(node: JsonObject, names: readonly string[]): Draft {
  return Object.fromEntries(
    names.flatMap((name) => (typeof node[name] === 'string' && node[name] !== '' ? [[name, node[name]]] : [])),
  );
}

/** A node, or what its `$ref` stands for. */
function resolved(source: JsonObject, node: unknown): unknown {
  const reference = objectOf(node)['$ref'];
  return typeof reference === 'string' && reference.startsWith('#') ? valueAt(source, segmentsOf(reference)) : node;
}

function server(node: unknown): Draft {
  const { url: written, description, variables } = objectOf(node);
  const url = String(written).replaceAll(/\{([^}]*)\}/g, (whole, name: string) => {
    const value = objectOf(objectOf(variables)[name])['default'];
    return typeof value === 'string' ? value : whole;
  });
  const draft: Draft = { url: addressText(url), ...(typeof description === 'string' ? { description } : {}) };
  return { ...draft, [IDENTITY]: identityOf('server', draft) };
}

/** The host's name knows no case, and the usual port need not be said (RFC 3986, 6.2). */
export function addressText(url: string): string {
  const { origin } = URL.parse(url) ?? {};
  return origin === undefined || origin === 'null' ? url : url.replace(/^[^:]+:\/\/[^/?#]*/, origin);
}

function pathItem(context: Context, path: string, item: JsonObject): Draft {
  const draft: Draft = {};
  const names = [...path.matchAll(/\{([^}]*)\}/g)].map((match) => match[1] ?? '');
  const place = ['paths', path];
  for (const method of METHODS) {
    if (isObject(item[method]))
      draft[method] = operation(context, item[method], arrayOf(item['parameters']), names, [...place, method]);
  }
  return { ...draft, ...textsOf(item, ['summary', 'description']), ...extensionsOf(item) };
}

function operation(
  context: Context,
  node: JsonObject,
  shared: readonly unknown[],
  pathNames: readonly string[],
  place: readonly string[],
): Draft {
  const draft: Draft = { ...extensionsOf(node), ...textsOf(node, ['operationId', 'summary', 'description']) };
  if (node['deprecated'] === true) draft['deprecated'] = true;
  const tags = stringsOf(node['tags']);
  if (tags.length > 0) draft['tags'] = [...tags].toSorted();
  const parameters = new Map<string, Draft>();
  const lists = [...shared, ...arrayOf(node['parameters'])];
  for (const written of lists) {
    const parameter = objectOf(resolved(context.source, written));
    if (isIgnored(parameter)) continue;
    const name = parameter['in'] === 'path' ? pathName(String(parameter['name']), pathNames) : parameterName(parameter);
    parameters.set(
      `${parameter['in']} ${name}`,
      parameterOf(context, parameter, name, [...place, 'parameters', String(parameter['name'])]),
    );
  }
  if (parameters.size > 0) draft['parameters'] = [...parameters.values()];
  const body = resolved(context.source, node['requestBody']);
  if (isObject(body)) {
    draft['requestBody'] = {
      ...extensionsOf(body),
      ...textsOf(body, ['description']),
      required: body['required'] === true,
      content: content(context, body['content'], 'request', [...place, 'requestBody']),
    };
  }
  draft['responses'] = Object.fromEntries(
    Object.entries(objectOf(node['responses'])).map(([status, response]) => [
      status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
      responseOf(context, objectOf(resolved(context.source, response)), [...place, 'responses', status]),
    ]),
  );
  const security = requirementsOf(node['security'] ?? context.source['security'], context.schemeNames);
  if (security.length > 0) draft['security'] = security;
  return draft;
}

/** What OpenAPI says in other words: a parameter that describes one of these headers is ignored. */
function isIgnored({ name, in: place }: JsonObject): boolean {
  return place === 'header' && /^(accept|content-type|authorization)$/i.test(String(name));
}

/** Names of headers know no case. */
function parameterName({ name, in: place }: JsonObject): string {
  return place === 'header' ? String(name).toLowerCase() : String(name);
}

function pathName(name: string, names: readonly string[]): string {
  const position = names.indexOf(name);
  return position === -1 ? name : String(position + 1);
}

function parameterOf(context: Context, node: JsonObject, name: string, place: readonly string[]): Draft {
  const draft: Draft = {
    ...extensionsOf(node),
    ...textsOf(node, ['description']),
    name,
    in: node['in'],
    required: node['required'] === true,
    ...serialization(context, node),
    ...documentedExamples(context, node),
  };
  if (node['deprecated'] === true) draft['deprecated'] = true;
  const pointer = `#/${place.map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
  if (node['schema'] !== undefined) {
    const schema = context.schemas.write({ schema: node['schema'], pointer: `${pointer}/schema` }, 'request');
    // A default travels as text here, whatever its type.
    if (typeof schema['default'] === 'string') schema['default'] = schema['default'].replaceAll(/^"|"$/g, '');
    draft['schema'] = schema;
  }
  if (isObject(node['content'])) draft['content'] = content(context, node['content'], 'request', place);
  draft[IDENTITY] = identityOf(`${node['in']} ${name}`, draft, LEAST);
  // What people call it: a path parameter goes by its position here.
  context.origins.set(draft, String(node['name']));
  return draft;
}

/** How a parameter is written, without what is the default or makes no difference. */
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

/** Whether a parameter may hold more than one value, which is when `explode` matters. */
function isStructured(source: JsonObject, schema: unknown): boolean {
  const text = JSON.stringify(resolved(source, schema) ?? {});
  return /"(array|object)"|"\$ref"/.test(text);
}

function documentedExamples({ source }: Context, node: JsonObject): Draft {
  const named = Object.entries(objectOf(node['examples'])).map(([name, written]) => {
    const { value, externalValue } = objectOf(resolved(source, written));
    return [name, value ?? externalValue];
  });
  const all = node['example'] === undefined ? named : [...named, ['example', node['example']]];
  return all.length === 0 ? {} : { [EXAMPLES]: stableText(Object.fromEntries(all)) };
}

/** Media types know no case, and JSON is UTF-8 whether that is said or not (RFC 8259, 8.1). */
function mediaType(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^([^;]*json);charset="?utf-8"?$/, '$1');
}

function content(context: Context, node: unknown, direction: Direction, place: readonly string[]): Draft {
  return Object.fromEntries(
    Object.entries(objectOf(node)).map(([name, written]) => {
      const media = objectOf(written);
      const pointer = `#/${[...place, 'content', name].map((segment) => segment.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')}`;
      const draft: Draft = { ...extensionsOf(media), ...documentedExamples(context, media) };
      if (media['schema'] !== undefined) {
        draft['schema'] = context.schemas.write({ schema: media['schema'], pointer: `${pointer}/schema` }, direction);
      }
      return [mediaType(name), draft];
    }),
  );
}

function responseOf(context: Context, node: JsonObject, place: readonly string[]): Draft {
  // The type of the content is said beside the content: such a header is ignored.
  const named = Object.entries(objectOf(node['headers'])).filter(([name]) => !/^content-type$/i.test(name));
  const headers = named.map(([name, written]) => {
    const header = objectOf(resolved(context.source, written));
    const here = [...place, 'headers', name];
    const pointer = `#/${here.map((segment) => segment.replaceAll('/', '~1')).join('/')}`;
    const draft: Draft = {
      ...extensionsOf(header),
      ...textsOf(header, ['description']),
      ...documentedExamples(context, header),
    };
    draft['required'] = header['required'] === true;
    if (header['deprecated'] === true) draft['deprecated'] = true;
    if (isObject(header['content'])) draft['content'] = content(context, header['content'], 'response', here);
    else {
      const schema = { schema: header['schema'] ?? {}, pointer: `${pointer}/schema` };
      draft['schema'] = context.schemas.write(schema, 'response');
    }
    return [name.toLowerCase(), draft];
  });
  const body = content(context, node['content'], 'response', place);
  return {
    ...extensionsOf(node),
    description: typeof node['description'] === 'string' ? node['description'] : '',
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(Object.keys(body).length === 0 ? {} : { content: body }),
  };
}
