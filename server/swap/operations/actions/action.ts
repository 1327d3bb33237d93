/**
 * The action protocol: the content of a transfer to the group. The documents do not define it
 * (`swap.ActionRequest.action.protocol`); in the reference server's format, members are separated by commas:
 *
 * | | |
 * |---|---|
 * | add liquidity | `1,receiver,follow_id,asset,slippage,timeout` |
 * | remove liquidity | `2,receiver,follow_id` |
 * | swap | `3,receiver,follow_id,fill_asset,routes,minimum` |
 *
 * `0,...` creates pairs; users may not send it, so it is rejected.
 */
import { Refusal } from '@wallet-services/runtime/refusal';
import { amountOf, Exact } from '../pools/amounts.ts';

interface Parties {
  /** The user who receives the output. */
  readonly receiver: string;
  /** Connects the records of an action; empty when the server shall choose it. */
  readonly follow_id: string;
}

/** Adds the payment to a pool, together with a payment of the other asset with the same follow id. */
export interface AddAction extends Parties {
  readonly kind: 'add';
  /** The other asset of the pair. */
  readonly asset: string;
  /** Share of a payment, 0 to 1, that may remain because the proportion of the pool has changed. */
  readonly slippage: string;
  /** Seconds within which the other payment must follow. */
  readonly timeout: number;
}

/** Returns liquidity-provider tokens. */
export interface RemoveAction extends Parties {
  readonly kind: 'remove';
}

export interface SwapAction extends Parties {
  readonly kind: 'swap';
  readonly fill_asset: string;
  /** The encoded route; empty for the best one. */
  readonly routes: string;
  /** Smallest amount to receive; empty for any. */
  readonly minimum: string;
}

export type Action = AddAction | RemoveAction | SwapAction;

const LONGEST = 512;
const LONGEST_TIMEOUT = 86_400;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Reads an action.
 *
 * @throws Refusal 400 when the text is not an action
 * @example
 * parseAction('2,5b1d7c8e-9f20-4a3b-8c4d-5e6f7a8b9c0d,a3c5e7f9-1b2d-4f60-8a7c-9e0d1f2a3b4c').kind // 'remove'
 */
export function parseAction(text: string): Action {
  if (text.length > LONGEST) throw wrong(`it is longer than ${LONGEST} characters`);
  const [kind, ...members] = text.split(',');
  switch (kind) {
    case '1': {
      const [receiver, followId, asset, slippage, timeout] = counted(members, 5);
      return {
        kind: 'add',
        ...parties(receiver, followId),
        asset: uuid('asset', asset),
        slippage: share(slippage),
        timeout: seconds(timeout),
      };
    }
    case '2': {
      const [receiver, followId] = counted(members, 2);
      return { kind: 'remove', ...parties(receiver, followId) };
    }
    case '3': {
      const [receiver, followId, fillAsset, routes = '', minimum] = counted(members, 5);
      return {
        kind: 'swap',
        ...parties(receiver, followId),
        fill_asset: uuid('fill_asset', fillAsset),
        routes,
        minimum: least(minimum),
      };
    }
    case '0':
      throw wrong('actions of type 0 are not for users');
    default:
      throw wrong('it does not begin with a type, which is 1, 2 or 3');
  }
}

/** Writes an action in the format that `parseAction` reads. */
export function actionText(action: Action): string {
  const { receiver, follow_id } = action;
  switch (action.kind) {
    case 'add':
      return ['1', receiver, follow_id, action.asset, action.slippage, action.timeout].join(',');
    case 'remove':
      return ['2', receiver, follow_id].join(',');
    case 'swap':
      return ['3', receiver, follow_id, action.fill_asset, action.routes, action.minimum].join(',');
  }
}

function counted(members: readonly string[], count: number): readonly string[] {
  if (members.length === count) return members;
  throw wrong(`it has ${members.length} members after its type, not ${count}`);
}

function parties(receiver: string | undefined, followId = ''): Parties {
  return { receiver: uuid('receiver', receiver), follow_id: followId === '' ? '' : uuid('follow_id', followId) };
}

function uuid(name: string, text = ''): string {
  const id = text.toLowerCase();
  if (UUID.test(id)) return id;
  throw wrong(`its ${name} is not a UUID`);
}

function share(text = ''): string {
  const slippage = amountOf(text);
  if (slippage?.lessThanOrEqualTo(new Exact(1))) return slippage.toFixed();
  throw wrong('its slippage is not a share from 0 to 1');
}

function seconds(text = ''): number {
  const timeout = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (timeout >= 1 && timeout <= LONGEST_TIMEOUT) return timeout;
  throw wrong(`its timeout is not a whole number of seconds from 1 to ${LONGEST_TIMEOUT}`);
}

function least(text = ''): string {
  if (text === '') return '';
  const minimum = amountOf(text);
  if (minimum !== undefined) return minimum.toFixed();
  throw wrong('its minimum is not an amount of at most 8 decimal places');
}

function wrong(what: string): Refusal {
  return new Refusal(400, `action is malformed: ${what}`, {
    hint: '1,receiver,follow_id,asset,slippage,timeout or 2,receiver,follow_id or 3,receiver,follow_id,fill_asset,routes,minimum',
  });
}
