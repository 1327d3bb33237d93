/**
 * The derived forms of a document, for generators that do not support all of OpenAPI 3.1: unsupported constructs are
 * written in a simpler form. A derived document allows everything that the exact one allows, and more where the simpler
 * form is less precise. Pure: document in, document out.
 */
import type { OpenApiDocument, Schema } from './document.ts';
import { operationsOf, resolved } from './document.ts';
import { addPaging } from './paging.ts';
import { allSchemas } from './walk.ts';

/**
 * The extensions that generators read. All others are for the programs of this repository, and stay in the exact form.
 */
const READ = new Set(['x-enum-varnames', 'x-enum-descriptions']);

const PRIMITIVES = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * @param exact a finished document, of OpenAPI 3.1 or 3.0
 * @param declared the document with the paging declarations; by default the exact document
 */
export function portable(exact: OpenApiDocument, declared = exact): OpenApiDocument {
  const document = structuredClone(exact);
  // This is the default in 3.1, and some tools reject it when it is explicit.
  delete document.jsonSchemaDialect;
  for (const schema of allSchemas(document)) flatten(document, schema);
  for (const schema of allSchemas(document)) withoutNullOf(document, schema);
  renameParameters(document);
  for (const { operation } of operationsOf(document)) {
    dropExtensions(operation);
    for (const parameter of operation.parameters ?? []) dropExtensions(parameter);
  }
  for (const schema of allSchemas(document)) {
    dropExtensions(schema);
    // Answers and requests have their own examples; some tools take a member `id` in one for the id of the schema.
    if (typeof schema['example'] === 'object') delete schema['example'];
  }
  prune(document);
  dropExtensions(document);
  addPaging(document, declared);
  const { license } = document.info;
  // OpenAPI 3.0 identifies a licence by address.
  if (license === undefined) return document;
  const { 'x-oai-license-identifier': identifier, ...named } = license;
  if (identifier !== undefined)
    document.info.license = { ...named, url: `https://spdx.org/licenses/${identifier}.html` };
  return document;
}

function flatten(document: OpenApiDocument, schema: Schema): void {
  // A tuple becomes a list; the description gives the types of its items.
  if (schema.prefixItems !== undefined) {
    delete schema.prefixItems;
    schema.items = {};
  }
  for (const member of Object.values(schema.properties ?? {})) {
    // Only null: generators have no such type.
    if (member.type === 'null') delete member.type;
  }
  // Members of any name: an empty class would lose them.
  if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0) schema.additionalProperties ??= {};
  const { anyOf } = schema;
  if (anyOf === undefined) return;
  const forms = anyOf.map((branch) => resolved(document, branch)).filter(({ type }) => type !== 'null');
  if (forms.length < 2) return;
  if (forms.every(({ type }) => typeof type === 'string' && PRIMITIVES.has(type))) {
    delete schema.anyOf;
    const [type, ...rest] = new Set(forms.map((form) => form.type));
    // A union of text and numbers becomes any value, which every language has a type for.
    if (rest.length === 0 && type !== undefined) schema.type = type;
  } else if (forms.every(({ properties }) => properties !== undefined)) {
    delete schema.anyOf;
    Object.assign(schema, merged(forms));
  }
}

/**
 * Renames path parameters to their `x-portable-name`, since the documented names have another meaning in some language.
 */
function renameParameters(document: OpenApiDocument): void {
  const renamed = Object.entries(document.paths).map(([path, item]) => {
    let template = path;
    for (const parameter of Object.values(item).flatMap(({ parameters = [] }) => parameters)) {
      const name = parameter['x-portable-name'];
      if (typeof name !== 'string') continue;
      template = template.replace(`{${parameter.name}}`, `{${name}}`);
      parameter.name = name;
    }
    return [template, item] as const;
  });
  document.paths = Object.fromEntries(renamed);
}

/** Writes null next to a reference in a simpler form, if there is one. */
function withoutNullOf(document: OpenApiDocument, schema: Schema): void {
  if (schema.type === undefined && schema.allOf === undefined) delete schema['nullable'];
  const parts = schema.anyOf ?? schema.allOf;
  const [reference] = parts?.filter((branch) => branch.$ref !== undefined) ?? [];
  if (reference === undefined || (schema.anyOf === undefined && schema['nullable'] !== true)) return;
  const found = resolved(document, reference);
  const { description: _, ...target } = found;
  if (target.type === undefined && target.anyOf === undefined) {
    // Any value may be null.
    delete schema.anyOf;
    delete schema.allOf;
    delete schema.type;
    delete schema['nullable'];
  } else if (schema['nullable'] === true && typeof target.type === 'string' && PRIMITIVES.has(target.type)) {
    // In 3.0, null is allowed next to a type only, not next to a reference to one.
    delete schema.allOf;
    Object.assign(schema, target);
  } else if (schema['nullable'] === true) {
    // The same for objects, which keep their name: the component allows null too.
    found['nullable'] = true;
  }
}

/** Removes the components that nothing refers to any more. */
function prune(document: OpenApiDocument): void {
  const { schemas } = document.components;
  const used = new Set<string>();
  const go = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      go(JSON.stringify(schemas[name] ?? {}));
    }
  };
  go(JSON.stringify(document.paths));
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

/** The union of objects as one object with all of their members: a member is required when each of them requires it. */
function merged(forms: readonly Schema[]): Schema {
  const properties: Record<string, Schema> = {};
  for (const form of forms) Object.assign(properties, { ...form.properties, ...properties });
  const shown = (name: string): Schema[] =>
    forms.map((form) => form.properties?.[name]).filter((form) => form !== undefined);
  for (const name of Object.keys(properties)) {
    const [first, ...rest] = shown(name).map((form) => JSON.stringify({ ...form, description: '', example: '' }));
    if (rest.some((other) => other !== first)) properties[name] = {};
  }
  const required = Object.keys(properties).filter((name) => forms.every((form) => form.required?.includes(name)));
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

function dropExtensions(object: object): void {
  for (const name of Object.keys(object)) {
    if (name.startsWith('x-') && !READ.has(name)) Reflect.deleteProperty(object, name);
  }
}
