/** The types of the generated operation tables. */
import type { Shapes } from './shape.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  /** How its text is parsed. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  /** Used when the parameter is absent. */
  readonly default?: string | number | boolean;
  /** `?name=` is valid. */
  readonly allowEmptyValue?: boolean;
  /** The largest value: a larger number is reduced to it. */
  readonly clamp?: number;
  /** A time: the `+` of its offset may arrive unencoded. */
  readonly time?: boolean;
  /** An integer beyond the exact range of a number is reduced to the last exact one; set for a limit, not for an id. */
  readonly saturates?: boolean;
  /** The parameter is an array with items of `type`: one value per repetition, or separated by this. */
  readonly list?: 'repeated' | ',' | ' ' | '|';
}

/** The body that an operation takes. */
export interface BodyShape {
  readonly required: boolean;
  /** Its media types; absent where it is `application/json` alone. */
  readonly types?: readonly string[];
  /** The fields of a form that are not text. */
  readonly fields?: readonly FieldShape[];
}

/** A field of a form, or a part of a multipart body. */
export interface FieldShape {
  readonly name: string;
  readonly type: Parameter['type'] | 'file' | 'json';
  /** Whether the field may be given several times. */
  readonly isList?: boolean;
}

/** The content of an answer with a documented status. */
export interface AnswerShape {
  /** Media types; none when there is no body. */
  readonly types: readonly string[];
  readonly headers?: readonly HeaderShape[];
}

export interface HeaderShape {
  readonly name: string;
  readonly required: boolean;
  readonly type: Parameter['type'];
}

export interface Operation {
  /** The operationId. */
  readonly id: string;
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  /** Path template, relative to the base address, as in the document. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** The body; absent when the operation takes none. */
  readonly body?: BodyShape;
  /** Alternatives; each is a list of security schemes that are needed together. An empty list: no credential. */
  readonly security: readonly (readonly string[])[];
  /** Documented statuses: `200`, `404`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  /** The answers by documented status, except those that are `application/json` without documented headers. */
  readonly answers?: Readonly<Record<string, AnswerShape>>;
  readonly deprecated?: boolean;
  readonly draft?: boolean;
}

/** The place of a credential in a request. */
export type SecurityScheme =
  | { readonly type: 'bearer' }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string };

/** Everything that is generated for one service and that mounting it needs. */
export interface Service {
  readonly name: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly validators: Readonly<Record<string, OperationValidators>>;
  /** The members of its answers; without it, all members count as documented. */
  readonly shapes?: Shapes;
  /** Loads the OpenAPI document; only the express-openapi-validator engine needs it. */
  readonly document: () => object;
}

/** A validator compiled from the document: true when the data is valid, otherwise its `errors` give the reasons. */
export interface CompiledValidator {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string; readonly params?: object }[] | null;
}

export interface OperationValidators {
  /** Validates `{path, query, headers, body}`; absent when the operation takes no input. */
  readonly request?: CompiledValidator;
  /** Validate the bodies of answers, by documented status. */
  readonly responses: Readonly<Record<string, CompiledValidator>>;
  /** Validate the headers of an answer, parsed by their types; by documented status. */
  readonly headers?: Readonly<Record<string, CompiledValidator>>;
}
