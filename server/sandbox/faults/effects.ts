/** Effects of a fault on the requests that it applies to. */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConnectionFault, FaultRequest } from '@wallet-services/contract/sandbox';
import { type Fault, jsonOf, jsonReply, type Reply, type WholeReply } from '@wallet-services/kit/exchange';
import { Refusal } from '@wallet-services/runtime/refusal';
import { rpcCode } from '../../rpc/codes.ts';
import { requestedFor } from '../operations.ts';
import { durationMs } from '../values.ts';
import { shownAnswer } from './examples.ts';
import { loadCatalogue, loadSuite, type WrongValue } from './suite.ts';

/** Longest delay and longest dribble, in milliseconds. */
const LONGEST = 600_000;

const isSuccess = (reply: Reply): reply is WholeReply =>
  reply.kind === 'reply' && reply.status >= 200 && reply.status <= 299;

/** The body of an error status for which the document has no example. */
function problem(status: number, isRpc: boolean): unknown {
  const text = 'switched on in the sandbox';
  return isRpc ? { code: rpcCode(status), message: text, msg: text } : { code: status, msg: text };
}

async function answering({ status, example, body, headers }: FaultRequest): Promise<Fault> {
  return async ({ method, path }) => {
    const requested = requestedFor(method, path);
    if (body !== undefined) return jsonReply(status ?? 200, body, headers);
    const shown =
      requested?.operation === undefined || requested.isRpc
        ? undefined
        : await shownAnswer(requested.service, requested.operation, { status, example });
    const given = status ?? shown?.status ?? 200;
    return jsonReply(given, shown?.body ?? problem(given, requested?.isRpc ?? false), headers);
  };
}

const connections: Readonly<Record<ConnectionFault, Fault>> = {
  drop: () => ({ kind: 'drop' }),
  lost: async (request, next) => {
    await next(request);
    return { kind: 'drop' };
  },
  cut: async (request, next) => {
    const reply = await next(request);
    return reply.kind === 'reply' ? { kind: 'cut', of: reply } : reply;
  },
  hang: () => ({ kind: 'hang' }),
  endless: () => ({ kind: 'endless' }),
  garbage: () => ({ kind: 'garbage' }),
};

/** Number of kept answers. Requests beyond it are answered as usual. */
const MOST_STALE = 500;

function stale(): Fault {
  const first = new Map<string, Reply>();
  return async (request, next) => {
    const { method, path, query, body } = request;
    const key = `${method} ${path}?${query} ${body}`;
    const kept = first.get(key);
    if (kept !== undefined) return kept;
    const reply = await next(request);
    if (isSuccess(reply) && first.size < MOST_STALE) first.set(key, reply);
    return reply;
  };
}

async function wrongValues(values: NonNullable<FaultRequest['values']>): Promise<Fault> {
  const { withWrongValues } = await loadSuite();
  const wrong = values.map(({ which = 'all', ...value }): WrongValue => ({ which, ...value }));
  return async (request, next) => {
    const reply = await next(request);
    const json = isSuccess(reply) ? jsonOf(reply.body) : undefined;
    if (json === undefined || !isSuccess(reply)) return reply;
    return { ...reply, body: JSON.stringify(wrong.reduce<unknown>(withWrongValues, json)) };
  };
}

async function named({ named: name = '', service }: FaultRequest): Promise<Fault> {
  const every = await loadCatalogue();
  const found = every.filter((one) => one.name === name && (service === undefined || one.service === service));
  const [only, another] = found;
  if (only === undefined) {
    throw new Refusal(400, `there is no faulty server ${name}`, {
      hint: 'GET /sandbox/catalogue?search=... lists them',
    });
  }
  if (another !== undefined) {
    throw new Refusal(400, `several services have a faulty server ${name}`, {
      hint: `send service, one of ${found.map(({ service: of }) => of).join(', ')}`,
    });
  }
  const fault = only.make();
  const { service: of } = only;
  return (request, next) =>
    requestedFor(request.method, request.path)?.service === of ? fault(request, next) : next(request);
}

function delayed(milliseconds: number, fault: Fault): Fault {
  return async (request, next) => {
    await wait(milliseconds, undefined, { ref: false });
    return fault(request, next);
  };
}

function dribbled(milliseconds: number, fault: Fault): Fault {
  return async (request, next) => {
    const reply = await fault(request, next);
    return reply.kind === 'reply' ? { ...reply, dribble: milliseconds } : reply;
  };
}

/** @throws Refusal 400 when the duration is too long */
function timeOf(member: 'delay' | 'dribble', duration: string): number {
  const milliseconds = durationMs(duration);
  if (milliseconds > LONGEST) throw new Refusal(400, `the ${member} is longer than 10m`);
  return milliseconds;
}

/** @throws Refusal 400 when HTTP cannot carry the status or a header */
function checkAnswer({ status, headers = {} }: FaultRequest): void {
  if (status !== undefined && status < 200) {
    throw new Refusal(400, `${status} is not a status of a final response`, { hint: 'send a status from 200 to 599' });
  }
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new Refusal(400, `${JSON.stringify(name)} cannot be a header with this value`, {
        hint: 'a name must be an HTTP token; a value must have no line breaks and only Latin-1 characters',
      });
    }
  }
}

/**
 * @throws Refusal 400 when the request does not have exactly one effect, or the effect does not exist; 409 when the
 *   effect needs the conformance suite and it is not installed
 */
export async function effectOf(requested: FaultRequest): Promise<Fault> {
  const { named: name, status, example, body, connection, values, stale: isStale = false, delay, dribble } = requested;
  checkAnswer(requested);
  const astray = values?.find(({ at }) => at !== '' && !at.startsWith('/'));
  if (astray !== undefined) {
    throw new Refusal(400, `${astray.at} is not a JSON pointer`, { hint: 'start it with /, such as /flips/*/bid' });
  }
  const answers = status !== undefined || example !== undefined || body !== undefined;
  const things = [
    ...(name === undefined ? [] : [() => named(requested)]),
    ...(answers ? [() => answering(requested)] : []),
    ...(connection === undefined ? [] : [async () => connections[connection]]),
    ...(values === undefined || values.length === 0 ? [] : [() => wrongValues(values)]),
    ...(isStale ? [async () => stale()] : []),
  ];
  const [only, another] = things;
  if (another !== undefined) {
    throw new Refusal(400, 'a fault can be only one of named; status, example or body; connection; values; or stale', {
      hint: 'add several faults, one after the other',
    });
  }
  if (connection !== undefined && dribble !== undefined) {
    throw new Refusal(400, 'a connection that breaks does not carry a body to dribble', {
      hint: 'send connection or dribble, not both',
    });
  }
  if (only === undefined && delay === undefined && dribble === undefined) {
    throw new Refusal(400, 'the request does not say what goes wrong', {
      hint: 'send named, status, example, body, delay, dribble, connection, values or stale',
    });
  }
  const [late, slow] = [
    delay === undefined ? undefined : timeOf('delay', delay),
    dribble === undefined ? undefined : timeOf('dribble', dribble),
  ];
  const plain = only === undefined ? (((request, next) => next(request)) satisfies Fault) : await only();
  const fault = slow === undefined ? plain : dribbled(slow, plain);
  return late === undefined ? fault : delayed(late, fault);
}
