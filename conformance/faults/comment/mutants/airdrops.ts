/** Servers that are wrong about airdrops. */
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, inData, inRequest, membersOf, refuses, withBody } from '../change.ts';

export const airdropMutants: readonly Mutant[] = [
  ...['user', 'slug', 'comment', 'comments'].map(
    (type): Mutant => ({
      id: `airdrops of type ${type} are refused`,
      kills: 'comment.airdrops.types',
      fault: refuses(at.airdrop, (request) => membersOf(request)['airdrop_type'] === type, 403),
    }),
  ),
  ...['topn', 'avg'].map(
    (strategy): Mutant => ({
      id: `airdrops by the strategy ${strategy} are refused`,
      kills: 'comment.airdrops.types',
      fault: refuses(at.airdrop, (request) => membersOf(request)['strategy_name'] === strategy),
    }),
  ),
  {
    id: 'opponent_id of an airdrop to a comment is a user',
    kills: 'comment.airdrops.opponent-id-meaning',
    fault: inRequest(at.airdrop, (request) =>
      membersOf(request)['airdrop_type'] === 'comment' ? withBody(request, () => ({ airdrop_type: 'user' })) : request,
    ),
  },
  {
    id: 'opponent_id of an airdrop to a user is lost',
    kills: 'comment.airdrops.opponent-id-meaning',
    fault: inData(at.airdrop, ({ tip_type: type }) => (type === 'user' ? { opponent_id: 0 } : {})),
  },
  {
    id: 'topn takes ten where n is none',
    kills: 'comment.airdrops.topn-n',
    fault: inRequest(at.airdrop, (request) => {
      const { strategy_params: params } = membersOf(request);
      return isObject(params) && typeof params['n'] !== 'number'
        ? withBody(request, () => ({ strategy_params: { n: 10 } }))
        : request;
    }),
  },
  {
    id: 'amounts are rounded to 4 decimals',
    kills: 'comment.airdrops.amount-precision',
    fault: inData(at.airdrop, ({ amount }) => ({ amount: Number(amount).toFixed(4) })),
  },
  {
    id: 'amounts are kept as floats',
    kills: 'comment.airdrops.amount-precision',
    fault: inData(at.airdrop, ({ amount }) => ({ amount: String(Math.fround(Number(amount))) })),
  },
];
