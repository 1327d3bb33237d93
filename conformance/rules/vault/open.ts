/** What vault's documents leave open, and how it is observed. */
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { parseInstant } from '../../model/values/time.ts';
import { someItems } from '../open/lists.ts';
import { distinct, formOf, type Look, looking } from '../open/words.ts';
import type { Talk } from '../rule.ts';
import { objectOf } from '../shared/answers.ts';
import { askOne, flipsAlone, timed } from './things.ts';

const types = (talk: Talk) => someItems(talk, 'listCollateralTypes');

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

function stepsOf(events: readonly JsonObject[]): readonly string[] {
  const ordered = timed(events);
  return ordered.slice(1).map(({ action }, index) => `${ordered[index]?.action} to ${action}`);
}

export default looking({
  'vault.readCollateralType.form': async (talk) => {
    const [type] = await types(talk);
    const data =
      type === undefined ? null : objectOf(await askOne(talk, 'readCollateralType', { cat: String(type['id']) }));
    if (type === undefined || data === null) return null;
    if (Object.hasOwn(data, 'gem')) return 'a collateral type';
    if (!Object.hasOwn(data, 'symbol')) return 'neither a collateral type nor an asset';
    const which = ['gem', 'dai', 'id'].find((member) => type[member] === data['id']);
    return `an asset, whose id is the collateral type's ${which ?? '(none of gem, dai, id)'}`;
  },
  'vault.Asset.chain.null': chainNull,
  /** Whether figures are written as numbers or as texts; decimals or not does not matter. */
  'vault.CollateralType.number-encoding': async (talk) => {
    const found = await types(talk);
    const told = ['number', 'string'].flatMap((type) => {
      const members = figures.filter((name) => found.some((item) => typeof item[name] === type));
      return members.length === 0 ? [] : [`${type === 'string' ? 'text' : type}: ${members.join(', ')}`];
    });
    return told.length === 0 ? null : told.join('; ');
  },
  'vault.CollateralType.mat.form': figuresOf(['mat', 'beg', 'chop', 'duty'], (value) => scaleOf(Number(value))),
  'vault.CollateralType.tau.unit': figuresOf(['tau', 'ttl'], String),
  'vault.Flip.transitions': async (talk) => distinct((await flipsAlone(talk)).flatMap(({ events }) => stepsOf(events))),
  'vault.Flip.tic.unset': async (talk) => {
    const found = await someItems(talk, 'listFlips');
    const told = ['tic', 'end'].map((name) => `${name}: ${distinct(found.map((item) => timeForm(item[name])))}`);
    return found.length === 0 ? null : told.join('; ');
  },
  'vault.Asset.chain_id.none': chainNull,
  'vault.Flip.action.numbers': async (talk) =>
    distinct((await flipsAlone(talk)).map(({ listed, alone }) => `${listed['action']} ${alone['action']}`)),
  'vault.Flip.action.form': async (talk) => {
    const pairs = await flipsAlone(talk);
    const forms = (side: 'listed' | 'alone') => distinct(pairs.map((pair) => formOf(pair[side]['action'])));
    return pairs.length === 0 ? null : `list: ${forms('listed')}; item: ${forms('alone')}`;
  },
});
