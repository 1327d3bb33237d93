/** What vault's documents leave open, and how it is observed. */
import { isObject, type JsonObject } from '../../model/json.ts';
import { parseInstant } from '../../model/time.ts';
import { seededUuid } from '../../model/uuid.ts';
import {
  cursorForms,
  defaultSizes,
  formsOf,
  largestSizes,
  lastCursors,
  limitsBelowOne,
  orderOf,
  someItems,
  unknownCursors,
  valuesOf,
} from '../open/lists.ts';
import { baseAddress, refusals, several, topMembers, transportOf, unknownParameter } from '../open/requests.ts';
import { distinct, formOf, type Look, open, unseen } from '../open/words.ts';
import type { Talk } from '../rule.ts';
import { objectAt } from '../shared/answers.ts';
import { askOne, flipsAlone, timed } from './things.ts';

const lists = ['listFlips', 'listVaults'] as const;

const types = (talk: Talk) => someItems(talk, 'listCollateralTypes');

const itemForm: Look = async (talk) => {
  const [type] = await types(talk);
  const data =
    type === undefined
      ? null
      : objectAt(await askOne(talk, 'readCollateralType', { cat: String(type['id']) }), '/data');
  if (type === undefined || data === null) return null;
  if (Object.hasOwn(data, 'gem')) return 'a collateral type';
  if (!Object.hasOwn(data, 'symbol')) return 'neither a collateral type nor an asset';
  const which = ['gem', 'dai', 'id'].find((member) => type[member] === data['id']);
  return `an asset, whose id is the collateral type's ${which ?? '(none of gem, dai, id)'}`;
};

const chainNull: Look = async (talk) =>
  distinct(
    (await someItems(talk, 'listAssets')).map(({ id, chain_id: chainId, chain }) => {
      const place = chainId === id ? 'that are their own chain' : 'on another chain';
      return `${isObject(chain) ? 'an asset' : formOf(chain)} for assets ${place}`;
    }),
  );

const figures = [
  ...['art', 'beg', 'box', 'chop', 'debt', 'dunk', 'dust', 'duty', 'ink', 'line', 'litter'],
  ...['mat', 'number_of_vaults', 'price', 'rate', 'supply', 'tau', 'ttl'],
];

/** Whether figures are written as numbers or as texts; decimals or not does not matter. */
const numberEncoding: Look = async (talk) => {
  const found = await types(talk);
  const told = ['number', 'string'].flatMap((type) => {
    const members = figures.filter((name) => found.some((item) => typeof item[name] === type));
    return members.length === 0 ? [] : [`${type === 'string' ? 'text' : type}: ${members.join(', ')}`];
  });
  return told.length === 0 ? null : told.join('; ');
};

/** A penalty of 13 % is 0.13, 1.13, 13 or 113. */
function scaleOf(value: number): string {
  if (value === 0) return 'zero';
  return value < 0.5
    ? 'below a half'
    : value < 10
      ? 'between a half and ten'
      : value < 100
        ? 'up to a hundred'
        : 'more';
}

/** What some figures of the collateral types are like. */
function figuresOf(members: readonly string[], tell: (value: unknown) => string): Look {
  return async (talk) => {
    const found = await types(talk);
    const told = members.map((name) => `${name} ${distinct(found.map((item) => tell(item[name])))}`);
    return found.length === 0 ? null : told.join('; ');
  };
}

function timeForm(value: unknown): string {
  return typeof value === 'string' && parseInstant(value) !== null ? 'a time' : formOf(value);
}

const ticUnset: Look = async (talk) => {
  const found = await someItems(talk, 'listFlips');
  const told = ['tic', 'end'].map((name) => `${name}: ${distinct(found.map((item) => timeForm(item[name])))}`);
  return found.length === 0 ? null : told.join('; ');
};

const actionForm: Look = async (talk) => {
  const pairs = await flipsAlone(talk);
  const forms = (side: 'listed' | 'alone') => distinct(pairs.map((pair) => formOf(pair[side]['action'])));
  return pairs.length === 0 ? null : `list: ${forms('listed')}; item: ${forms('alone')}`;
};

function stepsOf(events: readonly JsonObject[]): readonly string[] {
  const ordered = timed(events);
  return ordered.slice(1).map(({ action }, index) => `${ordered[index]?.action} to ${action}`);
}

const transitions: Look = async (talk) => distinct((await flipsAlone(talk)).flatMap(({ events }) => stepsOf(events)));

export default [
  baseAddress('vault.base-address'),
  open('vault.inputs.unknown', unknownParameter('listAssets')),
  open('vault.errors.responses', (talk) =>
    refusals({
      'malformed query': { operation: 'listFlips', change: { query: { limit: 'many' } } },
      'malformed id': { operation: 'readAsset', change: { path: { asset: 'not-a-uuid' } } },
      'unknown id': { operation: 'readAsset', change: { path: { asset: seededUuid(talk.scene.seed, 'no asset') } } },
      'no token': { operation: 'listMyVaults', options: { credentials: 'none' } },
    })(talk),
  ),
  open('vault.paged.cursor-type', cursorForms(...lists)),
  open('vault.paged.last-cursor', lastCursors(...lists)),
  open('vault.paged.unknown-cursor', unknownCursors(...lists)),
  open('vault.limited.default', defaultSizes(...lists)),
  open('vault.limited.maximum', largestSizes(...lists)),
  open('vault.limited.below-one', limitsBelowOne(...lists)),
  open('vault.listFlips.order', orderOf('listFlips')),
  open('vault.listFlipEvents.order', orderOf('listFlipEvents')),
  open('vault.listMyVaults.order', orderOf('listMyVaults')),
  open('vault.listVaults.order', orderOf('listVaults')),
  open('vault.listVaultEvents.order', orderOf('listVaultEvents')),
  open(
    'vault.listCollateralTypes.envelope',
    several({ list: topMembers('listCollateralTypes'), single: topMembers('readCollateralType') }),
  ),
  open('vault.listFlips.envelope', several({ list: topMembers('listFlips'), single: topMembers('readFlip') })),
  open('vault.readCollateralType.form', itemForm),
  open('vault.listMyVaults.token-transport', transportOf('AccessToken', 'listMyVaults')),
  open('vault.Asset.chain.null', chainNull),
  open('vault.Asset.price.form', formsOf('listAssets', 'price')),
  open('vault.CollateralType.number-encoding', numberEncoding),
  open('vault.CollateralType.id.form', formsOf('listCollateralTypes', 'id')),
  open('vault.CollateralType.created_at.form', formsOf('listCollateralTypes', 'created_at', 'rho')),
  open(
    'vault.CollateralType.mat.form',
    figuresOf(['mat', 'beg', 'chop', 'duty'], (value) => scaleOf(Number(value))),
  ),
  open('vault.CollateralType.tau.unit', figuresOf(['tau', 'ttl'], String)),
  open('vault.Flip.transitions', transitions),
  open('vault.Flip.tic.unset', ticUnset),
  open('vault.Flip.tic.form', formsOf('listFlips', 'tic', 'end')),
  open('vault.Vault.created_at.form', formsOf('listVaults', 'created_at')),
  open('vault.Asset.chain_id.none', chainNull),
  open('vault.Flip.guy.form', formsOf('listFlips', 'guy')),
  open('vault.Flip.collateral_id.form', formsOf('listFlips', 'collateral_id')),
  open('vault.Flip.vault_id.form', formsOf('listFlips', 'vault_id')),
  open('vault.Flip.action.numbers', async (talk) =>
    distinct((await flipsAlone(talk)).map(({ listed, alone }) => `${listed['action']} ${alone['action']}`)),
  ),
  open('vault.Flip.action.form', actionForm),
  open('vault.FlipEvent.action.values', valuesOf('listFlipEvents', 'action')),
  open('vault.Vault.identity_id.meaning', formsOf('listVaults', 'identity_id')),
  open('vault.VaultEvent.action.values', valuesOf('listVaultEvents', 'action')),
  unseen('vault.names', 'the documents state both, each at its place'),
  unseen('vault.envelope.usual', 'every response that is not marked otherwise is read as being in the envelope'),
  unseen('vault.GroupInformation.oauth_client_id.use', 'no operation of the documents takes it'),
  unseen('vault.VaultEvent.dink.meaning', 'nothing but the names tells what the figures stand for'),
  unseen('vault.request-id', 'the suite keeps no headers of answers but the content type'),
  unseen('vault.limits.rate', 'a limit shows under load alone, and the suite puts none on a server'),
  unseen('vault.events', 'no way to receive events is documented, so there is nothing to listen to'),
  unseen('vault.versioning', 'no request of the documents tells of versions'),
  unseen('vault.listMyVaults.token-scope', 'the scope stands inside tokens, which the wallet network judges'),
  unseen('vault.listMyVaults.token-claims', 'the claims stand inside tokens, which the wallet network judges'),
  unseen('vault.listMyVaults.ownership', 'what joins a user to a vault is not shown in any answer'),
];
