/** `POST /actions` (document 2, Swap service, rule 2): what is answered with and without a payment, and to whom. */
import { exampleInput } from '../../generate/inputs.ts';
import { operationOf } from '../../model/api.ts';
import type { Call, Exchange } from '../../model/exchange.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blocked, blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Judgement, Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { objectOf } from '../shared/data.ts';
import { ask } from './calls.ts';
import { swapKnown } from './known.ts';

const ACTION_HINT = 'name an action that the server accepts as known.action (action, amount, asset_id)';

/** An action with what is paid for it. */
interface PaidAction {
  readonly action: string;
  readonly amount: string;
  readonly asset_id: string;
}

/** The action that the target names, else the one of the contract's example. */
export function actionOf(scene: Scene): PaidAction {
  const { action } = swapKnown(scene);
  if (action !== undefined) return action;
  const { body } = exampleInput(operationOf(scene.api, 'createAction'), 'required');
  const { action: text, amount, asset_id } = isObject(body) ? body : {};
  return { action: String(text), amount: String(amount), asset_id: String(asset_id) };
}

/** Asks for an action; whether a server takes it depends on what it trades. */
export function actionCall(
  scene: Scene,
  label: string,
  body: JsonObject,
  query: Readonly<Record<string, string>> = {},
): Call {
  return ask(scene, 'createAction', label, { body, query, intent: 'open' });
}

/** Why nothing can be said of an action that was refused. */
function refusedAction(exchange: Exchange, scene: Scene): Judgement {
  const { outcome } = exchange;
  if (outcome.kind === 'failure' || outcome.status >= 500) return blockedBy(exchange);
  const reason = `the action was answered with ${outcomeText(exchange)}`;
  if (swapKnown(scene).action !== undefined) return blocked(`${reason}, although the target names it`, ACTION_HINT);
  return inconclusive(`${reason}; this server may not trade what the contract's example names`, ACTION_HINT);
}

/** Shorter actions may stand in any text by chance; they are only held against the whole of it. */
const TELLING_LENGTH = 12;

/** How a text shows an action to whoever reads it; null when it does not. */
function readable(text: string, action: string): string | null {
  const readings = {
    'as it was sent': text,
    'in base64': Buffer.from(text, 'base64').toString(),
    'in hexadecimal': Buffer.from(text.replace(/^0x/i, ''), 'hex').toString(),
  };
  const shows = (plain: string) => plain === action || (action.length >= TELLING_LENGTH && plain.includes(action));
  return Object.entries(readings).find(([, plain]) => shows(plain))?.[0] ?? null;
}

function* askEncrypted(scene: Scene, say: Say): Script {
  const paid = actionOf(scene);
  let refused: Exchange | null = null;
  let seen = false;
  for (const broker of brokersOf(scene)) {
    for (const [name, body] of Object.entries({ paid, unpaid: { action: paid.action } })) {
      const label = `encrypted, ${name}, ${JSON.stringify(broker)}`;
      const exchange = yield actionCall(scene, label, { ...body, ...broker });
      const data = objectOf(exchange);
      if (data === null) {
        refused ??= exchange;
        continue;
      }
      seen = true;
      const { action } = data;
      const pointer = within('/data', 'action');
      const expected = 'encrypted action data';
      const how = typeof action === 'string' ? readable(action.trim(), paid.action) : null;
      if (typeof action !== 'string' || action.trim() === '') {
        const actual = Object.hasOwn(data, 'action') ? excerpt(action) : 'it is missing';
        say(broken({ expected, actual, pointer, about: 'nothing', exchange }));
      } else if (how === null) say(pass);
      else say(broken({ expected, actual: `the action of the request, ${how}`, pointer, about: 'readable', exchange }));
    }
  }
  if (!seen && refused !== null) say(isSuccess(refused) ? blockedBy(refused) : refusedAction(refused, scene));
}

export const encrypted: Rule = conversationRule('swap.actions.encrypted', () => [
  { id: 'answers', operation: 'createAction', talk: askEncrypted },
]);

const codeMembers = ['code', 'code_url'] as const;

/** Forms in which a broker may be left out, and the one that the target names. */
function brokersOf(scene: Scene): readonly JsonObject[] {
  const alternate = swapKnown(scene).alternate_broker;
  return [{}, { broker_id: '' }, ...(alternate === undefined ? [] : [{ broker_id: alternate.id }])];
}

function tellsNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function* askWithPayment(scene: Scene, say: Say): Script {
  const action = actionOf(scene);
  for (const [index, broker] of brokersOf(scene).entries()) {
    const exchange = yield actionCall(scene, `with amount and asset_id ${index}`, { ...action, ...broker });
    const data = objectOf(exchange);
    if (data === null) {
      if (index === 0) return say(isSuccess(exchange) ? blockedBy(exchange) : refusedAction(exchange, scene));
      continue;
    }
    for (const name of codeMembers) {
      if (typeof data[name] === 'string' && data[name] !== '') say(pass);
      else {
        const expected = `${name}, as amount and asset_id are given`;
        const actual = Object.hasOwn(data, name) ? excerpt(data[name]) : 'it is missing';
        say(broken({ expected, actual, pointer: within('/data', name), about: 'code', exchange }));
      }
    }
  }
}

export const codeWithPayment: Rule = conversationRule('swap.actions.code-with-payment', () => [
  { id: 'with payment', operation: 'createAction', talk: askWithPayment },
]);

function* askWithoutPayment(scene: Scene, say: Say): Script {
  const { action, amount, asset_id } = actionOf(scene);
  const paid = yield actionCall(scene, 'with amount and asset_id', { action, amount, asset_id });
  let seen = false;
  let refused = paid;
  const halves = { 'action alone': {}, 'amount alone': { amount }, 'asset_id alone': { asset_id } };
  for (const [index, broker] of brokersOf(scene).entries()) {
    // Half a payment with one broker, none with the others.
    for (const [name, half] of Object.entries(halves).slice(0, index === 0 ? 3 : 1)) {
      const exchange = yield actionCall(scene, `${name}, broker ${index}`, { action, ...half, ...broker });
      const data = objectOf(exchange);
      // Half of a payment may be refused: that is left open.
      if (!isSuccess(exchange) || data === null) {
        refused = exchange;
        continue;
      }
      seen = true;
      for (const member of codeMembers) {
        if (tellsNothing(data[member])) say(pass);
        else {
          const pointer = within('/data', member);
          const expected = `no ${member}, as there is no payment (${name})`;
          say(broken({ expected, actual: excerpt(data[member]), pointer, about: 'code', exchange }));
        }
      }
    }
  }
  if (!seen) say(refusedAction(refused, scene));
}

export const noCodeWithoutPayment: Rule = conversationRule('swap.actions.no-code-without-payment', () => [
  { id: 'without payment', operation: 'createAction', talk: askWithoutPayment },
]);

/** Members of an answer that say something. */
function shapeOf(exchange: Exchange): string {
  const data = objectOf(exchange) ?? {};
  return Object.keys(data)
    .filter((name) => !tellsNothing(data[name]))
    .sort()
    .join(', ');
}

function* askWithoutBroker(scene: Scene, say: Say): Script {
  const paid = actionOf(scene);
  for (const [name, action] of Object.entries({ paid, unpaid: { action: paid.action } })) {
    const without = yield actionCall(scene, `${name}, without broker_id`, { ...action });
    const empty = yield actionCall(scene, `${name}, with an empty broker_id`, { ...action, broker_id: '' });
    const alternate = swapKnown(scene).alternate_broker;
    const others = [without, empty];
    if (alternate !== undefined) {
      others.push(
        yield actionCall(scene, `${name}, with the alternate broker`, { ...action, broker_id: alternate.id }),
      );
    }
    const accepted = others.find(isSuccess);
    if (accepted === undefined) return say(refusedAction(without, scene));
    for (const exchange of [without, empty]) {
      const expected = `an answer, as the action is accepted otherwise (${accepted.call.label})`;
      if (exchange.outcome.kind === 'failure') say(blockedBy(exchange));
      else if (!isSuccess(exchange)) {
        say(broken({ expected, actual: outcomeText(exchange), about: exchange.call.label, exchange }));
      } else if (shapeOf(exchange) === shapeOf(without) || exchange === without) say(pass);
      else {
        const same = `the same members as without a broker_id: ${shapeOf(without)}`;
        say(broken({ expected: same, actual: shapeOf(exchange), pointer: '/data', exchange }));
      }
    }
  }
}

export const defaultBrokerOfActions: Rule = conversationRule('swap.actions.default-broker', () => [
  { id: 'without broker', operation: 'createAction', talk: askWithoutBroker },
]);
