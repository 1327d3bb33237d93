/** What the lists of collateral types and assets say of each other and of the vaults. */

import { noInput } from '../../model/call.ts';
import { type Exchange, isSuccess } from '../../model/exchange.ts';
import { excerpt } from '../../model/json.ts';
import { within } from '../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { listAt, objectAt, pick } from '../shared/answers.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { walkWhole } from '../shared/paging.ts';
import { readAsset, readVault } from './by-id.ts';
import { assets, collateralTypes, idsOf, itemCall, plainCall, vaults } from './calls.ts';

const NO_TYPES = 'put a collateral type into the data';

/** Pages of vaults whose collateral types are compared. */
const FEW_PAGES = 4;

/** Figures may be rounded on their own: by a thousandth of a percent, or in the second decimal. */
function isProduct(debt: number, art: number, rate: number): boolean {
  return Math.abs(debt - art * rate) <= Math.max(0.01, Math.abs(debt) * 1e-5);
}

const debtOfArt: Rule = {
  id: 'vault.cats.debt-is-art-times-rate',
  plan: (scene) => [
    {
      id: 'types',
      operation: collateralTypes.operation,
      *script() {
        yield plainCall(scene, collateralTypes.operation);
      },
    },
  ],
  judge: ({ exchanges: [exchange] }) => {
    const types = listAt(exchange, collateralTypes.items);
    if (exchange === undefined || types === null) return [blockedBy(exchange)];
    return types.flatMap(({ debt, art, rate }, index) => {
      const [product, normalized, rates] = [debt, art, rate].map(Number);
      if (product === undefined || normalized === undefined || rates === undefined) return [];
      if (![product, normalized, rates].every(Number.isFinite)) return [];
      if (isProduct(product, normalized, rates)) return [pass];
      const pointer = within(within(collateralTypes.items, index), 'debt');
      const expected = `art times rate, ${normalized * rates}`;
      return [broken({ expected, actual: excerpt(debt), pointer, exchange })];
    });
  },
  whenSilent: () => inconclusive('there are no collateral types', NO_TYPES),
};

function* compareAssets(scene: Scene, say: Say): Script {
  const list = yield plainCall(scene, assets.operation, 'assets');
  const listed = listAt(list, assets.items);
  if (listed === null) return say(blockedBy(list));
  const exchange = yield plainCall(scene, collateralTypes.operation, 'types');
  const types = listAt(exchange, collateralTypes.items);
  if (types === null) return say(blockedBy(exchange));
  const known = new Set(listed.map(({ id }) => String(id).toLowerCase()));
  const asked = new Map<string, Exchange>();
  for (const [index, type] of types.entries()) {
    for (const member of ['gem', 'dai']) {
      const id = type[member];
      if (typeof id !== 'string' || id === '') continue;
      if (known.has(id.toLowerCase())) {
        say(pass);
        continue;
      }
      // It may be known without being listed.
      const answer = asked.get(id) ?? (yield { ...itemCall(scene, readAsset, id), intent: 'open' });
      asked.set(id, answer);
      const pointer = within(within(collateralTypes.items, index), member);
      if (isSuccess(answer)) say(pass);
      else if (answer.outcome.kind === 'failure' || answer.outcome.status >= 500) say(blockedBy(answer));
      else say(broken({ expected: 'the id of an asset of the service', actual: excerpt(id), pointer, exchange }));
    }
  }
  if (types.length === 0) say(inconclusive('there are no collateral types', NO_TYPES));
}

const assetsKnown = conversationRule('vault.cats.assets-known', () => [
  { id: 'assets', operation: collateralTypes.operation, talk: compareAssets },
]);

/** No more than so many assets are read alone. */
const MOST_ASSETS = 24;

function* readAssets(scene: Scene, say: Say): Script {
  const list = yield plainCall(scene, assets.operation, 'assets');
  const listed = listAt(list, assets.items);
  if (listed === null) return say(blockedBy(list));
  const ids = idsOf(listed);
  const some = ids.length <= MOST_ASSETS ? ids : [...ids.slice(0, MOST_ASSETS / 2), ...ids.slice(-MOST_ASSETS / 2)];
  for (const id of some) {
    const exchange = yield itemCall(scene, readAsset, id);
    const { outcome } = exchange;
    if (isSuccess(exchange)) say(pass);
    else if (outcome.kind === 'failure' || outcome.status === 429) say(blockedBy(exchange));
    else {
      const actual = `status ${outcome.status}`;
      say(broken({ expected: `the asset ${id}, which is listed`, actual, about: 'refused', exchange }));
    }
  }
  if (ids.length === 0) say(inconclusive('no asset is listed', 'put an asset into the data'));
}

const assetsReadable = conversationRule('vault.assets.readable', () => [
  { id: 'assets', operation: assets.operation, talk: readAssets },
]);

function* compareTypes(scene: Scene, say: Say): Script {
  const list = yield plainCall(scene, collateralTypes.operation, 'types');
  const types = listAt(list, collateralTypes.items);
  if (types === null) return say(blockedBy(list));
  const known = new Set(types.map(({ id }) => String(id).toLowerCase()));
  const judge = (exchange: Exchange, id: unknown, pointer: string) => {
    if (known.has(String(id).toLowerCase())) return say(pass);
    say(broken({ expected: 'the id of a listed collateral type', actual: excerpt(id), pointer, exchange }));
  };
  const pages = yield* walkWhole(scene, vaults, noInput, FEW_PAGES);
  for (const { items, exchange } of pages) {
    for (const [index, item] of items.entries()) {
      judge(exchange, item['collateral_id'], within(within(vaults.items, index), 'collateral_id'));
    }
  }
  const ids = pick(idsOf(pages.flatMap(({ items }) => items)));
  for (const id of ids) {
    const exchange = yield itemCall(scene, readVault, id);
    const item = objectAt(exchange, '/data');
    if (item !== null) judge(exchange, item['collateral_id'], '/data/collateral_id');
  }
  if (ids.length === 0) say(inconclusive('there are no vaults', 'put a vault into the data'));
}

export const collateralRules: readonly Rule[] = [debtOfArt, assetsKnown, assetsReadable];

export const collateralKnown = conversationRule('vault.vats.collateral-known', () => [
  { id: 'types', operation: 'readVault', talk: compareTypes },
]);
