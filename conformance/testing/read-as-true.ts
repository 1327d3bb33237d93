/**
 * A person's judgement on proposals that no document of this repository declares: each by operation, family and place.
 * A proposal that is in neither list is false.
 */

import { isObject } from '../model/values/json.ts';
import type { Stated } from './rediscovered.ts';

type ByFamily = Readonly<Record<string, readonly string[]>>;

/** Proposals that names, types or sentences of the documents state. */
const SAID: ByFamily = {
  // The assets of pairs and transactions are those of the service, and a list of the caller has only their own orders.
  'refers-to': [
    ...[
      'listPairs /data/pairs',
      'listTransactions /data/transactions',
      'listPairTransactions /data/transactions',
    ].flatMap((list) => ['base_asset_id', 'quote_asset_id'].map((name) => `${list}/*/${name} listAssets`)),
    ...['listTransactions', 'listPairTransactions', 'listMyTransactions'].flatMap((list) =>
      ['fee_asset_id', 'pay_asset_id', 'filled_asset_id'].map(
        (name) => `${list} /data/transactions/*/${name} listAssets`,
      ),
    ),
    'listMyTransactions /data/transactions/*/base_asset_id listAssets',
    'listMyTransactions /data/transactions/*/quote_asset_id listAssets',
    'listMyTransactions /data/transactions/*/follow_id readOrder',
    'listComments /data/comments/*/user_id readUser',
    'readCollateralType /data/gem listAssets',
    'listFlipEvents /data/events/*/flip_id readFlip',
    'listVaultEvents /data/events/*/vault_id listVaults',
    'listBookings /bookings/*/screening_id readScreening',
    'readBooking /screening_id readScreening',
    'listReviews /reviews/*/film_id readFilm',
    'readReview /film_id readFilm',
    'listProgramme /*/film_id readFilm',
    'readScreening /film_id readFilm',
    'listScreenings /items/*/house listHouses',
    'readScreening /house listHouses',
  ],
  'belongs-to': [
    'listProgramme house house',
    ...['reviseReview', 'praiseReview', 'unpraiseReview'].map((id) => `${id} review id`),
  ],
  'found-in': ['deleteIndex object_id searchIndexes', 'reviseReview review listReviews'],
  moment: ['listReviews /reviews/*/written_at seconds'],
  // A favorite, a reply or praise changes neither the text nor who wrote it.
  moves: [
    ...['favorComment favor_count 1', 'unfavorComment favor_count -1', 'createReply reply_count 1'].map(
      (move) =>
        `${move} id,user_id,site_id,slug,content,created_at,creator/id,creator/network_user_id,creator/network_identity_number,creator/full_name,creator/avatar_url,creator/created_at`,
    ),
    ...['praiseReview helpful 1', 'unpraiseReview helpful -1'].map(
      (move) => `${move} id,film_id,text,stars,written_at`,
    ),
  ],
};

/** Proposals that the documents leave open, and that always hold for the code of the servers. */
const OPEN: ByFamily = {
  // Liquidity tokens are in the list of assets, and the id of an order is its follow id.
  'refers-to': ['listPairs /data/pairs/*/liquidity_asset_id listAssets'],
  'belongs-to': ['readOrder follow_id id'],
  // The newest first.
  sorted: ['listComments', 'listTransactions', 'listPairTransactions', 'listFlips', 'listFlipEvents'].map(
    (id) => `${id} created_at descending`,
  ),
  // Assets of which the documents state no shape, and times that may be absent.
  members: ['listAssets /data/assets/* id,name,symbol,logo,chain_id,chain,price,extra ', 'listFlips /flips/* tic,end '],
  // Times in ISO 8601 with no form or no zone in the documents.
  moment: [
    ...['rho', 'tic', 'end', 'expired_at'].map((name) => `the service /${name} iso`),
    ...['createConversation', 'readConversation'].map((id) => `${id} /data/app/created_at iso`),
    ...['createTurn', 'readTurn'].map((id) => `${id} /data/created_at iso`),
  ],
};

/** The place of a proposal, with the members that distinguish it. */
function placeOf(one: Stated): string {
  const { family, at, member, parameter, parameters, list, read, unit, direction } = one;
  if (family === 'members') return `${at} ${one['present'] ?? ''} ${one['absent'] ?? ''}`;
  if (family === 'moves') return `${String(one['pointer']).split('/').at(-1)} ${one['by']} ${one['keeps'] ?? ''}`;
  if (family === 'refers-to') return `${at} ${list ?? read}`;
  if (family === 'belongs-to') return `${parameter} ${member}`;
  if (family === 'found-in') return `${Object.keys(isObject(parameters) ? parameters : {})} ${list}`;
  if (family === 'sorted') return `${member} ${direction}`;
  return `${at} ${unit}`;
}

/** The judgement of a person on a proposal that no document declares. */
export function judged(one: Stated): 'said' | 'open' | 'false' {
  const text = `${one.operation ?? 'the service'} ${placeOf(one)}`;
  if (SAID[one.family]?.includes(text) === true) return 'said';
  return OPEN[one.family]?.includes(text) === true ? 'open' : 'false';
}
