/** Brokers: the front ends through which the service is used (document 2, Brokers). */

import type { WalletAuthorizationRequest } from '@wallet-services/contract/swap';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { SwapContext } from './context.ts';

export interface Broker {
  /** Empty for the default broker. */
  readonly id: string;
  /** Its application on the wallet network. */
  readonly clientId: string;
  /** Its fixed short name; empty for the default broker. */
  readonly label: string;
  /** Numbers of the pairs that it shows; undefined for all. */
  readonly routeIds: readonly number[] | undefined;
}

/**
 * Finds a broker.
 *
 * @param brokerId as the client sent it; empty or absent for the default broker
 * @throws Refusal 400 when it does not exist
 */
export async function findBroker({ store, idOf }: SwapContext, brokerId: string | undefined): Promise<Broker> {
  const id = brokerId ? idOf('broker_id', brokerId) : '';
  const row = await store.selectFrom('swap_brokers').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) {
    throw new Refusal(400, `there is no broker ${id}`, { hint: 'omit broker_id for the default broker' });
  }
  const routeIds = row.route_ids === null ? undefined : JSON.parse(row.route_ids);
  return { id: row.id, clientId: row.client_id, label: row.label, routeIds };
}

/** A request to authorize a wallet. The document defines only two of its members. */
export type AuthorizationRequest = WalletAuthorizationRequest & { readonly code?: unknown };

/** The outcome of an authorization. */
export interface Authorization {
  readonly scope: string;
  readonly token: string;
}

/** Longest code that is sent to the wallet network. */
const LONGEST_CODE = 1_024;

/**
 * Exchanges a user's code at the wallet network on behalf of the broker's application. Choices of this server
 * (`swap.WalletAuthorizationRequest.members`): the code is the member `code`; without broker_id and label, the default
 * broker is meant.
 *
 * @throws Refusal 400 when a member is missing or does not belong to the broker, 401 when the network rejects the code
 */
export async function authorize(
  context: SwapContext,
  { broker_id, label, code }: AuthorizationRequest,
): Promise<Authorization> {
  if (typeof code !== 'string' || code === '' || code.length > LONGEST_CODE) {
    throw new Refusal(400, 'code is missing', { hint: 'send the code that the wallet network gave to the user' });
  }
  const broker = await findBroker(context, broker_id);
  if (broker.label !== (label ?? '')) {
    throw new Refusal(400, 'broker_id and label do not name a broker', {
      hint: 'send both for the alternate broker, neither for the default one',
    });
  }
  const { scope, accessToken } = await context.oauth.exchange(broker.clientId, code);
  return { scope, token: accessToken };
}
