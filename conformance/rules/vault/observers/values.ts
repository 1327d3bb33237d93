/** Values and their forms that the documents leave open, as they were seen. */
import { noInput } from '../../../model/call.ts';
import type { Call, Exchange } from '../../../model/exchange.ts';
import { isObject, type JsonObject } from '../../../model/json.ts';
import { parseInstant } from '../../../model/time.ts';
import type { Rule, Scene } from '../../rule.ts';
import { listAt, objectAt } from '../../shared/answers.ts';
import { walkWhole } from '../../shared/paging.ts';
import { readFlip } from '../by-id.ts';
import {
  assets,
  collateralTypes,
  flipEvents,
  flips,
  idsOf,
  itemCall,
  someIds,
  vaultEvents,
  vaults,
  wholeList,
} from '../calls.ts';
import { distinct, formOf, look } from './look.ts';

type Items = (scene: Scene) => Generator<Call, readonly JsonObject[], Exchange>;

const flipItems: Items = function* (scene) {
  return (yield* walkWhole(scene, flips, noInput, 2)).flatMap(({ items }) => items);
};

const vaultItems: Items = function* (scene) {
  return (yield* walkWhole(scene, vaults, noInput, 1)).flatMap(({ items }) => items);
};

const types: Items = (scene) => wholeList(scene, collateralTypes);

/** The forms that members take, each member by itself when they differ. */
function formsOf(id: string, operation: string | null, items: Items, members: readonly string[]): Rule {
  return look(id, operation, function* (scene) {
    const found = yield* items(scene);
    const told = members.map((member) => [member, distinct(found.map((item) => formOf(item[member])))] as const);
    if (found.length === 0) return null;
    const different = new Set(told.map(([, forms]) => forms));
    if (different.size === 1) return told[0]?.[1] ?? null;
    return told.map(([member, forms]) => `${member}: ${forms}`).join('; ');
  });
}

const chainNull = look('vault.assets.chain-null', null, function* (scene) {
  const told = (yield* wholeList(scene, assets)).map(({ id, chain_id: chainId, chain }) => {
    const place = chainId === '' ? 'without a chain' : chainId === id ? 'that are their own chain' : 'on another chain';
    return `${isObject(chain) ? 'an asset' : formOf(chain)} for assets ${place}`;
  });
  return distinct(told);
});

const collateralNumbers = [
  ...['art', 'beg', 'box', 'chop', 'debt', 'dunk', 'dust', 'duty', 'ink', 'line', 'litter'],
  ...['mat', 'number_of_vaults', 'price', 'rate', 'supply', 'tau', 'ttl'],
];

/** Whether numbers are written as numbers or as texts; decimals or not does not matter. */
const numberEncoding = look('vault.cats.number-encoding', null, function* (scene) {
  const found = yield* types(scene);
  const told = ['number', 'string'].flatMap((type) => {
    const members = collateralNumbers.filter((name) => found.some((item) => typeof item[name] === type));
    return members.length === 0 ? [] : [`${type === 'string' ? 'text' : type}: ${members.join(', ')}`];
  });
  return told.length === 0 ? null : told.join('; ');
});

/** A penalty of 13 % is 0.13, 1.13, 13 or 113. */
function scaleOf(value: number): string {
  if (value === 0) return 'zero';
  return value < 0.5 ? 'like 0.13' : value < 10 ? 'like 1.5' : value < 100 ? 'like 13' : 'like 150';
}

const ratioForm = look('vault.cats.ratio-form', null, function* (scene) {
  const found = yield* types(scene);
  const told = ['mat', 'beg', 'chop', 'duty'].map((name) => {
    const scales = found.map((item) => Number(item[name])).filter(Number.isFinite);
    return `${name} ${distinct(scales.map(scaleOf)) ?? 'not seen'}`;
  });
  return found.length === 0 ? null : told.join('; ');
});

const durationUnit = look('vault.cats.duration-unit', null, function* (scene) {
  const found = yield* types(scene);
  const told = ['tau', 'ttl'].map((name) => `${name} ${distinct(found.map((item) => String(item[name])))}`);
  return found.length === 0 ? null : told.join('; ');
});

function timeForm(value: unknown): string {
  return typeof value === 'string' && parseInstant(value) !== null ? 'a time' : formOf(value);
}

const ticUnset = look('vault.flips.tic-unset', null, function* (scene) {
  const found = yield* flipItems(scene);
  const told = ['tic', 'end'].map((name) => `${name}: ${distinct(found.map((item) => timeForm(item[name])))}`);
  return found.length === 0 ? null : told.join('; ');
});

/** A few flips of each number in the list, read alone. */
function* flipsAlone(scene: Scene): Generator<Call, readonly (readonly [JsonObject, JsonObject])[], Exchange> {
  const groups = Map.groupBy(yield* flipItems(scene), ({ action }) => action);
  const pairs: [JsonObject, JsonObject][] = [];
  for (const group of groups.values()) {
    for (const item of group.slice(0, 2)) {
      const [id] = idsOf([item]);
      const alone = id === undefined ? null : objectAt(yield itemCall(scene, readFlip, id), '/data');
      if (alone !== null) pairs.push([item, alone]);
    }
  }
  return pairs;
}

const actionNumbers = look('vault.flips.action-numbers', null, function* (scene) {
  return distinct((yield* flipsAlone(scene)).map(([item, alone]) => `${item['action']} ${alone['action']}`));
});

const actionForm = look('vault.flips.action-form', null, function* (scene) {
  const pairs = yield* flipsAlone(scene);
  const forms = (index: 0 | 1) => distinct(pairs.map((pair) => formOf(pair[index]['action'])));
  return pairs.length === 0 ? null : `list: ${forms(0)}; item: ${forms(1)}`;
});

const transitions = look('vault.flips.transitions', null, function* (scene) {
  const seen: string[] = [];
  for (const [item] of yield* flipsAlone(scene)) {
    const events = listAt(yield itemCall(scene, flipEvents, String(item['id'])), flipEvents.items) ?? [];
    const timed = events.flatMap(({ created_at: text, action }) => {
      const time = typeof text === 'string' ? parseInstant(text) : null;
      return time === null ? [] : [{ time, action }];
    });
    const ordered = timed.toSorted((left, right) => (left.time < right.time ? -1 : left.time > right.time ? 1 : 0));
    seen.push(...ordered.slice(1).map(({ action }, index) => `${ordered[index]?.action} to ${action}`));
  }
  return distinct(seen);
});

function actionsOf(id: string, list: typeof flips, events: typeof flipEvents | typeof vaultEvents): Rule {
  return look(id, null, function* (scene) {
    const seen: string[] = [];
    for (const one of yield* someIds(scene, list)) {
      const found = listAt(yield itemCall(scene, events, one), events.items) ?? [];
      seen.push(...found.map(({ action }) => String(action)));
    }
    return distinct(seen);
  });
}

const flipActions = look('vault.flip-events.actions', null, function* (scene) {
  const seen: string[] = [];
  for (const [item] of yield* flipsAlone(scene)) {
    const found = listAt(yield itemCall(scene, flipEvents, String(item['id'])), flipEvents.items) ?? [];
    seen.push(...found.map(({ action }) => String(action)));
  }
  return distinct(seen);
});

export const valueObservers: readonly Rule[] = [
  chainNull,
  formsOf('vault.assets.price-form', null, (scene) => wholeList(scene, assets), ['price']),
  numberEncoding,
  formsOf('vault.cats.id-form', null, types, ['id']),
  formsOf('vault.cats.date-form', null, types, ['created_at', 'rho']),
  ratioForm,
  durationUnit,
  transitions,
  ticUnset,
  formsOf('vault.flips.guy-form', null, flipItems, ['guy']),
  formsOf('vault.flips.collateral-id-form', null, flipItems, ['collateral_id']),
  formsOf('vault.flips.vault-id-form', null, flipItems, ['vault_id']),
  actionNumbers,
  flipActions,
  actionForm,
  formsOf('vault.vats.identity', null, vaultItems, ['identity_id']),
  actionsOf('vault.vat-events.actions', vaults, vaultEvents),
];
