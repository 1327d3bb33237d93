/** The model of a service's HTTP interface, built from its OpenAPI document. */

import { PRODUCES } from '@wallet-services/kit/document';
import { UsageError } from '@wallet-services/kit/errors';
import { isObject, objectsOf } from '../values/json.ts';
import { isJson, means } from '../values/media.ts';
import { within } from '../values/pointer.ts';
import { type Declaration, declarationsOf, requiredIn } from './behaviour.ts';
import { type BodyKind, bodyKind } from './bodies.ts';
import {
  exampleOf,
  examplesOf,
  type HeaderObject,
  type MediaType,
  methods,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type ResponseObject,
  resolved,
  type Schema,
  type SecuritySchemeObject,
} from './document.ts';
import type { OpenQuestionEntry, RuleEntry } from './ledger.ts';
import { sampleOf } from './sample.ts';
import type { ServiceName } from './services.ts';
import { type Style, styleOf } from './styles.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  /** JSON pointer of the schema inside the document. */
  readonly schemaPointer: string;
  /**
   * The example of the document; for a required parameter without one, a value from its schema; otherwise undefined.
   */
  readonly example: unknown;
  /** The document allows `?name=`. */
  readonly allowEmptyValue: boolean;
  /** How it is written. Absent: as it is. */
  readonly style?: Style;
}

/** A body that the suite can generate. */
export interface Body {
  readonly required: boolean;
  /** `application/json`, as sent. */
  readonly mediaType: string;
  readonly kind: BodyKind;
  /** Members of a form that are files. */
  readonly files: readonly string[];
  /** Media types of the members of a form. Absent: those that follow from their values. */
  readonly types?: Readonly<Record<string, string>>;
  readonly schema: Schema;
  /** JSON pointer of the schema inside the document. */
  readonly schemaPointer: string;
  /** The example of the document, or a value from its schema. */
  readonly example: unknown;
  /** All examples of the document; none where it has no example. */
  readonly examples: readonly unknown[];
}

/** One form of a documented answer. */
export interface Content {
  /** The media type in the document: `application/json`, `text/*`. */
  readonly mediaType: string;
  /** JSON pointer of the schema inside the document; null where the document has none. */
  readonly schemaPointer: string | null;
  readonly schema: Schema | null;
}

/** One documented answer of an operation. */
export interface Response {
  /** `200`, `404`, `4XX` */
  readonly status: string;
  /** Its forms; none where it has no body. */
  readonly contents: readonly Content[];
  /** The schema of its JSON; null where it has none. */
  readonly schema: Schema | null;
  readonly headers: readonly ResponseHeader[];
}

/** A header that a response documents. */
export interface ResponseHeader {
  /** In small letters. */
  readonly name: string;
  readonly isRequired: boolean;
  /** The value is JSON, and not text. */
  readonly isJson: boolean;
  /** JSON pointer of the schema of its value; null where the document has none. */
  readonly schemaPointer: string | null;
  readonly schema: Schema | null;
}

export interface Operation {
  /** The operationId. */
  readonly id: string;
  /** The method in capitals, as sent. */
  readonly method: string;
  /** Path template, relative to the base address. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  /** Media type of the body where the suite cannot generate one; otherwise null. */
  readonly otherBody: string | null;
  readonly responses: readonly Response[];
  /** Media types of responses that have no schema, in a document that was upgraded. Absent: none. */
  readonly produces?: readonly string[];
  /** Alternatives; each is a list of security schemes that are needed together. */
  readonly security: readonly (readonly string[])[];
  /** The operation is not final, so a server may lack it. */
  readonly isDraft: boolean;
}

/** Whether an operation needs no credential. */
export function isPublic({ security }: Operation): boolean {
  return security.length === 0 || security.some(({ length }) => length === 0);
}

/** The suite's knowledge of a service before it sends anything. */
export interface ApiModel {
  readonly service: ServiceName;
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly rules: readonly RuleEntry[];
  readonly questions: readonly OpenQuestionEntry[];
  readonly declarations: readonly Declaration[];
}

const JSON_TYPE = 'application/json';

function pointerOf(...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(within, '');
}

function parameterOf(document: OpenApiDocument, parameter: ParameterObject, schemaPointer: string): Parameter {
  const { name, in: place, required = false, schema, allowEmptyValue = false } = parameter;
  const sample = () => (required ? sampleOf(document, schema) : undefined);
  // No tag of a document is that of what is on the server: any version is meant (RFC 9110, 13.1.1).
  const isAnyVersion = required && place === 'header' && /^if-match$/i.test(name) && schema.pattern === undefined;
  const example = isAnyVersion ? '*' : (exampleOf(document, parameter) ?? sample());
  const style = styleOf(document, parameter);
  const written = style === undefined ? {} : { style };
  return { name, in: place, required, schema, schemaPointer, example, allowEmptyValue, ...written };
}

/** The entry of a content that is JSON. */
function jsonIn(content: Readonly<Record<string, MediaType>>): readonly [string, MediaType] | undefined {
  const entries = Object.entries(content);
  return entries.find(([type]) => isJson(type)) ?? entries.find(([type]) => means(type, JSON_TYPE));
}

/** A body with the members that its own values require (`required-when`). */
function completed(document: OpenApiDocument, operation: OperationObject, schema: Schema, body: unknown): unknown {
  if (!isObject(body)) return body;
  const { properties = {} } = resolved(document, schema);
  const wanted = requiredIn(body, objectsOf(operation['x-behaviour']));
  return { ...Object.fromEntries(wanted.map((name) => [name, sampleOf(document, properties[name] ?? {})])), ...body };
}

/** The entry of a content that the suite generates bodies for: JSON, else a form, else text. */
function sendableIn(content: Readonly<Record<string, MediaType>>): readonly [string, MediaType] | undefined {
  const kindOf = ([type, media]: readonly [string, MediaType]) =>
    bodyKind(type, typeof examplesOf(media)[0] === 'string');
  const entries = Object.entries(content);
  const others = (['form', 'raw'] as const).map((kind) => entries.find((entry) => kindOf(entry) === kind));
  return jsonIn(content) ?? others.find((entry) => entry !== undefined);
}

/** Members of a form that contain bytes. */
function filesIn(document: OpenApiDocument, schema: Schema): readonly string[] {
  const { properties = {} } = resolved(document, schema);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const { format, contentMediaType, items = {} } = resolved(document, inner);
    const item = resolved(document, items);
    const isFile = format === 'binary' || contentMediaType !== undefined || item.format === 'binary';
    return isFile || item['contentMediaType'] !== undefined ? [name] : [];
  });
}

/** The media types that the encoding of a form gives to its members: the first of each that is no range. */
function typesIn({ encoding = {} }: MediaType): Readonly<Record<string, string>> {
  const named = Object.entries(encoding).flatMap(([name, { contentType = '' }]) => {
    const type = contentType.split(',').find((one) => one.trim() !== '' && !one.includes('*'));
    return type === undefined ? [] : [[name, type.trim()] as const];
  });
  return Object.fromEntries(named);
}

function bodyOf(document: OpenApiDocument, operation: OperationObject, pointer: string): Body | null {
  const { requestBody } = operation;
  const found = sendableIn(requestBody?.content ?? {});
  if (found === undefined) return null;
  const [name, media] = found;
  const { schema = {} } = media;
  const kind = bodyKind(name, true) ?? 'json';
  const files = kind === 'form' ? filesIn(document, schema) : [];
  const made = () => {
    if (kind === 'raw') return 'text';
    const body = completed(document, operation, schema, sampleOf(document, schema));
    const named = isObject(body) ? files.filter((file) => Object.hasOwn(body, file)) : [];
    return isObject(body) ? { ...body, ...Object.fromEntries(named.map((file) => [file, 'text'])) } : body;
  };
  return {
    required: requestBody?.required ?? false,
    mediaType: name.includes('*') ? JSON_TYPE : name,
    kind,
    files,
    ...(kind === 'form' ? { types: typesIn(media) } : {}),
    schema,
    schemaPointer: `${pointer}${pointerOf('requestBody', 'content', name, 'schema')}`,
    example: exampleOf(document, media) ?? made(),
    examples: examplesOf(media),
  };
}

function responseOf(status: string, { content = {}, headers = {} }: ResponseObject, pointer: string): Response {
  const contents = Object.entries(content).map(([mediaType, { schema }]): Content => {
    if (schema === undefined) return { mediaType, schemaPointer: null, schema: null };
    return {
      mediaType,
      schemaPointer: `${pointer}${pointerOf('responses', status, 'content', mediaType, 'schema')}`,
      schema,
    };
  });
  const documented = Object.entries(headers).map(([name, header]) =>
    headerOf(name, header, `${pointer}${pointerOf('responses', status, 'headers', name)}`),
  );
  return { status, contents, schema: jsonIn(content)?.[1].schema ?? null, headers: documented };
}

function headerOf(name: string, header: HeaderObject, pointer: string): ResponseHeader {
  const { required = false, schema, content = {} } = header;
  const [mediaType = '', form] = Object.entries(content)[0] ?? [];
  const about = { name: name.toLowerCase(), isRequired: required, isJson: isJson(mediaType) };
  if (form?.schema !== undefined) {
    const place = pointerOf('content', mediaType, 'schema');
    return { ...about, schema: form.schema, schemaPointer: `${pointer}${place}` };
  }
  return { ...about, schema: schema ?? null, schemaPointer: schema === undefined ? null : `${pointer}/schema` };
}

function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      return [readOperation(document, operation, [path, method])];
    }),
  );
}

/** @throws UsageError that names the member, for an operation with members that OpenAPI does not allow */
function readOperation(
  document: OpenApiDocument,
  operation: OperationObject,
  [path, method]: readonly [string, string],
): Operation {
  const pointer = pointerOf('paths', path, method);
  const read = <Value>(member: keyof OperationObject, reading: () => Value) =>
    readAs(`${pointer}${pointerOf(member)}`, reading);
  const parameters = read('parameters', () =>
    (operation.parameters ?? []).map((parameter, index) =>
      parameterOf(document, parameter, `${pointer}${pointerOf('parameters', index, 'schema')}`),
    ),
  );
  const { body, otherBody } = read('requestBody', () => {
    const { content = {} } = operation.requestBody ?? {};
    const otherBody = sendableIn(content) === undefined ? (Object.keys(content)[0] ?? null) : null;
    return { body: bodyOf(document, operation, pointer), otherBody };
  });
  const responses = read('responses', () =>
    Object.entries(operation.responses).map(([status, response]) => responseOf(status, response, pointer)),
  );
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    body,
    otherBody,
    responses,
    ...(operation[PRODUCES] === undefined ? {} : { produces: operation[PRODUCES] }),
    security: read('security', () => (operation.security ?? []).map((alternative) => Object.keys(alternative))),
    isDraft: operation['x-draft'] === true,
  };
}

/**
 * Reads a member as OpenAPI describes it. Where it holds something else, such as null in place of an object, JavaScript
 * throws a TypeError at the first use; the cause keeps it, for a fault of ours.
 *
 * @throws UsageError that names the place
 */
function readAs<Value>(pointer: string, reading: () => Value): Value {
  try {
    return reading();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const why = 'it has a value of another type than OpenAPI says; correct it';
    throw new UsageError(`${pointer} cannot be read: ${why}`, { cause });
  }
}

/** Builds the model of a service from its document and the ledger. */
export function buildApi(
  service: ServiceName,
  document: OpenApiDocument,
  ledger: { readonly rules: readonly RuleEntry[]; readonly questions: readonly OpenQuestionEntry[] },
): ApiModel {
  return {
    service,
    document,
    operations: operationsOf(document),
    rules: ledger.rules.filter((rule) => rule.service === service),
    questions: ledger.questions.filter((question) => question.service === service || question.service === 'all'),
    declarations: declarationsOf(document),
  };
}

/** Operations by id, for each list of them: documents have thousands, which are looked up for each request. */
const byId = new WeakMap<readonly Operation[], ReadonlyMap<string, Operation>>();

/** The operation with an operationId; undefined where there is none. */
export function findOperation({ operations }: Pick<ApiModel, 'operations'>, id: string | null): Operation | undefined {
  if (id === null) return undefined;
  const known = byId.get(operations) ?? new Map(operations.toReversed().map((one) => [one.id, one]));
  byId.set(operations, known);
  return known.get(id);
}

/**
 * Finds an operation by its operationId.
 *
 * @throws when the document has no such operation.
 */
export function operationOf(api: ApiModel, id: string): Operation {
  const operation = findOperation(api, id);
  if (operation === undefined) throw new Error(`the document of ${api.service} has no operation ${id}`);
  return operation;
}

/** The answer that a document lists for a status: the exact one, else the range (`4XX`), else `default`. */
export function listedFor({ responses }: Operation, status: number): Response | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return names.flatMap((name) => responses.filter((response) => response.status === name))[0];
}

/**
 * Whether a status means that a request was accepted: a 2xx, or, where the document lists none, the status that it
 * lists instead.
 */
export function isTaken({ responses }: Operation, status: number): boolean {
  if (status >= 200 && status < 300) return true;
  const listed = responses.map((response) => response.status);
  if (listed.length === 0 || listed.some((one) => one.startsWith('2') || one === 'default')) return false;
  const means = (one: string) => one === String(status) || one === `${Math.floor(status / 100)}XX`;
  const redirects = listed.filter((one) => one.startsWith('3'));
  return redirects.length > 0 ? redirects.some(means) : listed.some(means);
}

/**
 * The documented response that an answer must match: that of its status, or, where a success is not listed, another
 * documented success.
 */
export function responseFor(operation: Operation, status: number): Response | undefined {
  const success = status >= 200 && status < 300;
  return (
    listedFor(operation, status) ??
    (success ? operation.responses.find((response) => response.status.startsWith('2')) : undefined)
  );
}

/** How a credential of the service is carried; undefined when the document does not describe it. */
export function securityScheme(api: ApiModel, name: string): SecuritySchemeObject | undefined {
  return api.document.components.securitySchemes?.[name];
}
