/** The program that runs in every runtime: handlers and client of lending, together and over the network. */
import { createClient, paginate, ServiceError, unwrap } from '@wallet-services/client/lending';
import { accessToken } from '@wallet-services/client/sign-in';
import { createFetchHandler, type Handlers, Refusal } from '@wallet-services/contract/lending/fetch';

export const handlers: Handlers = {
  listMarkets: () => ({ status: 200, body: { data: [] } }),
  listTransactions: () => ({ status: 200, body: [] }),
  createPayRequest: ({ body }) => {
    throw new Refusal(409, `${body.trace_id} was used`);
  },
};

const served = createFetchHandler(handlers);
const id = '8d1f0f64-3f5c-4b52-9b3e-0e0a4ad4c1d2';
const payment = { asset_id: id, amount: '0.5', trace_id: id, follow_id: id, memo_base64: 'AQAP' };

/** Sends a gzip-compressed body to a handler. */
async function packed(): Promise<number> {
  const stream = new Response(JSON.stringify(payment)).body?.pipeThrough(new CompressionStream('gzip'));
  const body = await new Response(stream).arrayBuffer();
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const request = new Request('http://near/api/v1/pay-requests', { method: 'POST', headers, body });
  return (await served(request)).status;
}

/** The results; the same in every runtime. */
export interface Seen {
  readonly near: number;
  readonly refused: string;
  readonly packed: number;
  readonly far: number;
  readonly listed: number;
  readonly moved: boolean;
}

/** @param url address of a lending service that `handlers` implement; paths below `/moved` redirect */
export async function look(url: string): Promise<Seen> {
  const fetchNear = (address: string, init: RequestInit) => served(new Request(address, init));
  const near = createClient({ baseUrl: 'http://near', fetch: fetchNear });
  const keystore = { clientId: id, sessionId: id, privateKey: '07'.repeat(32) };
  const far = createClient({ baseUrl: url, attempts: 1, token: accessToken({ keystore }) });
  let listed = 0;
  for await (const _ of paginate(far, '/api/v1/transactions')) listed += 1;
  return {
    near: (await near.GET('/api/v1/markets/all')).response.status,
    refused: await unwrap(near.GET('/api/v1/transactions', { params: { query: { offset: 'soon' } } })).then(
      () => '',
      (error: unknown) => String(error).slice(0, 60),
    ),
    packed: await packed(),
    far: (await far.GET('/api/v1/markets/all')).response.status,
    listed,
    moved: await unwrap(createClient({ baseUrl: `${url}/moved`, attempts: 1 }).GET('/api/v1/markets/all')).then(
      () => false,
      (error: unknown) => error instanceof ServiceError && error.message.endsWith('redirects are not followed'),
    ),
  };
}
