/**
 * Runs the steps of `npm run check:client` with `@wallet-services/client`, on any of its platforms: in Node (node.ts)
 * and in a browser (page.ts).
 */
import { fromJson, type JsonValue, type Message, toJson } from '@bufbuild/protobuf';
import { createAccount } from '@wallet-services/client/account';
import * as assistant from '@wallet-services/client/assistant';
import * as comment from '@wallet-services/client/comment';
import * as lending from '@wallet-services/client/lending';
import * as lendingRpc from '@wallet-services/client/lending/rpc';
import {
  accessToken,
  exchangeCode,
  readKeystore,
  signIn,
  startAuthorization,
  type TokenSource,
} from '@wallet-services/client/sign-in';
import * as swap from '@wallet-services/client/swap';
import * as vault from '@wallet-services/client/vault';
import type {
  AuthorizeCommand,
  CallCommand,
  Command,
  CommandInput,
  ListCommand,
  RpcCommand,
  SignInCommand,
  WaitCommand,
} from '../../protocol.ts';
import { calls } from './calls.ts';

/** The variables that the watcher sets: `CHECK_LENDING_URL` and so on. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The output for a step. */
export type Line =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      readonly error: { readonly kind: string; readonly status?: number; readonly message: string };
    }
  | { readonly unsupported: string };

class Unsupported extends Error {}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type Call = (path: string, init: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
type Answer = { data: unknown; error?: undefined; response: Response };
type Paginate = (client: object, path: string, init: object) => AsyncIterable<unknown>;

function required(variables: Variables, name: string): string {
  const value = variables[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set; npm run check:client sets it`);
  return value;
}

function initOf({ path, query, header, body }: CommandInput = {}): object {
  return { params: { path, query, header }, ...(body === undefined ? {} : { body }) };
}

/** All texts of an error, including its causes. */
function messagesOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}: ${messagesOf(error.cause)}`;
}

function errorLine(error: unknown): Line {
  if (error instanceof Unsupported) return { unsupported: error.message };
  const message = messagesOf(error);
  if (error instanceof comment.ServiceError) {
    return { ok: false, error: { kind: 'refused', status: error.status, message } };
  }
  if (error instanceof comment.PagingError) return { ok: false, error: { kind: 'paging', message } };
  if (error instanceof comment.CallError) return { ok: false, error: { kind: error.reason, message } };
  if (error instanceof DOMException && error.name === 'AbortError') {
    return { ok: false, error: { kind: 'aborted', message } };
  }
  return { ok: false, error: { kind: error instanceof comment.InputError ? 'invalid' : 'other', message } };
}

function signInSources(
  variables: Variables,
  fetch: Fetch | undefined,
): Record<SignInCommand['method'], () => TokenSource> {
  const exchange = comment.login({ baseUrl: required(variables, 'CHECK_COMMENT_URL'), fetch });
  const keystore = readKeystore(required(variables, 'CHECK_KEYSTORE'));
  const account = createAccount(required(variables, 'CHECK_ACCOUNT_KEY'));
  const [domain, uri] = [required(variables, 'CHECK_DOMAIN'), required(variables, 'CHECK_URI')];
  return {
    NetworkToken: () => signIn({ type: 'NetworkToken', keystore, exchange }),
    SignedMessage: () => signIn({ ...account, domain, uri, statement: 'Sign in to comment.', exchange }),
  };
}

/**
 * Makes a driver.
 * @param fetch in place of the global one: for tests
 * @param trust trusts an authority from now on
 * @throws when a variable is missing
 */
export function createDriver(
  variables: Variables,
  fetch?: Fetch,
  trust?: (authority: string) => void,
): (command: Command) => Promise<Line> {
  const url = (name: string) => required(variables, `CHECK_${name}_URL`);
  const token = accessToken({ keystore: readKeystore(required(variables, 'CHECK_KEYSTORE')) });
  const sources = signInSources(variables, fetch);
  const commentClient = (source: TokenSource) =>
    comment.createClient({ baseUrl: url('COMMENT'), token: source, fetch });
  const appId = required(variables, 'CHECK_APP_ID');
  const appSecret = required(variables, 'CHECK_APP_SECRET');
  const clients = {
    lending: lending.createClient({ baseUrl: url('LENDING'), token, fetch }),
    comment: commentClient(sources.NetworkToken()),
    swap: swap.createClient({ baseUrl: url('SWAP'), token, fetch }),
    vault: vault.createClient({ baseUrl: url('VAULT'), token, fetch }),
    assistant: assistant.createClient({ baseUrl: url('ASSISTANT'), appId, appSecret, fetch }),
  };
  const clientOf: Readonly<Record<string, object>> = clients;
  const paginates: Readonly<Record<string, unknown>> = {
    lending: lending.paginate,
    comment: comment.paginate,
    swap: swap.paginate,
    vault: vault.paginate,
  };

  /** The client of a step: the one of its service, or a new one for an address of its own. */
  function clientFor({
    service,
    url: baseUrl,
    credentials = {},
    own_http,
    authority,
  }: CallCommand | ListCommand): object {
    const client = clientOf[service];
    if (client === undefined) throw new Unsupported(`there is no ${service}`);
    if (baseUrl === undefined) return client;
    if (authority !== undefined) trust?.(authority);
    const { token: given, app_id = '', app_secret } = credentials;
    const own: Fetch = (address, init) => globalThis.fetch(address, { redirect: 'follow', ...init });
    const options = { baseUrl, token: given, fetch: own_http ? own : fetch };
    const create: Readonly<Record<string, () => object>> = {
      lending: () => lending.createClient(options),
      comment: () => comment.createClient(options),
      swap: () => swap.createClient(options),
      vault: () => vault.createClient(options),
      assistant: () => assistant.createClient({ ...options, appId: app_id, appSecret: app_secret }),
    };
    return create[service]?.() ?? client;
  }

  async function call(command: CallCommand): Promise<unknown> {
    const { service, operation, input, timeout_ms, abort_after_ms } = command;
    const { method, path } = calls(service, operation);
    // The operations that the script calls are known only at run time, so that the types of the paths cannot help.
    const methods = clientFor(command) as Readonly<Record<string, Call>>;
    const controller = new AbortController();
    const timer = abort_after_ms === undefined ? undefined : setTimeout(() => controller.abort(), abort_after_ms);
    try {
      const timeout = timeout_ms === undefined ? {} : { timeout: timeout_ms };
      const answer = await methods[method]?.(path, { ...initOf(input), ...timeout, signal: controller.signal });
      if (answer === undefined) throw new Error(`the client has no ${method}`);
      return await comment.unwrap(Promise.resolve(answer as Answer));
    } finally {
      clearTimeout(timer);
    }
  }

  async function list(command: ListCommand): Promise<unknown> {
    const { service, operation, input, most = Number.POSITIVE_INFINITY, max_pages: maxPages } = command;
    const paginate = paginates[service] as Paginate | undefined;
    if (paginate === undefined) throw new Error(`${service} has no lists`);
    const items: unknown[] = [];
    const init = { ...initOf(input), ...(maxPages === undefined ? {} : { maxPages }) };
    for await (const item of paginate(clientFor(command), calls(service, operation).path, init)) {
      items.push(item);
      if (items.length >= most) break;
    }
    return items;
  }

  const signedIn = ({ method }: SignInCommand) => comment.unwrap(commentClient(sources[method]()).GET('/me'));

  const wait = ({ conversation_id, turn_id, limit_ms }: WaitCommand) =>
    assistant.waitForTurn(clients.assistant, { conversationId: conversation_id, turnId: turn_id, limit: limit_ms });

  /** The user is sent to the wallet; in a test the wallet sends the user back at once. */
  async function authorized({
    client_id: clientId,
    redirect_uri: redirectUri,
    scopes,
  }: AuthorizeCommand): Promise<unknown> {
    const network = url('NETWORK');
    const about = { authorizeUrl: `${network}/oauth/authorize`, clientId, redirectUri, scopes };
    const { url: address, ...kept } = await startAuthorization(about);
    const answer = await (fetch ?? globalThis.fetch)(address, { redirect: 'manual' });
    if (answer.type === 'opaqueredirect') throw new Unsupported('a page does not see where the user is sent back to');
    const callbackUrl = answer.headers.get('location');
    if (callbackUrl === null) throw new comment.ServiceError(await answer.text(), answer);
    const { token: granted } = await exchangeCode({
      tokenUrl: `${network}/oauth/token`,
      clientId,
      callbackUrl,
      ...kept,
    });
    const exchange = comment.login({ baseUrl: url('COMMENT'), fetch });
    return comment.unwrap(commentClient(signIn({ type: 'NetworkToken', token: granted, exchange })).GET('/me'));
  }

  const rpcClient = lendingRpc.createRpcClient({ baseUrl: url('RPC'), token });

  function rpc({ method, input }: RpcCommand): Promise<unknown> {
    const found = lendingRpc.Lending.methods.find(({ name }) => name === method);
    if (found === undefined) throw new Unsupported(`there is no ${method}`);
    // The methods that the script calls are known only at run time, so that the types of the messages cannot help.
    const call = rpcClient[found.localName as 'transactions'] as (message: object) => Promise<Message>;
    return call(fromJson(found.input, input as JsonValue)).then((answer) => toJson(found.output, answer));
  }

  const takers = { call, list, 'sign-in': signedIn, wait, authorize: authorized, rpc };

  return async (command) => {
    try {
      const take = takers[command.do] as (command: Command) => Promise<unknown>;
      return { ok: true, result: await take(command) };
    } catch (error) {
      return errorLine(error);
    }
  };
}
