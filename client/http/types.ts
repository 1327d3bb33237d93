/** The types of a client, derived from the paths of a document: wrong names and wrong values do not compile. */
import type { CallOptions } from './options.ts';

/** The methods that the documents use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Known<Member> = [Exclude<Member, undefined>] extends [never] ? never : Member;

type Given<Parts> = { [Name in keyof Parts as Known<Parts[Name]> extends never ? never : Name]: Parts[Name] };

/** `{query, path, header}`, those that the operation has. */
type Params<Operation> = Operation extends { parameters: infer Parts } ? Given<Parts> : unknown;

/** Required only when one of its members is. */
type ParamsMember<Operation> =
  Partial<Params<Operation>> extends Params<Operation>
    ? { readonly params?: Params<Operation> }
    : { readonly params: Params<Operation> };

type JsonOf<Content> = Content extends { content: { 'application/json': infer Body } } ? Body : undefined;

type BodyMember<Operation> = Operation extends { requestBody: infer Content }
  ? { readonly body: JsonOf<Content> }
  : Operation extends { requestBody?: infer Content }
    ? [Exclude<Content, undefined>] extends [never]
      ? unknown
      : { readonly body?: JsonOf<Exclude<Content, undefined>> }
    : unknown;

/** The arguments of a call of an operation. */
export type CallInit<Operation> = ParamsMember<Operation> & BodyMember<Operation> & CallOptions;

/** No argument is needed when all of its members are optional. */
export type CallArguments<Operation> =
  Partial<CallInit<Operation>> extends CallInit<Operation> ? [init?: CallInit<Operation>] : [init: CallInit<Operation>];

type Responses<Operation> = Operation extends { responses: infer All } ? All : never;

type Success = 200 | 201 | 202 | 203 | 204 | '2XX';

/** The documented body of a success. */
export type Data<Operation> = JsonOf<Responses<Operation>[Extract<keyof Responses<Operation>, Success>]>;

/** The documented body of a refusal. */
export type Failure<Operation> = JsonOf<Responses<Operation>[Exclude<keyof Responses<Operation>, Success>]>;

/** The result of a call: `data` of a success, or `error` of a refusal. */
export type Answer<Data, Failure> =
  | { readonly data: Data; readonly error?: undefined; readonly response: Response }
  | { readonly data?: undefined; readonly error: Failure; readonly response: Response };

/** The operation at a path. */
export type OperationAt<Paths, Path extends keyof Paths, Verb extends Method> =
  Paths[Path] extends Record<Lowercase<Verb>, infer Operation> ? Operation : never;

/** The paths that have a method. */
export type PathsWith<Paths, Verb extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends Record<Lowercase<Verb>, { responses: unknown }> ? Path : never;
}[keyof Paths];

type Call<Paths, Verb extends Method> = <Path extends PathsWith<Paths, Verb>>(
  path: Path,
  ...init: CallArguments<OperationAt<Paths, Path, Verb>>
) => Promise<Answer<Data<OperationAt<Paths, Path, Verb>>, Failure<OperationAt<Paths, Path, Verb>>>>;

/** Exists only in types: distinguishes the client of one service from that of another. */
declare const service: unique symbol;

/**
 * A client of a service: one function per method, which takes a path of the document. An answer with a documented
 * refusal is `error`; when there is no answer (`CallError`), it is thrown.
 */
export type ServiceClient<Paths> = {
  readonly [Verb in Method as [PathsWith<Paths, Verb>] extends [never] ? never : Verb]: Call<Paths, Verb>;
} & { readonly [service]?: Paths };
