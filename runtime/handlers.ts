/** Types that turn the operations of a document into handlers. */
import type { HandlerRequest } from './endpoint.ts';

type Values<Parameters, Place extends string> = Parameters extends { [P in Place]: infer Given }
  ? Given
  : Parameters extends { [P in Place]?: infer Given }
    ? { [Name in keyof NonNullable<Given>]: NonNullable<Given>[Name] }
    : Record<never, never>;

/** The JSON body of an operation; undefined when it takes none. */
type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? Body | undefined
    : undefined;

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : never;

/** What the handler of an operation is given: path, query, headers and body as the document types them, and the caller. */
export type RequestOf<Operation, Caller> = Pick<HandlerRequest<Caller>, 'caller' | 'signal'> & {
  readonly path: Values<ParametersOf<Operation>, 'path'>;
  readonly query: Values<ParametersOf<Operation>, 'query'>;
  readonly headers: Values<ParametersOf<Operation>, 'header'>;
  readonly body: BodyOf<Operation>;
};

/** Client errors that a document may cover by `4XX`. */
type ClientError =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 410
  | 411
  | 412
  | 413
  | 414
  | 415
  | 416
  | 417
  | 422
  | 423
  | 425
  | 426
  | 428
  | 429
  | 431;

type StatusOf<Key, Keys> = Key extends '4XX' ? Exclude<ClientError, Keys> : Key;

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never;

/** What the handler of an operation may answer: one of the documented statuses, with its body. */
export type ResultOf<Operation> = {
  [Key in keyof ResponsesOf<Operation>]: {
    readonly status: StatusOf<Key, keyof ResponsesOf<Operation>>;
    readonly body: ResponsesOf<Operation>[Key] extends { content: { 'application/json': infer Body } }
      ? Body
      : undefined;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof ResponsesOf<Operation>];

/** The handler of one operation. */
export type HandlerOf<Operation, Caller> = (
  request: RequestOf<Operation, Caller>,
) => ResultOf<Operation> | Promise<ResultOf<Operation>>;
