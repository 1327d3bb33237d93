/** Servers that are wrong about airdrops. */
import { isObject } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, inData, inRequest, membersOf, refuses, withBody } from '../change.ts';

/** Makes up what is missing in an airdrop, so that the server takes it. */
function completes(member: string, value: unknown): Mutant['fault'] {
  return inRequest(at.airdrop, (request) => {
    const body = membersOf(request);
    return Object.hasOwn(body, member) ? request : withBody(request, () => ({ [member]: value }));
  });
}

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
    id: 'avg goes without strategy_params',
    kills: 'comment.airdrops.strategy-params-required',
    fault: inRequest(at.airdrop, (request) => {
      const { strategy_name: strategy, strategy_params: params } = membersOf(request);
      return strategy === 'avg' && params === undefined ? withBody(request, () => ({ strategy_params: {} })) : request;
    }),
  },
  {
    id: 'an airdrop to a page takes the first site without site_id',
    kills: 'comment.airdrops.site-id-required',
    fault: completes('site_id', 21),
  },
  {
    id: 'an airdrop to a page takes any page without slug',
    kills: 'comment.airdrops.slug-required',
    fault: completes('slug', 'posts/august-harvest'),
  },
  {
    id: 'an airdrop to nobody is taken',
    kills: 'comment.airdrops.opponent-id-required',
    fault: completes('opponent_id', 1207),
  },
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
    id: 'topn is chosen without strategy_name',
    kills: 'comment.airdrops.strategy-name-required',
    fault: completes('strategy_name', 'topn'),
  },
  {
    id: 'strategy_params may be left out',
    kills: 'comment.airdrops.strategy-params-required',
    fault: completes('strategy_params', { n: 1 }),
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
  {
    id: 'tip_type is user, whatever was asked for',
    kills: 'comment.airdrops.tip-type',
    fault: inData(at.airdrop, () => ({ tip_type: 'user' })),
  },
  {
    id: 'the memo of an airdrop is lost',
    kills: 'comment.airdrops.echo',
    fault: inData(at.airdrop, () => ({ memo: '' })),
  },
  {
    id: 'the asset of an airdrop is another',
    kills: 'comment.airdrops.echo',
    fault: inData(at.airdrop, () => ({ asset_id: 'c6d0c728-2624-429b-8e0d-d9d19b6592fa' })),
  },
];
