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

type StatusOf<Key, Keys> = Key extends '4XX' ? Exclude<ClientError, Keys> : Key extends 'default' ? number : Key;

type ResponsesOf<Operation> = Operation extends { responses: infer Responses } ? Responses : never;

/** Headers beyond the documented ones: text, or several values. */
type OtherHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The names that a document gives to headers, without the index signature for any other. */
type Named<Headers> = keyof { [Name in keyof Headers as string extends Name ? never : Name]: true };

/** The headers of an answer: those that the document requires are required. */
type HeadersOf<Response> = Response extends { headers: infer Headers }
  ? [Named<Headers>] extends [never]
    ? { readonly headers?: OtherHeaders }
    : Record<never, never> extends Pick<Headers, Named<Headers> & keyof Headers>
      ? { readonly headers?: OtherHeaders }
      : { readonly headers: OtherHeaders & Texts<Pick<Headers, Named<Headers> & keyof Headers>> }
  : { readonly headers?: OtherHeaders };

/** Headers are written as text, whatever type the document gives them. */
type Texts<Headers> = { readonly [Name in keyof Headers]: string };

/** The possible answers of an operation's handler: one of the documented statuses, with its body. */
export type ResultOf<Operation> = {
  [Key in keyof ResponsesOf<Operation>]: {
    readonly status: StatusOf<Key, keyof ResponsesOf<Operation>>;
  } & (ResponsesOf<Operation>[Key] extends { content: infer Content }
    ? { readonly body: ContentOf<Content> }
    : { readonly body?: undefined }) &
    HeadersOf<ResponsesOf<Operation>[Key]>;
}[keyof ResponsesOf<Operation>];

/** The handler of one operation. */
export type HandlerOf<Operation, Caller> = (
  request: RequestOf<Operation, Caller>,
) => ResultOf<Operation> | Promise<ResultOf<Operation>>;
