/** The types of the contract's operations and their answers. */
import type { schema as Assistant } from '@wallet-services/contract/assistant';
import type { schema as Comment } from '@wallet-services/contract/comment';
import type { schema as Lending } from '@wallet-services/contract/lending';
import type { schema as Swap } from '@wallet-services/contract/swap';
import type { schema as Vault } from '@wallet-services/contract/vault';

/** The operations of each service, by their operationIds. */
interface Operations {
  readonly assistant: Assistant;
  readonly comment: Comment;
  readonly lending: Lending;
  readonly swap: Swap;
  readonly vault: Vault;
}

type NameIn<Service extends keyof Operations> = keyof Operations[Service] & string;

/** The name of an operation: `listFlips`, or `vault.listFlips`. Any text for your own service. */
export type OperationName<Service extends string> = Service extends keyof Operations
  ? NameIn<Service> | `${Service}.${NameIn<Service>}`
  : string;

/** The documented responses of an operation, by status. */
type ResponsesOf<Name extends string, Service extends keyof Operations = keyof Operations> = Service extends unknown
  ? Name extends NameIn<Service> | `${Service}.${NameIn<Service>}`
    ? Name extends `${Service}.${infer Own}`
      ? ResponsesIn<Service, Own>
      : ResponsesIn<Service, Name>
    : never
  : never;

type ResponsesIn<Service extends keyof Operations, Name> = Name extends keyof Operations[Service]
  ? Operations[Service][Name] extends { responses: infer Responses }
    ? Responses
    : never
  : never;

type BodyOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined;

type Refusing =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415 | 416 | 417 | 418)
  | (421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451);
type Failing = 500 | 501 | 502 | 503 | 504 | 505 | 507 | 508 | 511;
type Elsewhere = 300 | 301 | 302 | 303 | 304 | 307 | 308;

/** The optional parts of an answer. */
interface Further {
  /** Name by which the header `Prefer` selects it. */
  readonly name?: string;
  /** A list is sent as several headers. */
  readonly headers?: Readonly<Record<string, string | number | readonly string[]>>;
}

type With<Status, Body> = Status extends 200
  ? Further & { readonly status?: Status; readonly body: Body }
  : Further & { readonly status: Status; readonly body?: Body };

type Documented<Responses> = {
  [Status in keyof Responses]: Status extends number
    ? With<Status, BodyOf<Responses[Status]>>
    : Status extends '4XX'
      ? With<Exclude<Refusing, keyof Responses>, BodyOf<Responses[Status]>>
      : never;
}[keyof Responses];

/** An answer of any kind, when no type describes the documented ones. */
export interface AnyAnswer extends Further {
  readonly status?: number;
  readonly body?: unknown;
}

/**
 * An answer to an operation: documented statuses with their bodies, and statuses of gateways and redirects with any
 * body.
 */
export type AnswerTo<Name extends string> = [ResponsesOf<Name>] extends [never]
  ? AnyAnswer
  : ResponsesOf<Name> extends infer Responses
    ? Responses extends unknown
      ? Documented<Responses> | With<Exclude<Failing | Elsewhere, keyof Responses>, unknown>
      : never
    : never;
