/** Makes the documents' examples of vault fit any server: ids and cursors are asked for. */
import type { Variant } from '../../generate/inputs.ts';
import type { Input } from '../../model/call.ts';
import { noInput } from '../../model/call.ts';
import { type Call, type Exchange, isSuccess } from '../../model/exchange.ts';
import type { InputProfile } from '../inputs/profile.ts';
import type { Scene } from '../rule.ts';
import { type PagedList, pageCall, pageOf } from '../shared/paging.ts';
import { assets, collateralTypes, flips, idsOf, myVaults, vaults, wholeList } from './calls.ts';

const paged: Readonly<Record<string, PagedList>> = { listFlips: flips, listVaults: vaults, listMyVaults: myVaults };

/** Path parameters, and where ids for them are listed. */
const listed: Readonly<Record<string, (scene: Scene) => Generator<Call, readonly string[], Exchange>>> = {
  *asset(scene) {
    return idsOf(yield* wholeList(scene, assets));
  },
  *cat(scene) {
    return idsOf(yield* wholeList(scene, collateralTypes));
  },
  *flip(scene) {
    return yield* firstIds(scene, flips);
  },
  *vat(scene) {
    return yield* firstIds(scene, vaults);
  },
};

function* firstIds(scene: Scene, list: PagedList): Generator<Call, readonly string[], Exchange> {
  const label = `ids of ${list.noun}`;
  return idsOf(pageOf(list, yield pageCall(scene, list, noInput, {}, { label }))?.items ?? []);
}

/** A cursor is one that this server gave. */
function* withCursor(scene: Scene, list: PagedList, example: Input): Generator<Call, Input, Exchange> {
  const { cursor: shown, ...query } = example.query;
  if (shown === undefined) return example;
  const exchange = yield pageCall(scene, list, noInput, { limit: 1 }, { label: 'a page with a cursor' });
  const page = isSuccess(exchange) ? pageOf(list, exchange) : null;
  const isUsable = page !== null && page.hasNext === true && /^\d+$/.test(page.next);
  return { ...example, query: isUsable ? { ...query, cursor: page.next } : query };
}

/** Requests on which the documents are silent. */
function probes(base: Input): readonly Variant[] {
  const query = (name: string, value: string): Variant => ({
    name: `${name}=${value}`,
    input: { ...base, query: { ...base.query, [name]: value } },
  });
  return [
    query('limit', '0'),
    query('limit', '-1'),
    query('limit', '1000000000000'),
    query('cursor', '-1'),
    query('cursor', '999999999999999'),
    query('cursor', '99999999999999999999999'),
    query('unknown', 'text'),
  ];
}

export const vaultProfile: InputProfile = {
  certain: ['readInfo', 'readTime', 'listAssets', 'listCollateralTypes', 'listFlips', 'listVaults', 'listMyVaults'],
  *prepare({ id, parameters }, example, scene) {
    const list = paged[id];
    if (list !== undefined) return yield* withCursor(scene, list, example);
    const parameter = parameters.find((one) => one.in === 'path')?.name ?? '';
    const [found] = (yield* listed[parameter]?.(scene) ?? none()) ?? [];
    return found === undefined ? example : { ...example, path: { ...example.path, [parameter]: found } };
  },
  probes: ({ id }, base) => (paged[id] === undefined ? [] : probes(base)),
};

// biome-ignore lint/correctness/useYield: nothing need be asked.
function* none(): Generator<Call, readonly string[], Exchange> {
  return [];
}
