/** A flip auctions the collateral of its vault, so both name one collateral type (document 3, Flip and Vault). */
import { broken, type OwnRule, passUnless, unsupported } from '@wallet-services/conformance/core';
import { itemsOf } from '@wallet-services/conformance/discovery';
import { excerpt, formOf, isNamed, sameValue } from '@wallet-services/conformance/model';
import { unknownIds } from '@wallet-services/conformance/mutation';
import { flipsAlone } from '../things.ts';

export default {
  id: 'vault.readFlip.collateral-of-vault',
  async check(ctx, report) {
    const vaults = await itemsOf(ctx, 'listVaults');
    const both = (await flipsAlone(ctx)).flatMap(({ alone, exchange }) => {
      const vault = vaults.find(({ id }) => isNamed(id, String(alone['vault_id'])));
      // A flip may write its collateral type in another form.
      const isAlike = vault !== undefined && formOf(alone['collateral_id']) === 'uuid';
      return isAlike ? [{ alone, exchange, type: vault['collateral_id'] }] : [];
    });
    const none = 'no flip has the id of a listed vault and its collateral type in the form that vaults use';
    if (both.length === 0) return report(unsupported(none));
    const wrong = both.filter(({ alone, type }) => !sameValue(alone['collateral_id'], type));
    const breaches = wrong.map(({ alone, exchange, type }) => {
      const expected = `${excerpt(type)}, the collateral type of its vault`;
      const at = { pointer: '/data/collateral_id', against: 'listVaults', about: 'collateral' };
      return broken({ ...at, expected, actual: excerpt(alone['collateral_id']), exchange });
    });
    report(...passUnless(breaches));
  },
  mutants: (at) => ({
    'flips are of another collateral type than their vaults': at('readFlip').set(
      '/data/collateral_id',
      unknownIds.uuid,
    ),
  }),
} satisfies OwnRule;
