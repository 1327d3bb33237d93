/**
 * Test helpers: a complete server for requests to the swap service, with real signatures and payments.
 */

import type { TokenOptions } from '@wallet-services/client/sign-in';
import type { Action, Order, PairSummary, Transaction, TransactionPage } from '@wallet-services/contract/swap';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { RunningServer, ServerOptions } from '../index.ts';
import { type Answer, call, post, startForTest } from './server.ts';
import { payAs, type SandboxName, walletToken } from './wallet.ts';

/** Time of the document's examples, in milliseconds since 1970. */
export const ANSWERED = 1_629_199_500_417;

/** The assets of the examples. */
export const BTC = '4a6f0a1c-5f0b-3c7d-9d8e-2b1c8f7a6e51';
export const ETH = '7d9e2b34-1c58-3f0a-8b6d-90e1f2a3c4d5';
export const USDC = 'b2f4c6d8-0a1e-3d5f-a7c9-4e6b8d0f2a13';
export const SOL = 'e8c1a5f7-3b2d-3a9c-8e4f-6d7b9c0a1f25';
export const GUSD = '93c5e7f9-1b3d-3f60-8a4c-6e8091b3d5f7';

/** People of the examples. */
export const MIRA = '5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d';
export const JONAS = '6c2e8d9f-a031-4b4c-9d5e-6f7a8b9c0d1e';

export const HARBOR = 'd4e6f8a0-1c2b-4d3e-8f5a-6b7c8d9e0f1a';

/** A server with the swap service and a fake clock. */
export interface Served {
  readonly server: RunningServer;
  /** Base address of the service. */
  readonly api: string;
  /** Advances the clock, in milliseconds. */
  wait(milliseconds: number): void;
  tokenOf(name: SandboxName, options?: TokenOptions): Promise<string>;
  get(path: string, name?: SandboxName): Promise<Answer>;
  /** The member `data` of a successful answer. */
  read<Data>(path: string, name?: SandboxName): Promise<Data>;
  act(body: object): Promise<Answer>;
  /** Creates an action, pays it, and returns the outcome of the payment. */
  pay(
    name: SandboxName,
    body: object,
  ): Promise<{ readonly made: Action; readonly state: string; readonly reason?: string }>;
  order(followId: string, name: SandboxName): Promise<Order>;
  pairs(): Promise<PairSummary>;
}

/** Starts a server that stops when the test ends. */
export async function servedSwap(options: ServerOptions = {}): Promise<Served> {
  const { clock, wait } = movableClock();
  const server = await startForTest({ services: ['swap'], clock, ...options });
  onTestFinished(() => server.close());
  return served(server, options.clock ?? clock, wait);
}

/** Shares one server between all tests of a block, for tests that only read. */
export function sharedSwap(options: ServerOptions = {}): () => Served {
  let shared: Served | undefined;
  beforeAll(async () => {
    const { clock, wait } = movableClock();
    shared = served(await startForTest({ services: ['swap'], clock, ...options }), options.clock ?? clock, wait);
  });
  afterAll(() => shared?.server.close());
  return () => {
    if (shared === undefined) throw new Error('the server is started before the tests of its block');
    return shared;
  };
}

function movableClock() {
  let now = ANSWERED;
  return {
    clock: () => now,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

function served(server: RunningServer, clock: () => number, wait: Served['wait']): Served {
  const api = `${server.httpUrl}/swap`;
  const tokenOf = (name: SandboxName, options?: TokenOptions) => walletToken(server, name, { clock, ...options });
  const get = async (path: string, name?: SandboxName) =>
    call(`${api}${path}`, name === undefined ? {} : { headers: { Authorization: `Bearer ${await tokenOf(name)}` } });
  const act = (body: object) => post(`${api}/actions`, body);

  async function read<Data>(path: string, name?: SandboxName): Promise<Data> {
    const { status, body } = await get(path, name);
    if (status !== 200) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
    return (body as { data: Data }).data;
  }
  async function pay(name: SandboxName, body: object) {
    const { status, body: answer } = await act(body);
    if (status !== 200) throw new Error(`the action is answered ${status}: ${JSON.stringify(answer)}`);
    const made = (answer as { data: Action }).data;
    const paid = await payAs(server, name, made.code ?? '', { clock });
    if (paid.status !== 200) throw new Error(`the payment is answered ${paid.status}: ${JSON.stringify(paid.body)}`);
    return { made, ...(paid.body as { data: { state: string; reason?: string } }).data };
  }
  return {
    server,
    api,
    wait,
    tokenOf,
    get,
    read,
    act,
    pay,
    order: (followId, name) => read<Order>(`/orders/${followId}`, name),
    pairs: () => read<PairSummary>('/pairs'),
  };
}

/** All transactions of a list, newest first, read page by page. */
export async function everyTransaction(
  { read }: Pick<Served, 'read'>,
  path = '/transactions',
  limit = 500,
): Promise<Transaction[]> {
  const all: Transaction[] = [];
  for (let query = `?limit=${limit}`, more = true; more; ) {
    const { transactions, pagination } = await read<TransactionPage>(`${path}${query}`);
    all.push(...(transactions ?? []));
    query = `?limit=${limit}&cursor=${pagination.next_cursor}`;
    more = pagination.has_next;
  }
  return all;
}
