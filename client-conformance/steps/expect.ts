/** The expectations that steps share. */
import { isObject } from '@wallet-services/conformance/testing/clients';
import { difference } from '../judge/meaning.ts';
import { requestProblems } from '../judge/uninvited.ts';
import type { CommandInput, ErrorKind, Reply } from '../protocol.ts';
import type { Expectation } from './step.ts';

/** A description of a reply. */
export function replyText(reply: Reply): string {
  if (reply.kind === 'result') return 'a result';
  if (reply.kind === 'unsupported') return 'unsupported';
  const status = reply.status === null ? '' : ` ${reply.status}`;
  return `the error ${reply.error}${status}${reply.message === '' ? '' : ` (${reply.message.slice(0, 120)})`}`;
}

/** The number of requests. @param most absent: the same as `least` */
export function requestCount(least: number, most = least): Expectation {
  const expected = least === most ? `${least}` : `${least} to ${most}`;
  return ({ requests: { length } }) =>
    length >= least && length <= most
      ? []
      : [{ expected: `${expected} ${most === 1 ? 'request' : 'requests'}`, actual: `${length}` }];
}

/** Every request carries the inputs of the step. */
export function carried(input: CommandInput = {}): Expectation {
  return ({ requests }) => requests.flatMap((request) => requestProblems(input, request));
}

/** The client read a value correctly. */
export function understood(expected: unknown): Expectation {
  return ({ reply }) => {
    if (reply.kind !== 'result') return [{ expected: 'a result', actual: replyText(reply) }];
    const problem = difference(expected, reply.value, 'answer');
    return problem === null ? [] : [{ ...problem, expected: `in the result ${problem.expected}` }];
  };
}

/** The service accepted the last request, and the client read its answer correctly. */
export const understoodAnswer: Expectation = (outcome) => {
  const answer = outcome.requests.at(-1)?.answer;
  if (answer === undefined || answer === null) return [];
  const { status, json } = answer;
  if (status >= 200 && status < 300) return understood(json)(outcome);
  const why = isObject(json) && typeof json['msg'] === 'string' ? `: ${json['msg']}` : '';
  return [{ expected: 'a request that the service accepts', actual: `status ${status}${why}` }];
};

/** The client reports an error of a kind. */
export function failed(kind: ErrorKind, status?: number): Expectation {
  const expected = `the error ${kind}${status === undefined ? '' : ` ${status}`}`;
  return ({ reply }) => {
    const same = reply.kind === 'error' && reply.error === kind && (status === undefined || reply.status === status);
    return same ? [] : [{ expected, actual: replyText(reply) }];
  };
}

/** The client reports an error of any kind. */
export const failedSomehow: Expectation = ({ reply }) =>
  reply.kind === 'error' ? [] : [{ expected: 'an error', actual: replyText(reply) }];
