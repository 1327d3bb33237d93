/** Types and values that the documents leave open or contradict, favorites, and airdrops. */
import { exampleInput } from '../../../generate/inputs.ts';
import { operationOf } from '../../../model/api.ts';
import { isSuccess } from '../../../model/exchange.ts';
import { isObject, type JsonObject, typeName } from '../../../model/json.ts';
import type { Rule, Scene } from '../../rule.ts';
import { objectOf } from '../../shared/data.ts';
import { acceptance, distinct, notSeen, observer } from '../../shared/observe.ts';
import { ask } from '../calls.ts';
import { type Asking, choiceOf, findSites, ownComment, pageOf, users } from '../fixtures.ts';
import { findComments } from '../found.ts';
import { airdropInput } from '../inputs.ts';

const NOBODY = notSeen('the suite cannot sign in');

function silent(): void {
  // An observer blames nobody.
}

export const userIdType: Rule = observer('comment.users.user-id-type', null, function* (scene) {
  const [site] = yield* findSites(scene);
  const read =
    site === undefined ? null : objectOf(yield ask(scene, 'readSite', { label: 'site', id: site.id, intent: 'open' }));
  const [comment] = yield* findComments(scene);
  return `in a comment: ${typeName(comment?.['user_id'])}; in a site: ${typeName(read?.['user_id'])}`;
});

export const creatorIdType: Rule = observer('comment.creator.id-type', null, function* (scene) {
  const [comment] = yield* findComments(scene);
  const creator = comment?.['creator'];
  return isObject(creator) ? typeName(creator['id']) : notSeen('no comment was found');
});

export const replyCommentIdType: Rule = observer('comment.reply.comment-id-type', 'createReply', function* (scene) {
  const own = users(scene).length === 0 ? null : yield* ownComment(scene, silent, 'type');
  if (own === null) return NOBODY;
  const reply = objectOf(
    yield ask(scene, 'createReply', { label: 'reply', id: own.id, body: { content: 'A reply.' }, intent: 'open' }),
  );
  return reply === null ? notSeen('no reply could be written') : typeName(reply['comment_id']);
});

export const rewardStrategies: Rule = observer('comment.site.reward-strategy-values', 'readSite', function* (scene) {
  const values: unknown[] = [];
  for (const { id } of yield* findSites(scene)) {
    const site = objectOf(yield ask(scene, 'readSite', { label: `strategy of ${id}`, id, intent: 'open' }));
    if (site !== null) values.push(site['reward_strategy']);
  }
  return values.length === 0 ? notSeen('no site is known') : distinct(values).join(', ');
});

function countOf(comment: JsonObject | null): unknown {
  return comment?.['favor_count'];
}

export const favoriteSiteInQuery: Rule = observer('comment.favorites.site-in-query', 'favorComment', function* (scene) {
  const own = users(scene).length === 0 ? null : yield* ownComment(scene, silent, 'site in query');
  if (own === null) return NOBODY;
  const options = { label: 'in the query', id: own.id, query: choiceOf(own, own.form), intent: 'open' } as const;
  return acceptance(yield ask(scene, 'favorComment', options));
});

export const favoriteOtherSite: Rule = observer('comment.favorites.other-site', 'favorComment', function* (scene) {
  const own = users(scene).length === 0 ? null : yield* ownComment(scene, silent, 'other site');
  if (own === null) return NOBODY;
  const other = (yield* findSites(scene)).find(({ id }) => id !== own.site.id);
  const told: string[] = [];
  if (other !== undefined) {
    const header = choiceOf(pageOf(scene, other, 'other site'), own.form);
    const options = { label: 'another site', id: own.id, header, intent: 'open' } as const;
    told.push(`another site: ${acceptance(yield ask(scene, 'favorComment', options))}`);
  }
  told.push(
    `no site: ${acceptance(yield ask(scene, 'favorComment', { label: 'no site', id: own.id, intent: 'open' }))}`,
  );
  return told.join('; ');
});

/** What an operation does that has nothing left to do. */
function* repeatedly(scene: Scene, operation: 'favorComment' | 'unfavorComment', first: boolean): Asking<string> {
  const own = users(scene).length === 0 ? null : yield* ownComment(scene, silent, `${operation} again`);
  if (own === null) return NOBODY;
  const header = choiceOf(own, own.form);
  const before = first
    ? objectOf(yield ask(scene, operation, { label: 'once', id: own.id, header, intent: 'open' }))
    : own.comment;
  const exchange = yield ask(scene, operation, { label: 'again', id: own.id, header, intent: 'open' });
  if (!isSuccess(exchange)) return acceptance(exchange);
  return countOf(objectOf(exchange)) === countOf(before)
    ? 'accepted, and changes nothing'
    : 'accepted, and changes the count';
}

export const favorTwice: Rule = observer('comment.favorites.favor-twice', 'favorComment', (scene) =>
  repeatedly(scene, 'favorComment', true),
);

export const unfavorWithoutFavor: Rule = observer(
  'comment.favorites.unfavor-without-favor',
  'unfavorComment',
  (scene) => repeatedly(scene, 'unfavorComment', false),
);

/** Makes an airdrop to a comment of one's own, with changes. */
function* airdrop(
  scene: Scene,
  label: string,
  change: JsonObject,
): Asking<{ readonly told: string; readonly data: JsonObject | null }> {
  const input = users(scene).length === 0 ? null : yield* airdropInput(scene);
  if (input === null || !isObject(input.body)) return { told: NOBODY, data: null };
  const exchange = yield ask(scene, 'createAirdrop', { label, body: { ...input.body, ...change }, intent: 'open' });
  return { told: acceptance(exchange), data: objectOf(exchange) };
}

export const airdropUnset: Rule = observer('comment.airdrop.unset-target', 'createAirdrop', function* (scene) {
  const { told, data } = yield* airdrop(scene, 'to a comment', {});
  if (data === null) return told;
  return ['site_id', 'slug'].map((name) => `${name} of one to a comment: ${JSON.stringify(data[name])}`).join('; ');
});

export const airdropTypeName: Rule = observer('comment.airdrop.type-name', 'createAirdrop', function* (scene) {
  const { told, data } = yield* airdrop(scene, 'type name', {});
  if (data === null) return told;
  return ['tip_type', 'airdrop_type'].filter((name) => Object.hasOwn(data, name)).join(' and ');
});

export const airdropStatus: Rule = observer('comment.airdrop.status-values', 'createAirdrop', function* (scene) {
  const { told, data } = yield* airdrop(scene, 'status', {});
  return data === null ? told : `at first: ${String(data['status'])}`;
});

export const airdropDigits: Rule = observer('comment.airdrop.amount-digits', 'createAirdrop', function* (scene) {
  const { told, data } = yield* airdrop(scene, 'nine decimals', { amount: '0.123456789' });
  return data === null ? told : `accepted as ${String(data['amount'])}`;
});

export const strategyParamsAvg: Rule = observer(
  'comment.airdrop.strategy-params-avg',
  'createAirdrop',
  function* (scene) {
    const own = users(scene).length === 0 ? null : yield* ownComment(scene, silent, 'avg');
    const { body } = exampleInput(operationOf(scene.api, 'createAirdrop'), 'required');
    if (own === null || !isObject(body)) return NOBODY;
    const place = { airdrop_type: 'comments', site_id: own.site.id, slug: own.slug, strategy_name: 'avg' };
    const told: string[] = [];
    for (const params of [{}, { n: 1 }]) {
      const label = JSON.stringify(params);
      const request = { ...body, ...place, strategy_params: params };
      told.push(`${label}: ${acceptance(yield ask(scene, 'createAirdrop', { label, body: request, intent: 'open' }))}`);
    }
    return told.join('; ');
  },
);
