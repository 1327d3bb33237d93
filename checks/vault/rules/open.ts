/** The open questions of vault, and how they are observed. */
import { distinct, formOf, membersOf, type Probe, probesOf, someItems } from '@wallet-services/conformance/builtin';
import { type CheckContext, objectOf } from '@wallet-services/conformance/core';
import { isObject } from '@wallet-services/conformance/model';
import { flipsAlone, sendOne, timed } from '../things.ts';

const types = (ctx: CheckContext) => someItems(ctx, 'listCollateralTypes');

const chainNull: Probe = async (ctx) =>
  distinct(
    (await someItems(ctx, 'listAssets')).map(({ id, chain_id: chainId, chain }) => {
      const place = chainId === id ? 'that are their own chain' : 'on another chain';
      return `${isObject(chain) ? 'an asset' : formOf(chain)} for assets ${place}`;
    }),
  );

/** The scale of a penalty: 13 % may be written as 0.13, 1.13, 13 or 113. */
function scaleOf(figure: unknown): string {
  const value = Number(figure);
  if (value === 0) return 'zero';
  if (value < 0.5) return 'below a half';
  if (value < 10) return 'between a half and ten';
  return value < 100 ? 'up to a hundred' : 'more';
}

export default probesOf({
  'vault.readCollateralType.form': async (ctx) => {
    const [type] = await types(ctx);
    const data =
      type === undefined ? null : objectOf(await sendOne(ctx, 'readCollateralType', { cat: String(type['id']) }));
    if (type === undefined || data === null) return null;
    if (Object.hasOwn(data, 'gem')) return 'a collateral type';
    if (!Object.hasOwn(data, 'symbol')) return 'neither a collateral type nor an asset';
    const which = ['gem', 'dai', 'id'].find((member) => type[member] === data['id']);
    return `an asset, whose id is the collateral type's ${which ?? '(none of gem, dai, id)'}`;
  },
  'vault.Asset.chain.null': chainNull,
  'vault.CollateralType.mat.form': membersOf(scaleOf, 'listCollateralTypes', ['mat', 'beg', 'chop', 'duty']),
  'vault.Flip.transitions': async (ctx) => {
    const reported = (await flipsAlone(ctx)).map(({ events }) => timed(events).map(({ action }) => action));
    return distinct(reported.flatMap((all) => all.slice(1).map((action, index) => `${all[index]} to ${action}`)));
  },
  'vault.Asset.chain_id.none': chainNull,
  'vault.Flip.action.numbers': async (ctx) =>
    distinct((await flipsAlone(ctx)).map(({ listed, alone }) => `${listed['action']} ${alone['action']}`)),
});
