/** The model of a service's HTTP interface, built from its OpenAPI document. */
import { type Declaration, declarationsOf } from './behaviour.ts';
import {
  exampleOf,
  examplesOf,
  type MediaType,
  methods,
  type OpenApiDocument,
  type OperationObject,
  type ParameterObject,
  type Schema,
  type SecuritySchemeObject,
} from './document.ts';
import type { OpenQuestionEntry, RuleEntry } from './ledger.ts';
import { within } from './pointer.ts';
import type { ServiceName } from './services.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  /** JSON pointer of the schema inside the document. */
  readonly schemaPointer: string;
  /** From the document; undefined when it has none. */
  readonly example: unknown;
  /** `?name=` is allowed by the document. */
  readonly allowEmptyValue: boolean;
}

export interface Body {
  readonly required: boolean;
  readonly schema: Schema;
  /** JSON pointer of the schema inside the document. */
  readonly schemaPointer: string;
  readonly example: unknown;
  /** All that the document has; none where it has no example. */
  readonly examples: readonly unknown[];
}

/** One documented answer of an operation. */
export interface Response {
  /** `200`, `404`, `4XX` */
  readonly status: string;
  readonly mediaType: string | null;
  /** JSON pointer of the schema inside the document; null when the answer has no body. */
  readonly schemaPointer: string | null;
  readonly schema: Schema | null;
}

export interface Operation {
  /** The operationId. */
  readonly id: string;
  /** In capitals, as sent. */
  readonly method: string;
  /** Path template, relative to the base address. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  readonly responses: readonly Response[];
  /** Alternatives; each is a list of security schemes that are needed together. */
  readonly security: readonly (readonly string[])[];
}

/** What the suite knows of a service before it sends anything. */
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
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required ?? false,
    schema: parameter.schema,
    schemaPointer,
    example: exampleOf(document, parameter),
    allowEmptyValue: parameter.allowEmptyValue ?? false,
  };
}

function bodyOf(document: OpenApiDocument, operation: OperationObject, pointer: string): Body | null {
  const media = operation.requestBody?.content[JSON_TYPE];
  if (media === undefined) return null;
  return {
    required: operation.requestBody?.required ?? false,
    schema: media.schema,
    schemaPointer: `${pointer}${pointerOf('requestBody', 'content', JSON_TYPE, 'schema')}`,
    example: exampleOf(document, media),
    examples: examplesOf(media),
  };
}

function responseOf(status: string, content: Readonly<Record<string, MediaType>>, pointer: string): Response {
  const [entry] = Object.entries(content);
  if (entry === undefined) return { status, mediaType: null, schemaPointer: null, schema: null };
  const [mediaType, { schema }] = entry;
  const schemaPointer = `${pointer}${pointerOf('responses', status, 'content', mediaType, 'schema')}`;
  return { status, mediaType, schemaPointer, schema };
}

function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const pointer = pointerOf('paths', path, method);
      return [
        {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          parameters: (operation.parameters ?? []).map((parameter, index) =>
            parameterOf(document, parameter, `${pointer}${pointerOf('parameters', index, 'schema')}`),
          ),
          body: bodyOf(document, operation, pointer),
          responses: Object.entries(operation.responses).map(([status, response]) =>
            responseOf(status, response.content ?? {}, pointer),
          ),
          security: (operation.security ?? []).map((alternative) => Object.keys(alternative)),
        },
      ];
    }),
  );
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
    questions: ledger.questions.filter((question) => question.service === service),
    declarations: declarationsOf(document),
  };
}

/**
 * Finds an operation by its operationId.
 *
 * @throws when the document has no such operation.
 */
export function operationOf(api: ApiModel, id: string): Operation {
  const operation = api.operations.find((candidate) => candidate.id === id);
  if (operation === undefined) throw new Error(`the document of ${api.service} has no operation ${id}`);
  return operation;
}

/** The documented answer that covers a status: the exact one, else the range (`4XX`), else `default`. */
export function responseFor(operation: Operation, status: number): Response | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return names.flatMap((name) => operation.responses.filter((response) => response.status === name))[0];
}

/** How a credential of the service is carried; undefined when the document does not describe it. */
export function securityScheme(api: ApiModel, name: string): SecuritySchemeObject | undefined {
  return api.document.components.securitySchemes?.[name];
}
