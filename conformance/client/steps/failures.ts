/** What goes wrong: refusals, silence, broken answers; what may be repeated, and what may not. */
import { jsonReply } from '../../fault/proxy/reply.ts';
import type { CallAsk } from '../protocol.ts';
import { carried, failed, failedSomehow, requestCount, understoodAnswer } from './expect.ts';
import { always, firstly, notNow } from './faults.ts';
import type { Step } from './step.ts';

const READ = /^GET \/vault\/time$/;
const WRITE = /^POST \/comment\/comments$/;

/** More than this often nobody has to be asked. */
const OFTEN = 10;

const read: CallAsk = { do: 'call', service: 'vault', operation: 'readTime' };

const unknownFlip: CallAsk = {
  do: 'call',
  service: 'vault',
  operation: 'readFlip',
  input: { path: { flip: '00000000-0000-4000-8000-000000000000' } },
};

const write: CallAsk = {
  do: 'call',
  service: 'comment',
  operation: 'createComment',
  input: { header: { 'X-COMMENT-SITE-ID': 21, 'X-COMMENT-SITE-SLUG': 'posts/check' }, body: { content: 'Once.' } },
};

const page = { kind: 'reply', contentType: 'text/html', body: '<!doctype html><title>It works</title>' } as const;

export const failureSteps: readonly Step[] = [
  {
    id: 'failures.refused',
    title: 'Reports a refusal as an error with its status',
    source: null,
    prepare: async () => ({
      ask: unknownFlip,
      judge: (outcome) => [
        ...requestCount(outcome, 1),
        ...carried(outcome, unknownFlip.input),
        ...failed(outcome, 'refused', 404),
      ],
    }),
  },
  {
    id: 'failures.refused-body',
    title: 'Accepts any body of a refusal: the documents leave it open',
    source: 'document 2, Errors',
    prepare: async () => ({
      ask: read,
      fault: always(READ, { ...page, status: 400 }),
      judge: (outcome) => [...requestCount(outcome, 1), ...failed(outcome, 'refused', 400)],
    }),
  },
  {
    id: 'failures.not-json',
    title: 'Reports a response that is not JSON as an error',
    source: null,
    prepare: async () => ({ ask: read, fault: always(READ, { ...page, status: 200 }), judge: failedSomehow }),
  },
  {
    id: 'failures.cut',
    title: 'Reports a truncated response as an error',
    source: null,
    prepare: async () => ({
      ask: read,
      fault: always(READ, { kind: 'close' }),
      judge: (outcome) => [...requestCount(outcome, 1, OFTEN), ...failedSomehow(outcome)],
    }),
  },
  {
    id: 'failures.repeat-read',
    title: 'Repeats a GET after a 503, or reports the 503',
    source: null,
    prepare: async () => ({
      ask: read,
      fault: firstly(READ, [notNow]),
      judge: (outcome) => [
        ...requestCount(outcome, 1, 2),
        ...(outcome.requests.length === 1 ? failed(outcome, 'refused', 503) : understoodAnswer(outcome)),
      ],
    }),
  },
  {
    id: 'failures.repeat-ends',
    title: 'Gives up when the 503 persists',
    source: null,
    prepare: async () => ({
      ask: read,
      fault: always(READ, notNow),
      judge: (outcome) => [...requestCount(outcome, 1, OFTEN), ...failed(outcome, 'refused', 503)],
    }),
  },
  {
    id: 'failures.no-repeat-write',
    title: 'Sends a POST only once, even after a 503',
    source: null,
    prepare: async () => ({
      ask: write,
      fault: always(WRITE, notNow),
      judge: (outcome) => [...requestCount(outcome, 1), ...failed(outcome, 'refused', 503)],
    }),
  },
  {
    id: 'failures.no-repeat-cut',
    title: 'Sends a POST only once, even after a truncated response',
    source: null,
    prepare: async () => ({
      ask: write,
      fault: always(WRITE, { kind: 'close' }),
      judge: (outcome) => [...requestCount(outcome, 1), ...failedSomehow(outcome)],
    }),
  },
  {
    id: 'failures.timeout',
    title: 'Ends a call at its timeout',
    source: null,
    prepare: async () => ({
      ask: { ...read, timeout_ms: 100 },
      fault: always(READ, { kind: 'hang' }),
      judge: (outcome) => [...requestCount(outcome, 1, OFTEN), ...failed(outcome, 'timeout')],
    }),
  },
  {
    id: 'failures.abort',
    title: 'Ends a call that its caller aborts',
    source: null,
    prepare: async () => ({
      ask: { ...read, abort_after_ms: 100 },
      fault: always(READ, { kind: 'hang' }),
      judge: (outcome) => [...requestCount(outcome, 1), ...failed(outcome, 'aborted')],
    }),
  },
  {
    id: 'failures.recovers',
    title: 'Works normally after all of that',
    source: null,
    prepare: async () => ({
      ask: read,
      fault: firstly(READ, [jsonReply(200, { ts: 1, data: { iso: '2021-08-17T11:14:49Z', epoch: 1629198889 } })]),
      judge: (outcome) => [...requestCount(outcome, 1), ...understoodAnswer(outcome)],
    }),
  },
];
