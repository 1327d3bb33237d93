/** `POST /actions` and `POST /oauth`, where the documents leave them open. */
import { type Exchange, isSuccess } from '../../../model/exchange.ts';
import type { JsonObject } from '../../../model/json.ts';
import { seededUuid } from '../../../model/uuid.ts';
import type { Rule } from '../../rule.ts';
import { dataOf, objectOf } from '../../shared/data.ts';
import { acceptance, notSeen, observer } from '../../shared/observe.ts';
import { actionCall, actionOf } from '../actions.ts';
import { ask, isUuid } from '../calls.ts';
import { swapKnown } from '../known.ts';
import { authorizationOf } from '../oauth.ts';

const OPERATION = 'createAction';

const NOT_ACCEPTED = notSeen('no action was accepted');

export const actionAuth: Rule = observer('swap.actions.auth', OPERATION, function* (scene) {
  const body = { ...actionOf(scene) };
  const bare = yield ask(scene, OPERATION, 'no token', { body, credentials: 'none', intent: 'open' });
  return `without a token: ${acceptance(bare)}`;
});

const BASE64 = /^[0-9A-Za-z+/_-]+=*$/;

export const encryption: Rule = observer('swap.actions.encryption', OPERATION, function* (scene) {
  const { action } = actionOf(scene);
  const memos: unknown[] = [];
  for (const label of ['first', 'second']) memos.push(objectOf(yield actionCall(scene, label, { action }))?.['action']);
  const [first, second] = memos;
  if (typeof first !== 'string' || typeof second !== 'string') return NOT_ACCEPTED;
  const form = BASE64.test(first) ? 'base64' : 'other text';
  return `${form}, ${first === second ? 'the same each time' : 'another each time'}`;
});

/** A code by its form. */
function codeForm(code: unknown): string {
  if (isUuid(code)) return 'a UUID';
  return typeof code === 'string' && code !== '' ? 'other text' : 'none';
}

export const codeUrlForm: Rule = observer('swap.actions.code-url-form', OPERATION, function* (scene) {
  const data = objectOf(yield actionCall(scene, 'paid', { ...actionOf(scene) }));
  if (data === null) return NOT_ACCEPTED;
  const { code, code_url: url } = data;
  const shown = typeof code === 'string' && code !== '' ? String(url).replaceAll(code, '<code>') : 'without the code';
  return `code: ${codeForm(code)}; code_url: ${shown}`;
});

export const protocol: Rule = observer('swap.actions.protocol', OPERATION, function* (scene) {
  const told: string[] = [];
  for (const [name, action] of Object.entries({ usual: actionOf(scene).action, empty: '', word: 'swap' })) {
    told.push(`${name}: ${acceptance(yield actionCall(scene, name, { action }))}`);
  }
  return told.join('; ');
});

function withCode(exchange: Exchange): string {
  if (!isSuccess(exchange)) return acceptance(exchange);
  const code = objectOf(exchange)?.['code'];
  return typeof code === 'string' && code !== '' ? 'with a code' : 'without a code';
}

export const emptyInputs: Rule = observer('swap.actions.empty-inputs', OPERATION, function* (scene) {
  const paid = { ...actionOf(scene) };
  const variants: Readonly<Record<string, JsonObject>> = {
    'empty amount': { ...paid, amount: '' },
    'empty asset_id': { ...paid, asset_id: '' },
    'both empty': { ...paid, amount: '', asset_id: '' },
    'amount 0': { ...paid, amount: '0' },
  };
  const told: string[] = [];
  for (const [name, body] of Object.entries(variants)) {
    told.push(`${name}: ${withCode(yield actionCall(scene, name, body))}`);
  }
  return told.join('; ');
});

export const traceId: Rule = observer('swap.actions.trace-id', OPERATION, function* (scene) {
  const trace_id = seededUuid(scene.seed, scene.run, 'swap', 'trace');
  const body = { ...actionOf(scene), trace_id };
  const first = yield actionCall(scene, 'first', body);
  if (!isSuccess(first)) return NOT_ACCEPTED;
  const again = yield actionCall(scene, 'again', body);
  const changed = yield actionCall(scene, 'with another amount', { ...body, amount: `${body.amount}5` });
  const codeOf = (exchange: Exchange) => objectOf(exchange)?.['code'];
  const compared = (exchange: Exchange) =>
    isSuccess(exchange)
      ? `${codeOf(exchange) === codeOf(first) ? 'the same code' : 'another code'}`
      : acceptance(exchange);
  return `used again: ${compared(again)}; with another amount: ${compared(changed)}`;
});

export const bodyMembers: Rule = observer('swap.oauth.body', 'authorizeWallet', function* (scene) {
  const broker = swapKnown(scene).alternate_broker;
  if (broker?.label === undefined) return notSeen('the target names no alternate broker, with its label');
  const body = { broker_id: broker.id, label: broker.label };
  const alone = yield ask(scene, 'authorizeWallet', 'alone', { body, intent: 'open' });
  return `broker_id and label alone: ${acceptance(alone)}`;
});

export const defaultBroker: Rule = observer('swap.oauth.default-broker', 'authorizeWallet', function* (scene) {
  const body = { ...swapKnown(scene).authorization };
  const alone = yield ask(scene, 'authorizeWallet', 'default', { body, intent: 'open' });
  return `without broker_id and label: ${acceptance(alone)}`;
});

export const oauthAuth: Rule = observer('swap.oauth.auth', 'authorizeWallet', function* (scene) {
  const body = authorizationOf(scene);
  if (body === null) return notSeen('the target names no alternate broker, with its label');
  const bare = yield ask(scene, 'authorizeWallet', 'bare', { body, credentials: 'none', intent: 'open' });
  return `without a token: ${acceptance(bare)}`;
});

export const oauthAnswer: Rule = observer('swap.oauth.answer', 'authorizeWallet', function* (scene) {
  const body = authorizationOf(scene);
  if (body === null) return notSeen('the target names no alternate broker, with its label');
  const exchange = yield ask(scene, 'authorizeWallet', 'authorize', { body, intent: 'open' });
  if (!isSuccess(exchange)) return notSeen(acceptance(exchange));
  const data = dataOf(exchange);
  const members = Object.keys(objectOf(exchange) ?? {}).sort();
  return data === undefined ? 'no data' : `data with ${members.join(', ') || 'no members'}`;
});
