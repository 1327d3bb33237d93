/** One request and its response, recorded in a run or passing through a proxy: the input of derived mutants. */

import type { ApiModel, Operation } from '../../model/document/api.ts';
import { pathInputs } from '../../model/document/requests.ts';
import type { Answer, Exchange } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { readBody } from '../../run/send/body.ts';

/** A response as it is sent. */
export interface WireAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: Buffer;
}

export interface Observation {
  readonly operation: Operation;
  /** The inputs as sent; the names of headers in small letters. */
  readonly input: Omit<Input, 'body'>;
  /** Text of the body; empty when none was sent. */
  readonly body: string;
  readonly status: number;
  /** The JSON of the response; undefined if it is not JSON. */
  readonly json: unknown;
  readonly text: string;
  readonly contentType: string | null;
}

const MOST_BYTES = 2 ** 26;

interface Sent {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A request of an operation with its answer. */
export function observedOf(operation: Operation, { url, headers, body }: Sent, answer: Answer): Observation {
  const { status, contentType } = answer;
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name.toLowerCase(), value]],
  );
  return {
    operation,
    input: {
      path: pathInputs(operation, url.pathname),
      query: Object.fromEntries(url.searchParams),
      headers: Object.fromEntries(named),
    },
    body,
    status,
    contentType,
    text: answer.body.text,
    json: answer.body.json.ok ? answer.body.json.value : undefined,
  };
}

/** The input from a recorded exchange; null if it has no response, or belongs to no operation. */
export function observedIn(
  { operations }: ApiModel,
  { call, url, headers, requestBody, outcome }: Exchange,
): Observation | null {
  if (call.kind !== 'http' || call.operation === null || outcome.kind !== 'answer') return null;
  const operation = operations.find(({ id }) => id === call.operation);
  if (operation === undefined) return null;
  return observedOf(operation, { url: new URL(url), headers, body: requestBody ?? '' }, outcome);
}

export function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 300;
}

/** The answer as the suite reads it. */
export function answerOf({ status, contentType, body }: WireAnswer): Answer {
  return { kind: 'answer', status, contentType, retryAfter: null, body: readBody(body, undefined, MOST_BYTES) };
}

/** The unchanged response. */
export function wireOf({
  status,
  contentType,
  text,
}: Pick<Observation, 'status' | 'contentType' | 'text'>): WireAnswer {
  return { status, contentType, body: Buffer.from(text) };
}
