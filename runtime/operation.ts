/** What the generated tables say of an operation. */

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  /** How its text is read. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean';
  /** Used when the parameter is absent. */
  readonly default?: string | number | boolean;
  /** `?name=` is valid. */
  readonly allowEmptyValue?: boolean;
  /** A number above this counts as this. */
  readonly clamp?: number;
  /** A time: its `+` offset may come unencoded. */
  readonly time?: boolean;
}

export interface Operation {
  /** The operationId. */
  readonly id: string;
  readonly method: 'get' | 'put' | 'post' | 'delete' | 'patch';
  /** Path template, relative to the base address, as in the document. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** The JSON body; absent when the operation takes none. */
  readonly body?: { readonly required: boolean };
  /** Alternatives; each is a list of security schemes that are needed together. An empty list: no credential. */
  readonly security: readonly (readonly string[])[];
  /** Documented statuses: `200`, `404`, `4XX`. */
  readonly statuses: readonly string[];
  readonly deprecated?: boolean;
  readonly draft?: boolean;
}

/** Where a credential is carried. */
export type SecurityScheme =
  | { readonly type: 'bearer' }
  | { readonly type: 'apiKey'; readonly in: 'header'; readonly name: string };

/** Everything that was generated for one service and that mounting it needs. */
export interface Service {
  readonly name: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  readonly validators: Readonly<Record<string, OperationValidators>>;
  /** Loads the OpenAPI document; only the express-openapi-validator engine needs it. */
  readonly document: () => object;
}

/** A validator compiled from the document: true when the data is valid, else its `errors` say why. */
export interface CompiledValidator {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly message?: string; readonly params?: object }[] | null;
}

export interface OperationValidators {
  /** Judges `{path, query, headers, body}`; absent when the operation takes no input. */
  readonly request?: CompiledValidator;
  /** By documented status. */
  readonly responses: Readonly<Record<string, CompiledValidator>>;
}
