/** The observers of lending's open questions, and why some questions have none. */
import type { Rule } from '../../rule.ts';
import { whichOperations } from './access.ts';
import { errorForm } from './errors.ts';
import { rpcRoute } from './rpc-route.ts';
import { limitForm, limitMaximum, offsetBound, sortDirection } from './transactions.ts';
import { dataShapes, linkScheme, marketStatus } from './values.ts';

export const lendingObservers: readonly Rule[] = [
  rpcRoute,
  whichOperations,
  errorForm,
  sortDirection,
  limitForm,
  limitMaximum,
  offsetBound,
  marketStatus,
  linkScheme,
  dataShapes,
];

/** Open questions that nothing can be seen of from outside, with the reason. */
export const notObserved: Readonly<Record<string, string>> = {
  'lending.auth.claims': 'the service does not show what it reads in a token',
  'lending.limits.rate': 'asking until a limit is met would harm a server that has none',
  'lending.answers.wrapping': 'both forms are documented, and the wire rules hold each answer to its own',
  'lending.events': 'nothing is documented that could be asked for',
  'lending.versioning.deprecation': 'a policy, not a behaviour',
  'lending.market.parameters': 'figures are seen, but not what they mean',
  'lending.market.price-updated-at-name': 'both names are documented, and the rules on RPC hold each place to its own',
};
