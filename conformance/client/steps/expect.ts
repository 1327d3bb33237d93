/** What steps expect in common. */
import { isObject } from '../../model/values/json.ts';
import { askedProblems } from '../judge/asked.ts';
import { difference } from '../judge/meaning.ts';
import type { Problem } from '../judge/problem.ts';
import type { AskInput, ErrorKind, Reply } from '../protocol.ts';
import type { Outcome } from './step.ts';

function replyText(reply: Reply): string {
  if (reply.kind === 'result') return 'a result';
  if (reply.kind === 'unsupported') return 'unsupported';
  const status = reply.status === null ? '' : ` ${reply.status}`;
  return `the error ${reply.error}${status}${reply.message === '' ? '' : ` (${reply.message.slice(0, 120)})`}`;
}

/** @param most absent: as many as `least` */
export function requestCount({ requests }: Outcome, least: number, most = least): readonly Problem[] {
  const count = requests.length;
  if (count >= least && count <= most) return [];
  const expected = least === most ? `${least}` : `${least} to ${most}`;
  return [{ expected: `${expected} ${most === 1 ? 'request' : 'requests'}`, actual: `${count}` }];
}

/** Every request carries the inputs of the step. */
export function carried({ requests }: Outcome, input: AskInput = {}): readonly Problem[] {
  return requests.flatMap((request) => askedProblems(input, request));
}

/** The client understood a value. */
export function understood({ reply }: Outcome, expected: unknown): readonly Problem[] {
  if (reply.kind !== 'result') return [{ expected: 'a result', actual: replyText(reply) }];
  const problem = difference(expected, reply.value, 'answer');
  return problem === null ? [] : [{ ...problem, expected: `in the result ${problem.expected}` }];
}

/** The service accepted the last request, and the client understood its answer. */
export function understoodAnswer(outcome: Outcome): readonly Problem[] {
  const answer = outcome.requests.at(-1)?.answer;
  if (answer === undefined || answer === null) return [];
  const { status, json } = answer;
  if (status >= 200 && status < 300) return understood(outcome, json);
  const why = isObject(json) && typeof json['msg'] === 'string' ? `: ${json['msg']}` : '';
  return [{ expected: 'a request that the service accepts', actual: `status ${status}${why}` }];
}

/** The client tells an error of a kind. */
export function failed({ reply }: Outcome, kind: ErrorKind, status?: number): readonly Problem[] {
  const same = reply.kind === 'error' && reply.error === kind && (status === undefined || reply.status === status);
  const expected = `the error ${kind}${status === undefined ? '' : ` ${status}`}`;
  return same ? [] : [{ expected, actual: replyText(reply) }];
}

/** The client tells an error of whatever kind. */
export function failedSomehow({ reply }: Outcome): readonly Problem[] {
  return reply.kind === 'error' ? [] : [{ expected: 'an error', actual: replyText(reply) }];
}
