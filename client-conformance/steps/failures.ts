/** Failures: refusals, silence, broken answers; which calls may be repeated, and which may not. */
import { jsonReply } from '@wallet-services/conformance/testing/clients';
import type { CallCommand } from '../protocol.ts';
import { carried, failed, failedSomehow, requestCount, understoodAnswer } from './expect.ts';
import { always, firstly, notNow } from './faults.ts';
import { plainStep, type Step } from './step.ts';

const READ = /^GET \/vault\/time$/;
const WRITE = /^POST \/comment\/comments$/;

/** Number of requests that no client needs to exceed. */
const OFTEN = 10;

/** Milliseconds after which a call ends: the request must have arrived before, on a busy machine too. */
const SOON = 1_500;

const read: CallCommand = { do: 'call', service: 'vault', operation: 'readTime' };

const unknownFlip: CallCommand = {
  do: 'call',
  service: 'vault',
  operation: 'readFlip',
  input: { path: { flip: '00000000-0000-4000-8000-000000000000' } },
};

const write: CallCommand = {
  do: 'call',
  service: 'comment',
  operation: 'createComment',
  input: { header: { 'X-COMMENT-SITE-ID': 21, 'X-COMMENT-SITE-SLUG': 'posts/check' }, body: { content: 'Once.' } },
};

const page = { kind: 'reply', contentType: 'text/html', body: '<!doctype html><title>It works</title>' } as const;

export const failureSteps: readonly Step[] = [
  plainStep('failures.refused', 'Reports a refusal as an error with its status', {
    command: unknownFlip,
    expect: [requestCount(1), carried(unknownFlip.input), failed('refused', 404)],
  }),
  plainStep('failures.refused-body', 'Accepts any body of a refusal: the documents leave it open', {
    source: 'document 2, Errors',
    command: read,
    fault: () => always(READ, { ...page, status: 400 }),
    expect: [requestCount(1), failed('refused', 400)],
  }),
  plainStep('failures.not-json', 'Reports a response that is not JSON as an error', {
    command: read,
    fault: () => always(READ, { ...page, status: 200 }),
    expect: [failedSomehow],
  }),
  plainStep('failures.cut', 'Reports a truncated response as an error', {
    command: read,
    fault: () => always(READ, { kind: 'close' }),
    expect: [requestCount(1, OFTEN), failedSomehow],
  }),
  plainStep('failures.repeat-read', 'Repeats a GET after a 503, or reports the 503', {
    command: read,
    fault: () => firstly(READ, [notNow]),
    expect: [
      requestCount(1, 2),
      (outcome) => (outcome.requests.length === 1 ? failed('refused', 503) : understoodAnswer)(outcome),
    ],
  }),
  plainStep('failures.repeat-ends', 'Gives up when the 503 persists', {
    command: read,
    fault: () => always(READ, notNow),
    expect: [requestCount(1, OFTEN), failed('refused', 503)],
  }),
  plainStep('failures.no-repeat-write', 'Sends a POST only once, even after a 503', {
    command: write,
    fault: () => always(WRITE, notNow),
    expect: [requestCount(1), failed('refused', 503)],
  }),
  plainStep('failures.no-repeat-cut', 'Sends a POST only once, even after a truncated response', {
    command: write,
    fault: () => always(WRITE, { kind: 'close' }),
    expect: [requestCount(1), failedSomehow],
  }),
  plainStep('failures.timeout', 'Ends a call at its timeout', {
    command: { ...read, timeout_ms: SOON },
    fault: () => always(READ, { kind: 'hang' }),
    expect: [requestCount(1, OFTEN), failed('timeout')],
  }),
  plainStep('failures.abort', 'Ends a call that its caller aborts', {
    command: { ...read, abort_after_ms: SOON },
    fault: () => always(READ, { kind: 'hang' }),
    expect: [requestCount(1), failed('aborted')],
  }),
  plainStep('failures.recovers', 'Works normally after all of that', {
    command: read,
    fault: () => firstly(READ, [jsonReply(200, { ts: 1, data: { iso: '2021-08-17T11:14:49Z', epoch: 1629198889 } })]),
    expect: [requestCount(1), understoodAnswer],
  }),
];
