/** Types that turn the operations of a document into handlers. */
import type { HandlerRequest } from './request.ts';

type Values<Parameters, Place extends string> = Parameters extends { [P in Place]: infer Given }
  ? Given
  : Parameters extends { [P in Place]?: infer Given }
    ? { [Name in keyof NonNullable<Given>]: NonNullable<Given>[Name] }
    : Record<never, never>;

/** The type of a body in a handler, by its media type: JSON and forms as the document types them, text, or bytes. */
type ContentOf<Content> = {
  [Type in keyof Content]: Type extends `${string}json`
    ? Content[Type]
    : Type extends 'application/x-www-form-urlencoded'
      ? Content[Type]
      : Type extends 'multipart/form-data'
        ? Parts<Content[Type]>
        : Type extends `text/${string}`
          ? string
          : Uint8Array;
}[keyof Content];

/** The parts of a multipart body: a part without a type, or with a binary one, is a file. */
type Parts<Content> = { [Name in keyof Content]: Part<Content[Name]> };
type Part<Content> = unknown extends Content ? File : Content extends readonly (infer Item)[] ? Part<Item>[] : Content;

/** The body of an operation; undefined when it takes none. */
type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? ContentOf<Content>
  : Operation extends { requestBody?: { content: infer Content } }
    ? ContentOf<Content> | undefined
    : undefined;

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : never;

/** The argument of an operation's handler: its inputs as the document types them, the caller, and the request. */
export type RequestOf<Operation, Caller> = Pick<HandlerRequest<Caller>, 'caller' | 'request' | 'signal'> & {
  readonly path: Values<ParametersOf<Operation>, 'path'>;
  readonly query: Values<ParametersOf<Operation>, 'query'>;
  readonly headers: Values<ParametersOf<Operation>, 'header'>;
  readonly cookies: Values<ParametersOf<Operation>, 'cookie'>;
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

/** The client errors that a document does not list individually. An unchanged union keeps its name in messages. */
type OtherClientError<Documented> = [Extract<ClientError, Documented>] extends [never]
  ? ClientError
  : Exclude<ClientError, Documented>;

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never;

/** Headers beyond the documented ones: text, or several values. */
type OtherHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The names that a document gives to headers, without the index signature for any other. */
type Named<Headers> = keyof { [Name in keyof Headers as string extends Name ? never : Name]: true };

/** The headers of an answer that the document requires; never when it requires none. */
type RequiredHeaders<Response> = Response extends { headers: infer Headers }
  ? Record<never, never> extends Pick<Headers, Named<Headers> & keyof Headers>
    ? never
    : Texts<Pick<Headers, Named<Headers> & keyof Headers>>
  : never;

/** Headers are written as text, whatever type the document gives them. */
type Texts<Headers> = { readonly [Name in keyof Headers]: string };

/** An answer with a body. The compiler writes the name of an interface, and so that of the body, in its messages. */
export interface Answer<Status, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers?: OtherHeaders;
}

/** An answer with a client error that is documented as `4XX`. */
export interface ClientErrorAnswer<Body, Documented> {
  readonly status: OtherClientError<Documented>;
  readonly body: Body;
  readonly headers?: OtherHeaders;
}

/** An answer without a body. */
export interface EmptyAnswer<Status> {
  readonly status: Status;
  readonly body?: undefined;
  readonly headers?: OtherHeaders;
}

type WithHeaders<Result, Headers> = [Headers] extends [never]
  ? Result
  : Result & { readonly headers: OtherHeaders & Headers };

type AnswerOf<Key, Response, Documented> = WithHeaders<
  Response extends { content: infer Content }
    ? Key extends '4XX'
      ? ClientErrorAnswer<ContentOf<Content>, Documented>
      : Answer<StatusOf<Key, Documented>, ContentOf<Content>>
    : EmptyAnswer<StatusOf<Key, Documented>>,
  RequiredHeaders<Response>
>;

type StatusOf<Key, Documented> = Key extends '4XX'
  ? OtherClientError<Documented>
  : Key extends 'default'
    ? number
    : Key;

/** The possible answers of an operation's handler: one of the documented statuses, with its body. */
export type ResultOf<Operation> = AnswersOf<ResponsesOf<Operation>>[keyof ResponsesOf<Operation>];

/** The answers by documented status. */
type AnswersOf<Responses> = {
  [Key in keyof Responses]: AnswerOf<Key, Responses[Key], keyof Responses>;
};

/** The handler of one operation. Written without `ResultOf`, which messages would name in place of the answers. */
export type HandlerOf<Operation, Caller> = (
  request: RequestOf<Operation, Caller>,
) =>
  | AnswersOf<ResponsesOf<Operation>>[keyof ResponsesOf<Operation>]
  | Promise<AnswersOf<ResponsesOf<Operation>>[keyof ResponsesOf<Operation>]>;
