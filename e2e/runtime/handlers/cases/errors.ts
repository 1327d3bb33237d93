/** Handlers and hooks that throw. */
import { Refusal } from '@wallet-services/runtime';
import { answers, type FaultyCase, good, SECRET, status, throws } from './case.ts';

function upstream(name: string, members: object): Error {
  return Object.assign(new Error(`Incorrect API key provided: ${SECRET}`), { name, ...members });
}

export const errors: readonly FaultyCase[] = [
  { id: 'an error', handlers: throws(() => new Error(SECRET)), status: 500, faults: 1 },
  { id: 'an object thrown', handlers: throws(() => ({ status: 404, message: SECRET })), status: 500, faults: 1 },
  ...[null, undefined, SECRET, 7, Symbol(SECRET), Object.create(null)].map(
    (thrown): FaultyCase => ({
      id: `thrown: ${typeof thrown} ${Object.prototype.toString.call(thrown)}`,
      handlers: throws(() => thrown),
      status: 500,
      faults: 1,
    }),
  ),
  {
    id: 'a proxy thrown',
    handlers: throws(
      () =>
        new Proxy(
          {},
          {
            getPrototypeOf: () => {
              throw new Error(SECRET);
            },
          },
        ),
    ),
    status: 500,
    faults: 1,
  },
  {
    id: 'an error of an API client',
    handlers: throws(() => upstream('AuthenticationError', { status: 401, headers: { 'x-key': SECRET } })),
    status: 500,
    faults: 1,
  },
  {
    id: 'an error of axios',
    handlers: throws(() => upstream('AxiosError', { status: 404, isAxiosError: true })),
    status: 500,
    faults: 1,
  },
  {
    id: 'an error of http-errors that hides its message',
    handlers: throws(() => upstream('UnauthorizedError', { status: 401, expose: false })),
    status: 500,
    faults: 1,
  },
  {
    id: 'an error of http-errors for the client',
    handlers: throws(() => Object.assign(new Error('there is none'), { status: 404, expose: true })),
    status: 404,
    faults: 0,
    has: /there is none/,
  },
  ...[200, 99, 1000, 500, 504, '404', undefined].map(
    (value): FaultyCase => ({
      id: `a refusal of status ${JSON.stringify(value)}`,
      handlers: throws(() => new Refusal(status(value), SECRET)),
      status: 500,
      faults: 1,
    }),
  ),
  {
    id: 'a refusal that was changed',
    handlers: throws(() => Object.assign(new Refusal(404, SECRET), { status: 200 })),
    status: 500,
    faults: 1,
  },
  {
    id: 'a refusal of another code',
    handlers: throws(() => new Refusal(404, 'none', { code: 10404 })),
    status: 404,
    faults: 0,
  },
  {
    id: 'a cause of a refusal',
    handlers: throws(() => new Refusal(409, 'used', { cause: new Error(SECRET) })),
    status: 409,
    faults: 0,
  },
  {
    id: 'a server that does not answer',
    handlers: throws(() => new Refusal(502, 'the chain does not answer')),
    status: 502,
    faults: 1,
  },
  {
    id: 'a promise that rejects later',
    handlers: { readTime: () => new Promise((_resolve, reject) => setTimeout(() => reject(new Error(SECRET)), 5)) },
    status: 500,
    faults: 1,
  },
];

/** Rejects like a promise of a library; the process would end if the rejection were not handled. */
function rejectingThenable(): undefined {
  let isHandled = false;
  const timer = setTimeout(() => {
    if (!isHandled) throw new Error('nobody handled the rejection');
  }, 50);
  const thenable: unknown = {
    // biome-ignore lint/suspicious/noThenProperty: the promises of other libraries have it
    then: (_resolve: unknown, reject: (error: Error) => void) => {
      isHandled = true;
      clearTimeout(timer);
      reject(new Error(SECRET));
    },
  };
  return thenable as undefined;
}

export const hooks: readonly FaultyCase[] = [
  {
    id: 'a logger that throws',
    handlers: throws(() => new Error(SECRET)),
    options: {
      onFault() {
        throw new Error('the logger is broken');
      },
    },
    status: 500,
    faults: 0,
  },
  {
    id: 'a logger that rejects',
    handlers: throws(() => new Error(SECRET)),
    options: {
      async onFault() {
        throw new Error('the logger is broken');
      },
    },
    status: 500,
    faults: 0,
  },
  {
    id: 'a logger that rejects with a promise of another library',
    handlers: throws(() => new Error(SECRET)),
    options: { onFault: () => rejectingThenable() },
    status: 500,
    faults: 0,
  },
  {
    id: 'an observer that rejects with a promise of another library',
    handlers: answers({ status: 200, body: good }),
    options: { observe: () => rejectingThenable() },
    status: 200,
    faults: 1,
  },
  ...['text/plain\r\nX-Key: 1', '\u20ac'].map(
    (type): FaultyCase => ({
      id: `an error body of type ${JSON.stringify(type)}`,
      handlers: throws(() => new Error(SECRET)),
      options: { errorBody: (body) => ({ body, type }) },
      status: 500,
      faults: 2,
    }),
  ),
  {
    id: 'an error body that throws',
    handlers: throws(() => new Error(SECRET)),
    options: {
      errorBody: () => {
        throw new Error(SECRET);
      },
    },
    status: 500,
    faults: 2,
  },
  {
    id: 'an observer that throws',
    handlers: answers({ status: 200, body: good }),
    options: {
      observe() {
        throw new Error(SECRET);
      },
    },
    status: 200,
    faults: 1,
  },
  {
    id: 'an observer that rejects',
    handlers: answers({ status: 200, body: good }),
    options: {
      async observe(_call, run) {
        await run();
        throw new Error(SECRET);
      },
    },
    status: 200,
    faults: 1,
  },
  {
    id: 'an observer that never runs it',
    handlers: answers({ status: 200, body: good }),
    options: { observe: () => new Promise(() => undefined) },
    status: 200,
    faults: 0,
  },
  {
    id: 'an example of a bad form',
    handlers: {},
    options: { answerInstead: async () => ({ status: 200, body: { secret: SECRET } }) },
    status: 500,
    faults: 1,
  },
  {
    id: 'an example that is refused',
    handlers: {},
    options: {
      answerInstead: () => {
        throw new Refusal(404, 'no such example');
      },
    },
    status: 404,
    faults: 0,
  },
  {
    id: 'a judge that throws',
    handlers: answers({ status: 200, body: good }),
    options: {
      judgeAnswer: () => {
        throw new Error(SECRET);
      },
    },
    status: 500,
    faults: 1,
  },
  {
    id: 'a turn that rejects',
    handlers: answers({ status: 200, body: good }),
    options: { turn: () => Promise.reject(new Error(SECRET)) },
    status: 500,
    faults: 1,
  },
];
