/** Valid requests from the examples of a document, and invalid ones derived from them. */
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import {
  type OpenApiDocument,
  type ParameterObject,
  type PlacedOperation,
  resolved,
  type Schema,
} from '../openapi/document.ts';
import { exampleOf } from './documents.ts';

/** A request before it is written to the wire. */
export interface TestRequest {
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request that the document accepts, with every parameter that has an example. */
export function validRequest(placed: PlacedOperation): TestRequest {
  const { path, method, operation } = placed;
  const values = new Map((operation.parameters ?? []).map((parameter) => [parameter, exampleOf(parameter)]));
  const of = (place: ParameterObject['in']) =>
    Object.fromEntries(
      [...values]
        .filter(([{ in: at }, value]) => at === place && value !== undefined)
        .map(([{ name }, value]) => [name, String(value)]),
    );
  const inPath = of('path');
  const body = exampleOf(operation.requestBody?.content['application/json']);
  return {
    label: `${operation.operationId}: as in the examples`,
    method: method.toUpperCase(),
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? '1')),
    query: of('query'),
    headers: of('header'),
    ...(body === undefined ? {} : { body }),
  };
}

/** Requests that break one constraint each: of a parameter, or anywhere in the body. */
export function brokenRequests(document: OpenApiDocument, placed: PlacedOperation): TestRequest[] {
  const valid = validRequest(placed);
  const { operationId, parameters = [], requestBody } = placed.operation;
  const label = (what: string) => `${operationId}: ${what}`;
  const inParameters = parameters.flatMap((parameter): TestRequest[] => {
    const wrong = wrongTexts(document, parameter.schema);
    const { name } = parameter;
    const removed = parameter.required === true && parameter.in !== 'path' ? [undefined] : [];
    return [...wrong, ...removed].map((text) => {
      const what = label(`${parameter.in} ${name} ${text === undefined ? 'left out' : `is ${JSON.stringify(text)}`}`);
      if (parameter.in === 'query') return { ...valid, label: what, query: changed(valid.query, name, text) };
      if (parameter.in === 'header') return { ...valid, label: what, headers: changed(valid.headers, name, text) };
      const path = placed.path.replaceAll(/\{([^}]+)\}/g, (_, each: string) => {
        const other = parameters.find((candidate) => candidate.name === each);
        return encodeURIComponent(each === name ? (text ?? '') : String(exampleOf(other)));
      });
      return { ...valid, label: what, path };
    });
  });
  const media = requestBody?.content['application/json'];
  const inBody =
    media === undefined
      ? []
      : [
          ...brokenValues(document, media.schema, valid.body).map(([what, body]) => ({
            ...valid,
            label: label(`body${what}`),
            body,
          })),
          ...[null, [], 'text', 7].map((body) => ({ ...valid, label: label(`body is ${JSON.stringify(body)}`), body })),
        ];
  return [...inParameters, ...inBody];
}

function changed(
  values: Readonly<Record<string, string>>,
  name: string,
  text: string | undefined,
): Record<string, string> {
  const { [name]: _removed, ...others } = values;
  return text === undefined ? others : { ...others, [name]: text };
}

/** Texts that a parameter of this schema does not accept. */
function wrongTexts(document: OpenApiDocument, parameter: Schema): string[] {
  const schema = resolved(document, parameter);
  if (schema.type === 'integer') return ['abc', '1.5', '1e400', '--1', '0x10'];
  if (schema.type === 'number') return ['abc', '1,5'];
  if (schema.type === 'boolean') return ['maybe', '2'];
  if (schema.enum !== undefined) return ['none-of-these', ' '];
  if (schema['pattern'] !== undefined || schema['format'] !== undefined) {
    return ['not this', '!', '2021-02-30T00:00:00Z'].filter(
      (text) => !new RegExp(String(schema['pattern'] ?? '^$'), 'u').test(text),
    );
  }
  if (schema.anyOf !== undefined)
    return schema.anyOf.every((branch) => wrongTexts(document, branch).length > 0) ? ['not this'] : [];
  return [];
}

/** Values of other types than those of the schema. */
const samples: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 7,
  number: 1.5,
  boolean: true,
  array: [],
  object: {},
  null: null,
};

function typesOf(document: OpenApiDocument, schema: Schema): Set<string> {
  const target = resolved(document, schema);
  if (target.anyOf !== undefined)
    return target.anyOf.reduce((all, branch) => all.union(typesOf(document, branch)), new Set<string>());
  const types = [target.type ?? Object.keys(samples)].flat();
  return new Set(types.includes('number') ? [...types, 'integer'] : types);
}

/** Copies of `value` in which one member is missing or wrong, each with the place of the error. */
export function brokenValues(
  document: OpenApiDocument,
  schema: Schema,
  value: unknown,
  place = '',
): [string, unknown][] {
  const target = resolved(document, schema);
  const broken: [string, unknown][] = [];
  if (place !== '') {
    const types = typesOf(document, schema);
    for (const [type, sample] of Object.entries(samples)) {
      if (!types.has(type)) broken.push([`${place} is ${JSON.stringify(sample)}`, sample]);
    }
  }
  if (typeof value === 'string') {
    for (const text of ['', 'not this', '2021-02-30T00:00:00Z', '-', '1.', '١']) {
      if (!acceptsText(document, target, text)) broken.push([`${place} is ${JSON.stringify(text)}`, text]);
    }
  } else if (Array.isArray(value)) {
    const { items } =
      target.anyOf === undefined
        ? target
        : (target.anyOf.map((branch) => resolved(document, branch)).find(({ type }) => type === 'array') ?? {});
    const [first, ...others] = value;
    if (items !== undefined && first !== undefined) {
      for (const [what, item] of brokenValues(document, items, first, `${place}/0`))
        broken.push([what, [item, ...others]]);
    }
  } else if (typeof value === 'object' && value !== null) {
    const object = target.anyOf === undefined ? target : undefined;
    for (const [name, member] of Object.entries(value)) {
      const { [name]: _removed, ...others } = value as Record<string, unknown>;
      if (object?.required?.includes(name) === true) broken.push([`${place}/${name} left out`, others]);
      const within = object?.properties?.[name];
      if (within === undefined) continue;
      for (const [what, wrong] of brokenValues(document, within, member, `${place}/${name}`))
        broken.push([what, { ...others, [name]: wrong }]);
    }
  }
  return broken;
}

/** Whether the text constraints of the schema accept a text; formats without a pattern count as rejecting it. */
function acceptsText(document: OpenApiDocument, schema: Schema, text: string): boolean {
  const target = resolved(document, schema);
  if (target.anyOf !== undefined) return target.anyOf.some((branch) => acceptsText(document, branch, text));
  if (target.type === undefined) return true;
  if (target.type !== 'string') return false;
  if (target.enum !== undefined) return target.enum.includes(text);
  if (target['pattern'] !== undefined) return new RegExp(String(target['pattern']), 'u').test(text);
  return target['format'] === undefined;
}

/** Sends a request. `authorize` adds credentials for every scheme. */
export async function send(base: string, request: TestRequest, authorize = true): Promise<Response> {
  const query = new URLSearchParams(request.query).toString();
  return fetch(`${base}${request.path}${query === '' ? '' : `?${query}`}`, {
    method: request.method,
    headers: {
      ...(authorize
        ? { authorization: 'Bearer token', 'x-assistant-appid': 'app', 'x-assistant-secret': 'secret' }
        : {}),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(PATIENCE),
  });
}
