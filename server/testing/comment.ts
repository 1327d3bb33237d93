/** Test helpers: the comment service over HTTP, and signed-in users. */
import type { Comment, CommentList, Reply, ReplyList, Session, Site, User } from '@wallet-services/contract/comment';
import { afterAll, beforeAll, expect } from 'vitest';
import type { RunningServer, ServerOptions } from '../index.ts';
import { type Answer, call, post, startForTest, testServer } from './server.ts';
import { payAs, type SandboxName, signedMessage, testAccount, walletToken } from './wallet.ts';

/** The site and the page of the document's examples. */
export const SITE = 21;
export const SLUG = 'posts/august-harvest';

/** Another site. */
export const OTHER_SITE = 4;

/** The error form with a code. */
export function refusal(code: number, msg: RegExp = /\w/) {
  return { status: code, body: { code, msg: expect.stringMatching(msg) } };
}

type Headers = Readonly<Record<string, string>>;

/** Returns the payload of a successful answer, and checks its envelope. */
export function dataOf<Data>({ status, headers, body }: Answer): Data {
  expect({ status, body }).toMatchObject({ status: 200, body: { ts: expect.any(Number) } });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  return (body as { data: Data }).data;
}

export type CommentClient = ReturnType<typeof commentClient>;

/** A client of the service. */
function commentClient(server: RunningServer) {
  const api = `${server.httpUrl}/comment`;
  const get = (path: string, headers: Headers = {}) => call(`${api}${path}`, { headers });
  const send = (path: string, body: unknown, headers: Headers = {}) => post(`${api}${path}`, body, headers);
  const put = (path: string, headers: Headers = {}) => call(`${api}${path}`, { method: 'PUT', headers });
  const login = (body: unknown) => send('/auth/login', body);

  async function signIn(name: SandboxName, clock = Date.now): Promise<Session> {
    const token = await walletToken(server, name, { clock });
    return dataOf<Session>(await login({ method: 'mixin_token', mixin_token: token }));
  }

  /** Signs in a new user with a new contract account. */
  async function newcomer(): Promise<Session> {
    return dataOf<Session>(await login({ method: 'mvm', ...signedMessage(testAccount()) }));
  }

  return {
    server,
    api,
    get,
    send,
    put,
    login,
    signIn,
    newcomer,
    pay: (name: SandboxName, codeId: string) => payAs(server, name, codeId),
    site: async (id: number) => dataOf<Site>(await get(`/sites/${id}`)),
    user: async (id: number) => dataOf<User>(await get(`/users/${id}`)),
    comment: async (id: number) => dataOf<Comment>(await get(`/comments/${id}`)),
    comments: async (query: string, headers?: Headers) =>
      listOf(dataOf<CommentList>(await get(`/comments?${query}`, headers))),
    replies: async (id: number, query = '') => {
      const { replies, total } = dataOf<ReplyList>(await get(`/comments/${id}/replies?${query}`));
      return { replies: replies ?? [], total };
    },
    write: async ({ access_token }: Session, content: string, query = `site_id=${SITE}&slug=${SLUG}`) =>
      dataOf<Comment>(await send(`/comments?${query}`, { content }, bearer(access_token))),
    reply: async ({ access_token }: Session, id: number, content: string) =>
      dataOf<Reply>(await send(`/comments/${id}/replies`, { content }, bearer(access_token))),
    favor: async ({ access_token }: Session, id: number) =>
      dataOf<Comment>(await put(`/comments/${id}/fav`, bearer(access_token))),
    unfavor: async ({ access_token }: Session, id: number) =>
      dataOf<Comment>(await put(`/comments/${id}/unfav`, bearer(access_token))),
  };
}

function listOf({ comments, total }: CommentList): { readonly comments: readonly Comment[]; readonly total: number } {
  return { comments: comments ?? [], total };
}

/** The header with a token. */
export function bearer(token: string): Headers {
  return { Authorization: `Bearer ${token}` };
}

/** The header that chooses a site by number, by slug, or by both. */
export function chosen(id?: number, slug?: string): Headers {
  return {
    ...(id === undefined ? {} : { 'X-COMMENT-SITE-ID': String(id) }),
    ...(slug === undefined ? {} : { 'X-COMMENT-SITE-SLUG': slug }),
  };
}

/** Starts a separate server for a test. */
export async function served(options: ServerOptions = {}) {
  return commentClient(await testServer({ services: ['comment'], ...options }));
}

/** Shares one server between all tests of a block, for tests that do not depend on each other's data. */
export function sharedServer(options: ServerOptions = {}): () => CommentClient {
  let client: CommentClient | undefined;
  beforeAll(async () => {
    client = commentClient(await startForTest({ services: ['comment'], ...options }));
  });
  afterAll(() => client?.server.close());
  return () => {
    if (client === undefined) throw new Error('the server is started before the first test, and not earlier');
    return client;
  };
}
