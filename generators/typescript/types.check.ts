/**
 * Type tests of the generated types, which must not compile: `tsc` checks them and fails when one of the expected
 * errors is missing. Nothing here runs.
 */
import type {
  HandlerOf as AssistantHandlerOf,
  Handlers as AssistantHandlers,
} from '@wallet-services/contract/assistant';
import { type Client, type Handlers, type Market, mount } from '@wallet-services/contract/lending';
import {
  type HandlerOf,
  mount as mountVault,
  notImplemented,
  type Handlers as VaultHandlers,
} from '@wallet-services/contract/vault';
import { createRpcRoutes, forCallers, notImplemented as noMethods } from '@wallet-services/contract/vault/connect';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { Express } from 'express';

declare const app: Express;
declare const client: Client;
declare const market: Market;

const complete: Handlers = {
  listMarkets: () => ({ status: 200, body: { data: [market] } }),
  listTransactions: ({ query }) => {
    const limit: string | undefined = query.limit;
    return limit === undefined ? { status: 400, body: { code: 400 } } : { status: 200, body: [] };
  },
  createPayRequest: async ({ body }) => ({ status: 200, body: { url: `wallet://codes/${body.trace_id}` } }),
};
mount(app, complete, { prefix: '/lending' });

export const wrongStatus: Handlers = {
  ...complete,
  // @ts-expect-error 201 is not documented
  listMarkets: () => ({ status: 201, body: { data: [] } }),
};

export const wrongBody: Handlers = {
  ...complete,
  // @ts-expect-error the markets are in data
  listMarkets: () => ({ status: 200, body: [market] }),
};

export const wrongMember: Handlers = {
  ...complete,
  // @ts-expect-error an amount is a decimal string
  listMarkets: () => ({ status: 200, body: { data: [{ ...market, total_cash: 1 }] } }),
};

export const wrongError: Handlers = {
  ...complete,
  // @ts-expect-error the code of a refusal is a number
  listTransactions: () => ({ status: 400, body: { code: 'bad' } }),
};

// @ts-expect-error createPayRequest is missing
export const missingOperation: Handlers = {
  listMarkets: complete.listMarkets,
  listTransactions: complete.listTransactions,
};

export const wrongInput: Handlers = {
  ...complete,
  // @ts-expect-error the body has no member of this name
  createPayRequest: ({ body }) => ({ status: 200, body: { url: body.nothing } }),
};

export const statusRange: Pick<Handlers, 'listMarkets'> = {
  // 4XX covers any client error.
  listMarkets: () => ({ status: 429, body: { msg: 'too many requests' } }),
};

export const outsideRange: Pick<Handlers, 'listMarkets'> = {
  // @ts-expect-error 4XX does not cover a server error
  listMarkets: () => ({ status: 503, body: {} }),
};

export const typedPath: Pick<AssistantHandlers, 'readTurn'> = {
  readTurn: ({ path }) => {
    const turn: number = path.turn_id;
    // @ts-expect-error the id of a turn is a number
    const text: string = path.turn_id;
    return { status: 404, body: { msg: `${turn}${text}` } };
  },
};

export const typedCaller: Pick<Handlers<{ id: string }>, 'listMarkets'> = {
  listMarkets: ({ caller }) => {
    // @ts-expect-error the caller may be undefined
    const id: string = caller.id;
    return { status: 404, body: { msg: id } };
  },
};

interface User {
  readonly id: string;
}
declare const sessions: Map<string, User>;

/** The caller is present when a credential is required, and absent when none is taken. */
export const callers: Pick<VaultHandlers<User>, 'listMyVaults' | 'readTime'> = {
  listMyVaults: ({ caller }) => ({ status: 404, body: { msg: caller.id } }),
  readTime: ({ caller }) => {
    const nobody: undefined = caller;
    return { status: 404, body: { msg: String(nobody) } };
  },
};

const vault: VaultHandlers<User> = { ...notImplemented, ...callers };
mountVault(app, vault, { authenticate: ({ AccessToken }) => sessions.get(AccessToken) });
mountVault(app, vault, { authenticate: async ({ AccessToken }) => sessions.get(AccessToken) ?? false });
// @ts-expect-error there is no scheme of this name
mountVault(app, vault, { authenticate: ({ accesstoken }) => sessions.get(accesstoken) });
// @ts-expect-error what authenticate returns is no user
mountVault(app, vault, { authenticate: () => 'mira' });
// @ts-expect-error this is not a name of a validator
mountVault(app, vault, { validator: 'eov' });

createRpcRoutes({ ...noMethods, readTime: () => ({ data: { epoch: 1n } }) });
createRpcRoutes({ ...noMethods, listMyVaults: forCallers((_page, user: User) => ({ vaults: [{ id: user.id }] })) });
// @ts-expect-error the method needs a caller, since its operation needs a credential
createRpcRoutes({ ...noMethods, listMyVaults: () => ({ vaults: [] }) });
const mine = { ...noMethods, listMyVaults: forCallers((_page, user: User) => ({ vaults: [{ id: user.id }] })) };
createRpcRoutes(mine, { authenticate: () => sessions.get('mira') });
// @ts-expect-error what authenticate returns is no user
createRpcRoutes(mine, { authenticate: () => 'mira' });

/** A class does not infer the types of parameters from its interface; a property with the type `HandlerOf` does. */
export class Vault implements Pick<VaultHandlers<User>, 'readVault' | 'listMyVaults'> {
  readVault: HandlerOf<'readVault'> = async ({ path, request, signal }) => ({
    status: 404,
    body: { msg: `${path.vat.toUpperCase()} ${request.id} ${signal.aborted}` },
  });
  listMyVaults: HandlerOf<'listMyVaults', User> = ({ caller }) => ({ status: 404, body: { msg: caller.id } });
}

/** The caller is present, since the operation requires a credential. */
export const secret: AssistantHandlerOf<'resetIndexes', string> = ({ caller }) => ({
  status: 404,
  body: { msg: caller.toUpperCase() },
});

export const refusals = [
  new Refusal(404, 'none'),
  new Refusal(503, 'busy'),
  // @ts-expect-error a refusal cannot be a success
  new Refusal(200, 'none'),
  // @ts-expect-error a refusal cannot be a fault of the server
  new Refusal(500, 'none'),
];

export const manyHeaders: Pick<Handlers, 'listMarkets'> = {
  listMarkets: () => ({ status: 200, body: { data: [] }, headers: { 'Set-Cookie': ['a=1', 'b=2'] } }),
};

export async function calls(): Promise<void> {
  const { data, error } = await client.GET('/api/v1/transactions', { params: { query: { limit: '10' } } });
  const first: string | undefined = data?.[0]?.amount;
  const message: string | undefined = error?.msg;
  // @ts-expect-error there is no such path
  await client.GET('/api/v1/nothing');
  // @ts-expect-error a limit is text
  await client.GET('/api/v1/transactions', { params: { query: { limit: 10 } } });
  // @ts-expect-error the body lacks members
  await client.POST('/api/v1/pay-requests', { body: { amount: '1' } });
  // @ts-expect-error an amount is text
  const wrong: number | undefined = data?.[0]?.amount;
  console.log(first, message, wrong);
}
