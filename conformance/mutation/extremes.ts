/** Servers with extreme errors. The suite must report them, end, and not fail itself. */
import { type Fault, jsonReply, type Reply } from './proxy/reply.ts';

/** A server with an extreme error, for any service. */
export interface Extreme {
  /** Names its behaviour. Unique. */
  readonly id: string;
  readonly mutation: () => Fault;
  /** Whether the suite takes it for another server at a wrong address, and then checks nothing. Default: false. */
  readonly isElsewhere?: true;
}

function always(reply: Reply): () => Fault {
  return () => () => reply;
}

function body(status: number, contentType: string, text: string): Reply {
  return { kind: 'reply', status, contentType, body: text };
}

export const extremes: readonly Extreme[] = [
  { id: 'always answers 500', mutation: always(jsonReply(500, { code: 500, msg: 'internal error' })) },
  { id: 'always answers with an empty body', mutation: always(body(200, 'application/json', '')) },
  { id: 'always answers {}', mutation: always(jsonReply(200, {})) },
  { id: 'always answers []', mutation: always(jsonReply(200, [])) },
  { id: 'always answers null', mutation: always(jsonReply(200, null)) },
  {
    id: 'always answers what it answered first',
    mutation: () => {
      let first: Reply | undefined;
      return async (request, next) => {
        const reply = first ?? (await next(request));
        if (reply.kind === 'reply' && reply.status === 200) first ??= reply;
        return reply;
      };
    },
  },
  { id: 'never answers', mutation: always({ kind: 'hang' }) },
  { id: 'closes the connection in the middle of the body', mutation: always({ kind: 'close' }) },
  { id: 'sends a body that never ends', mutation: always({ kind: 'endless' }) },
  { id: 'sends what is no HTTP', mutation: always({ kind: 'garbage' }) },
  {
    id: 'answers a page for people',
    mutation: always(body(200, 'text/html', '<!doctype html><title>Welcome</title><h1>It works!</h1>')),
    isElsewhere: true,
  },
  {
    id: 'redirects to itself',
    mutation:
      () =>
      ({ path, query }) => ({
        kind: 'reply',
        status: 302,
        contentType: null,
        body: '',
        headers: { location: `${path}?${query}` },
      }),
  },
  {
    id: 'answers every refusal with 200',
    mutation: () => async (request, next) => {
      const reply = await next(request);
      return reply.kind === 'reply' && reply.status >= 400 ? { ...reply, status: 200 } : reply;
    },
  },
  {
    id: 'nests lists so deep that readers fall over',
    mutation: always(body(200, 'application/json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`)),
  },
];
