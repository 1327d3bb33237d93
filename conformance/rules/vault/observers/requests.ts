/** Where the documents leave requests, refusals and the form of answers open. */
import { operationOf } from '../../../model/api.ts';
import { callOf, noInput, strayCall } from '../../../model/call.ts';
import { type Exchange, isSuccess, outcomeText, successJson } from '../../../model/exchange.ts';
import { isObject } from '../../../model/json.ts';
import { seededUuid } from '../../../model/uuid.ts';
import type { Rule } from '../../rule.ts';
import { objectAt } from '../../shared/answers.ts';
import { answerForm } from '../../shared/observe.ts';
import { readAsset, readCollateralType, readFlip } from '../by-id.ts';
import { assets, collateralTypes, flips, idsOf, itemCall, myVaults, plainCall, someIds, wholeList } from '../calls.ts';
import { look } from './look.ts';

// biome-ignore lint/correctness/useYield: the address alone tells.
const baseAddress = look('vault.base-address', null, function* ({ target }) {
  return new URL(target.url).pathname.endsWith('/api') ? 'the address ends in /api' : 'the address has no /api';
});

const unknownInputs = look('vault.inputs.unknown', null, function* (scene) {
  const input = { ...noInput, query: { unknown: 'text' } };
  const exchange = yield callOf(operationOf(scene.api, assets.operation), input, { label: 'unknown', intent: 'open' });
  return isSuccess(exchange) ? 'ignored' : `refused with ${outcomeText(exchange)}`;
});

const errorResponses = look('vault.errors.responses', null, function* (scene) {
  const told: string[] = [];
  const listCall = operationOf(scene.api, flips.operation);
  const query = { limit: 'many' };
  told.push(
    `malformed query: ${answerForm(yield callOf(listCall, { ...noInput, query }, { label: 'query', intent: 'invalid' }))}`,
  );
  const malformed = { ...itemCall(scene, readAsset, 'not-a-uuid', 'malformed id'), intent: 'invalid' } as const;
  told.push(`malformed id: ${answerForm(yield malformed)}`);
  const unknown = itemCall(scene, readAsset, seededUuid(scene.seed, 'no asset'), 'unknown id');
  told.push(`unknown id: ${answerForm(yield { ...unknown, intent: 'open' })}`);
  told.push(
    `no token: ${answerForm(yield { ...plainCall(scene, myVaults.operation, 'no token', 'none'), intent: 'open' })}`,
  );
  told.push(`unknown path: ${answerForm(yield strayCall('/no-such-path', 'unknown path'))}`);
  return told.join('; ');
});

function members(exchange: Exchange): string {
  const json = successJson(exchange);
  return isObject(json) ? `{${Object.keys(json).sort().join(', ')}}` : outcomeText(exchange);
}

const catsEnvelope = look('vault.cats.envelope', collateralTypes.operation, function* (scene) {
  const list = yield plainCall(scene, collateralTypes.operation);
  const [id] = idsOf(yield* wholeList(scene, collateralTypes));
  const told = `list ${members(list)}`;
  return id === undefined ? told : `${told}; single ${members(yield itemCall(scene, readCollateralType, id))}`;
});

const flipsEnvelope = look('vault.flips.envelope', flips.operation, function* (scene) {
  const told = `list ${members(yield plainCall(scene, flips.operation))}`;
  const [id] = yield* someIds(scene, flips);
  return id === undefined ? told : `${told}; single ${members(yield itemCall(scene, readFlip, id))}`;
});

const itemForm = look('vault.cats.item-form', readCollateralType.operation, function* (scene) {
  const types = yield* wholeList(scene, collateralTypes);
  const type = types.find((one) => idsOf([one]).length > 0);
  const [id] = idsOf(types);
  if (type === undefined || id === undefined) return null;
  const data = objectAt(yield itemCall(scene, readCollateralType, id), '/data');
  if (data === null) return null;
  if (Object.hasOwn(data, 'gem')) return 'a collateral type';
  if (!Object.hasOwn(data, 'symbol')) return 'neither a collateral type nor an asset';
  const which = ['gem', 'dai', 'id'].find((member) => type[member] === data['id']);
  return `an asset, whose id is the collateral type's ${which ?? '(none of gem, dai, id)'}`;
});

const tokenTransport = look('vault.auth.transport', myVaults.operation, function* (scene) {
  if (scene.target.credentials['AccessToken'] === undefined) return null;
  const exchange = yield plainCall(scene, myVaults.operation, 'bearer');
  return `Authorization: Bearer ${isSuccess(exchange) ? 'is taken' : `is answered with ${outcomeText(exchange)}`}`;
});

export const requestObservers: readonly Rule[] = [
  baseAddress,
  unknownInputs,
  errorResponses,
  catsEnvelope,
  itemForm,
  flipsEnvelope,
  tokenTransport,
];
