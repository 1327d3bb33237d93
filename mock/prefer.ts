/** What a request prefers to be answered (RFC 7240), beyond what Prism makes of it. */
import { type IHttpOperationConfig, ProblemJsonError } from '@stoplight/prism-http';
import type { IHttpOperation, IHttpOperationResponse } from '@stoplight/types';

/** How an operation is to be answered. */
export interface AnswerConfig extends IHttpOperationConfig {
  /** Whether the request leaves it to the mock. */
  readonly plain?: boolean;
}

interface Named {
  readonly name: string;
  readonly status: number;
}

/**
 * Finds the status of an example that is asked for by its name alone; Prism looks among the successful answers only,
 * and fails at a name that it does not find beside a status.
 *
 * @returns the settings with the status, or what to tell the client
 */
export function withStatusOfExample(operation: IHttpOperation, config: AnswerConfig): AnswerConfig | ProblemJsonError {
  const { exampleKey, code } = config;
  if (exampleKey === undefined) return config;
  const examples = operation.responses.flatMap(namedExamples);
  const asked = examples.filter(({ name }) => name === exampleKey);
  const found =
    asked.find(({ status }) => code === undefined || status === code) ?? asked.find(isOfRange(operation, code));
  if (found !== undefined) return { ...config, code: code ?? found.status };
  const known = examples.map(({ name, status }) => `${name} (${status})`).join(', ') || 'none';
  const detail = `${code === undefined ? 'there' : `of the status ${code} there`} is no example ${exampleKey}; the examples of ${operation.iid} are: ${known}`;
  return ProblemJsonError.fromTemplate({ type: 'UNKNOWN_EXAMPLE', title: 'No such example', status: 404 }, detail);
}

/** An example of `4XX` may be asked for with any status of that range that has no answer of its own. */
function isOfRange({ responses }: IHttpOperation, code: number | undefined): (named: Named) => boolean {
  const isSpelledOut = responses.some((response) => response.code === String(code));
  return ({ name }) =>
    !isSpelledOut &&
    code !== undefined &&
    responses.some((response) => response.code === rangeOf(code) && keysOf(response).includes(name));
}

function rangeOf(status: number): string {
  return `${String(status).charAt(0)}XX`;
}

function namedExamples(response: IHttpOperationResponse): Named[] {
  return (response.contents ?? []).flatMap(({ examples = [] }) =>
    examples.map((example) => ({
      name: example.key,
      status: statusOf(response.code, 'value' in example ? example.value : undefined),
    })),
  );
}

function keysOf(response: IHttpOperationResponse): string[] {
  return namedExamples(response).map(({ name }) => name);
}

/** The status of a response; of a range, the one that the example carries as its `code`. */
function statusOf(code: string, example: unknown): number {
  if (!code.endsWith('XX')) return Number(code);
  const carried =
    typeof example === 'object' && example !== null && 'code' in example ? Number(example.code) : Number.NaN;
  return rangeOf(carried) === code && Number.isInteger(carried) ? carried : Number(code.replace('XX', '00'));
}
