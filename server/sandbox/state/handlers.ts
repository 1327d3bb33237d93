/** Handlers of the control API that read and change the services' data, in the terms of the contract. */
import type { Handlers } from '@wallet-services/contract/sandbox';
import { Refusal } from '@wallet-services/runtime/refusal';
import { isoTime } from '../../values/index.ts';
import { demoToken } from '../../wallet/operations/demo-token.ts';
import { walletStore } from '../../wallet/store/tables.ts';
import type { ControlContext } from '../handlers.ts';
import type { World } from '../worlds/world.ts';
import { listAirdrops, putAirdrop } from './airdrops.ts';
import { listOrders, putOrder } from './orders.ts';
import { listPaymentCodes, payAs } from './payments.ts';
import { listPeople } from './people.ts';
import { putPosition } from './positions.ts';
import { listConversations, putTurn } from './turns.ts';

export type StateHandlers = Pick<
  Handlers,
  | 'listPeople'
  | 'createToken'
  | 'putPosition'
  | 'listOrderStates'
  | 'putOrder'
  | 'listConversationStates'
  | 'putTurn'
  | 'listAirdropStates'
  | 'putAirdrop'
  | 'listPaymentCodes'
  | 'createPayment'
>;

const ok = <Data>(data: Data) => ({ status: 200 as const, body: { data } });
const nowOf = ({ clock }: World) => isoTime(clock.now());

/** @throws Refusal 404 when there is no such person */
async function checkPerson(world: World, userId: string): Promise<void> {
  const row = await walletStore(world.store())
    .selectFrom('wallet_users')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row !== undefined) return;
  throw new Refusal(404, `there is no person ${userId}`, { hint: `GET /sandbox/worlds/${world.id}/people lists them` });
}

export function stateHandlers({ worlds, scheme }: ControlContext): StateHandlers {
  const find = (path: { readonly world_id: string }) => worlds.find(path.world_id);
  return {
    listPeople: async ({ path }) => ok(await listPeople(find(path).store())),
    async createToken({ path, body }) {
      const world = find(path);
      await checkPerson(world, body.user_id);
      const { user_id, method = 'GET', path: signed = '/me' } = body;
      const chosen = new URLSearchParams({ user_id, method, path: signed });
      return ok({ token: await demoToken(walletStore(world.store()), world.clock.now, chosen) });
    },
    async putPosition({ path, body }) {
      const world = find(path);
      await checkPerson(world, path.user_id);
      return ok(await putPosition(world.store(), path, body, nowOf(world)));
    },
    listOrderStates: async ({ path }) => ok(await listOrders(find(path).store())),
    putOrder: async ({ path, body }) => ok(await putOrder(find(path).store(), path.order_id, body)),
    async listConversationStates({ path }) {
      const world = find(path);
      return ok(await listConversations(world.store(), world.clock.now()));
    },
    async putTurn({ path, body }) {
      const world = find(path);
      return ok(await putTurn(world.store(), path.turn_id, body, nowOf(world)));
    },
    listAirdropStates: async ({ path }) => ok(await listAirdrops(find(path).store())),
    async putAirdrop({ path, body }) {
      const world = find(path);
      const pay = async (code_id: string) => {
        const [person] = await listPeople(world.store());
        return payAs(await world.stack(), world.store(), world.clock.now, { code_id, user_id: person?.user_id ?? '' });
      };
      return ok(await putAirdrop(world.store(), { uuid: path.uuid, status: body.status, now: nowOf(world) }, pay));
    },
    listPaymentCodes: async ({ path }) => ok(await listPaymentCodes(find(path).store(), scheme)),
    async createPayment({ path, body }) {
      const world = find(path);
      await checkPerson(world, body.user_id);
      return ok(await payAs(await world.stack(), world.store(), world.clock.now, body));
    },
  };
}
