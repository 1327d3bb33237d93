/** The common interface of both validation engines, so that no other code depends on the one in use. */
import type { Input, Requested, Texts } from '../input.ts';
import type { Operation } from '../operation.ts';

/** Why an input or an answer does not conform to the document. */
export interface Problem {
  /** JSON pointer into `{path, query, headers, cookies, body}`, or into the body of an answer; or `the header <name>`. */
  readonly pointer: string;
  readonly message: string;
  /** The status for rejecting the request; 400 by default. */
  readonly status?: number;
}

/** The headers of a request, by name in lower case. */
export type HeadersAsSent = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request as an engine sees it. */
export interface CheckedRequest {
  /** The request as received. */
  readonly requested: Requested & { headers(): HeadersAsSent };
  /** The parameters in its path, decoded. */
  readonly path: Texts;
  /** The parsed inputs. */
  readonly input: Input;
}

/** Validates requests and answers of one operation against the document. */
export interface Judge {
  /** @returns the first problem, or undefined when the request is valid */
  request(request: CheckedRequest): Problem | undefined | Promise<Problem | undefined>;
  /**
   * Validates the answer to a request that was validated before.
   * @param documented the documented status that covers its own
   * @returns the first problem, or undefined when it is valid
   */
  response(request: CheckedRequest, status: number, documented: string, body: unknown): Problem | undefined;
}

/** Makes the validators of one service. */
export type Engine = (operation: Operation) => Judge;

/** The name of an engine, as users write it. */
export type EngineName = 'compiled' | 'express-openapi-validator';

/** The documented status that covers `status`: itself, its range, `default`, or none. */
export function documentedStatus(operation: Operation, status: number): string | undefined {
  const exact = String(status);
  if (operation.statuses.includes(exact)) return exact;
  const range = `${exact.charAt(0)}XX`;
  if (operation.statuses.includes(range)) return range;
  return operation.statuses.includes('default') ? 'default' : undefined;
}
