/** Actions that are tried: with and without a payment, of each broker. */
import { inputsOf, remembered } from '../../find/find.ts';
import { knownInputs } from '../../find/paths.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { blocked, blockedBy, inconclusive } from '../judgement.ts';
import { askOpen } from '../open/requests.ts';
import type { Judgement, Scene, Talk } from '../rule.ts';
import { objectAt } from '../shared/answers.ts';
import { swapKnown } from './known.ts';

/** An action that this server should take, with what is paid for it. */
export async function paidAction(talk: Talk): Promise<JsonObject> {
  const [found] = await inputsOf(talk, 'createAction');
  const { action, amount, asset_id } = isObject(found?.input.body) ? found.input.body : {};
  return { action, amount, asset_id };
}

/** Asks for an action; whether a server takes it depends on what it trades. */
export async function askAction(talk: Talk, label: string, body: JsonObject): Promise<Exchange> {
  const exchange = await askOpen(talk, 'createAction', label, { body });
  if (exchange === null) throw new Error('an action has nothing in its path that would have to be found');
  return exchange;
}

export interface Tried {
  /** The action in plain text. */
  readonly action: string;
  readonly isPaid: boolean;
  /** How the broker is named, if at all. */
  readonly broker: 'absent' | 'empty' | 'alternate';
  readonly exchange: Exchange;
  /** Of the answer; null where there is none. */
  readonly data: JsonObject | null;
}

/** Every action that is tried, once for all rules. */
export function actionsTried(talk: Talk): Promise<readonly Tried[]> {
  return remembered(talk, 'actions tried', async () => {
    const paid = await paidAction(talk);
    const alternate = swapKnown(talk.scene).alternate_broker?.id;
    const brokers = { absent: {}, empty: { broker_id: '' }, alternate: { broker_id: alternate } } as const;
    const tried: Tried[] = [];
    for (const isPaid of [true, false]) {
      for (const broker of ['absent', 'empty', ...(alternate === undefined ? [] : (['alternate'] as const))] as const) {
        const label = `${isPaid ? 'with' : 'without'} a payment, broker ${broker}`;
        const body = { ...(isPaid ? paid : { action: paid['action'] }), ...brokers[broker] };
        const exchange = await askAction(talk, label, body);
        tried.push({ action: String(paid['action']), isPaid, broker, exchange, data: objectAt(exchange, '/data') });
      }
    }
    return tried;
  });
}

/** Why nothing can be said of an action that was refused. */
export function refusedAction(exchange: Exchange, scene: Scene): Judgement {
  const hint = 'name an action that the server accepts as known.inputs.createAction (body: action, amount, asset_id)';
  const { outcome } = exchange;
  if (isSuccess(exchange) || outcome.kind === 'failure' || outcome.status >= 500) return blockedBy(exchange);
  const reason = `the action was answered with ${outcomeText(exchange)}`;
  if (knownInputs(scene, 'createAction').length > 0) return blocked(`${reason}, although the target names it`, hint);
  return inconclusive(`${reason}; this server may not trade what the contract's example names`, hint);
}

/** Members of an answer that say something. */
export function tellingMembers(data: JsonObject | null): string {
  const isTold = (value: unknown) => value !== undefined && value !== null && value !== '';
  const told = Object.entries(data ?? {}).filter(([, value]) => isTold(value));
  return told
    .map(([name]) => name)
    .sort()
    .join(', ');
}
