/** Sends errors in the form of RFC 9457. */
import type { ServerResponse } from 'node:http';

/** A problem; further members give details. */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly [member: string]: unknown;
}

/** Ends a response with a problem. */
export function sendProblem(response: ServerResponse, problem: Problem): void {
  response.setHeader('Content-Type', 'application/problem+json');
  response.writeHead(problem.status).end(JSON.stringify(problem));
}
