/** Airdrops, a draft: what each type needs, and what the answer repeats of the request. */
import { exampleInput } from '../../generate/inputs.ts';
import { operationOf } from '../../model/api.ts';
import { canonicalDecimal } from '../../model/decimal.ts';
import { type Exchange, isSuccess, outcomeText } from '../../model/exchange.ts';
import { excerpt, isObject, type JsonObject } from '../../model/json.ts';
import { blockedBy, broken, inconclusive, pass } from '../judgement.ts';
import type { Rule, Scene, Script } from '../rule.ts';
import { conversationRule, type Say } from '../shared/conversation.ts';
import { objectOf } from '../shared/data.ts';
import { ask } from './calls.ts';
import { type Asking, ownComment, type Page, readMe, users, type Written } from './fixtures.ts';
import { numberOf } from './found.ts';
import { commentKnown } from './known.ts';

type AirdropType = 'user' | 'slug' | 'comment' | 'comments';

const types: readonly AirdropType[] = ['user', 'slug', 'comment', 'comments'];

/** Whom airdrops can go to here. */
interface Receivers {
  readonly comment: Written & Page;
  readonly userId: number;
  /** asset_id, amount, memo and redirect_url. */
  readonly common: JsonObject;
}

function* receivers(scene: Scene, say: Say, name: string, who: 'given' | 'other' = 'given'): Asking<Receivers | null> {
  const comment = yield* ownComment(scene, say, name, who);
  if (comment === null) return null;
  const userId = numberOf((yield* readMe(scene, say, who))?.['id']);
  const { body } = exampleInput(operationOf(scene.api, 'createAirdrop'), 'required');
  if (userId === null || !isObject(body)) return null;
  const { asset_id, amount, memo, redirect_url } = body;
  const common = { asset_id: commentKnown(scene).airdrop_asset ?? asset_id, amount, memo, redirect_url };
  return { comment, userId, common };
}

/** A whole request of each type. */
function bodyOf(type: AirdropType, { comment, userId, common }: Receivers): JsonObject {
  const place = { site_id: comment.site.id, slug: comment.slug };
  const own: Readonly<Record<AirdropType, JsonObject>> = {
    user: { opponent_id: userId },
    comment: { opponent_id: comment.id },
    slug: place,
    comments: { ...place, strategy_name: 'topn', strategy_params: { n: 1 } },
  };
  return { airdrop_type: type, ...common, ...own[type] };
}

/** The strategy avg in place of topn; its parameters are not shown. */
function byAverage(scene: Scene): JsonObject {
  return { strategy_name: 'avg', strategy_params: commentKnown(scene).airdrop_avg_params ?? {} };
}

function* create(scene: Scene, label: string, body: JsonObject, intent: 'open' | 'invalid' = 'open'): Asking<Exchange> {
  return yield ask(scene, 'createAirdrop', { label, body, intent });
}

/** Whether the whole request is accepted: a refusal of an incomplete one tells nothing when it is not. */
function* accepts(scene: Scene, say: Say, label: string, body: JsonObject): Asking<Exchange | null> {
  const exchange = yield* create(scene, label, body);
  if (objectOf(exchange) !== null) return exchange;
  const isRefusal = exchange.outcome.kind === 'answer' && [400, 404, 422].includes(exchange.outcome.status);
  const reason = `an airdrop (${label}) was answered with ${outcomeText(exchange)}`;
  say(
    isRefusal
      ? inconclusive(reason, 'name an asset that airdrops are made in as known.airdrop_asset')
      : blockedBy(exchange),
  );
  return null;
}

/** What stands in place of a member, or that it is missing. */
interface Incomplete {
  readonly type: AirdropType;
  readonly what: string;
  readonly change: (body: JsonObject) => JsonObject;
}

/** More that is asked where the fixture is there. */
type More = (scene: Scene, say: Say, fixture: Receivers) => Script;

function* tryIncomplete(scene: Scene, say: Say, what: string, body: JsonObject): Script {
  const exchange = yield* create(scene, what, body, 'invalid');
  if (isSuccess(exchange)) {
    say(broken({ expected: `a refusal of type ${what}`, actual: outcomeText(exchange), about: what, exchange }));
  } else say(exchange.outcome.kind === 'failure' ? blockedBy(exchange) : pass);
}

function refusedRule(id: string, incomplete: readonly Incomplete[], more?: More): Rule {
  return conversationRule(id, () => [
    {
      id: 'incomplete',
      operation: 'createAirdrop',
      *talk(scene, say): Script {
        const fixture = yield* receivers(scene, say, 'airdrops');
        if (fixture === null) return;
        for (const { type, what, change } of incomplete) {
          const body = bodyOf(type, fixture);
          if ((yield* accepts(scene, say, type, body)) === null) continue;
          yield* tryIncomplete(scene, say, what, change(body));
        }
        if (more !== undefined) yield* more(scene, say, fixture);
      },
    },
  ]);
}
export const topnN = refusedRule(
  'comment.airdrops.topn-n',
  [{}, { n: 'two' }, { m: 2 }].map((params) => ({
    type: 'comments',
    what: `comments by topn with ${JSON.stringify(params)}`,
    change: (body) => ({ ...body, strategy_params: params }),
  })),
);

/** A rule on what the answer to a whole request says. */
function answerRule(
  id: string,
  wanted: readonly AirdropType[],
  changes: readonly JsonObject[],
  judge: (airdrop: JsonObject, body: JsonObject) => { readonly member: string; readonly expected: unknown } | null,
): Rule {
  return conversationRule(id, () => [
    {
      id: 'answers',
      operation: 'createAirdrop',
      *talk(scene, say): Script {
        const fixture = yield* receivers(scene, say, 'airdrops');
        if (fixture === null) return;
        for (const type of wanted) {
          for (const [place, change] of changes.entries()) {
            const body = { ...bodyOf(type, fixture), ...change };
            const exchange = yield* accepts(scene, say, `${type} ${place}`, body);
            const airdrop = objectOf(exchange ?? undefined);
            if (exchange === null || airdrop === null) continue;
            const wrong = judge(airdrop, body);
            if (wrong === null) say(pass);
            else {
              const { member, expected } = wrong;
              say(
                broken({
                  expected: excerpt(expected),
                  actual: excerpt(airdrop[member]),
                  pointer: `/data/${member}`,
                  exchange,
                }),
              );
            }
          }
        }
      },
    },
  ]);
}

/** The first of the members in which an airdrop differs from what was asked for. */
function differing(airdrop: JsonObject, body: JsonObject, members: readonly string[]) {
  const form = (name: string, value: unknown) => {
    if (name === 'amount' && typeof value === 'string') return canonicalDecimal(value);
    return name === 'asset_id' ? String(value).toLowerCase() : value;
  };
  const member = members.find((name) => form(name, airdrop[name]) !== form(name, body[name]));
  return member === undefined ? null : { member, expected: body[member] };
}

export const amountPrecision = answerRule(
  'comment.airdrops.amount-precision',
  ['comment', 'user'],
  ['1', '0.00000001', '12.12345678', '1.50000000', '123456789.00000001'].map((amount) => ({ amount })),
  (airdrop, body) => differing(airdrop, body, ['amount']),
);

export const opponentIdMeaning: Rule = conversationRule('comment.airdrops.opponent-id-meaning', () => [
  {
    id: 'meanings',
    operation: 'createAirdrop',
    *talk(scene, say) {
      const fixture = yield* receivers(scene, say, 'airdrops');
      if (fixture === null) return;
      const slug = yield* create(scene, 'slug', bodyOf('slug', fixture));
      for (const type of ['user', 'comment'] as const) {
        const body = bodyOf(type, fixture);
        const exchange = yield* create(scene, type, body);
        const airdrop = objectOf(exchange);
        const expected = `an airdrop to ${type} ${excerpt(body['opponent_id'])}`;
        if (airdrop === null) {
          // Where another type is accepted it is not the asset, nor the amount, that is refused.
          const isRefused = exchange.outcome.kind === 'answer' && [400, 404, 422].includes(exchange.outcome.status);
          if (isRefused && isSuccess(slug)) {
            say(broken({ expected, actual: outcomeText(exchange), about: type, exchange }));
          } else yield* accepts(scene, say, type, body);
        } else if (airdrop['opponent_id'] === body['opponent_id']) say(pass);
        else say(broken({ expected, actual: excerpt(airdrop['opponent_id']), pointer: '/data/opponent_id', exchange }));
      }
    },
  },
]);

/** A refusal that is about what was asked for. */
function isRefusal({ outcome }: Exchange): boolean {
  return outcome.kind === 'answer' && outcome.status >= 400 && outcome.status < 500 && outcome.status !== 429;
}

function* askTypes(scene: Scene, say: Say): Script {
  // Somebody else is given to where that can be: airdrops to oneself may be refused.
  const who = users(scene).includes('other') && users(scene).includes('given') ? 'other' : 'given';
  const fixture = yield* receivers(scene, say, 'airdrop types', who);
  if (fixture === null) return;
  const tried: { readonly name: string; readonly exchange: Exchange }[] = [];
  for (const type of types) {
    const name = type === 'comments' ? 'comments by topn' : type;
    tried.push({ name, exchange: yield* create(scene, `each, ${name}`, bodyOf(type, fixture)) });
  }
  const accepted = tried.find(({ exchange }) => isSuccess(exchange));
  if (accepted === undefined) {
    yield* accepts(scene, say, 'any type', bodyOf('slug', fixture));
    return;
  }
  const judge = (name: string, exchange: Exchange) => {
    const expected = `an airdrop to ${name}, as one to ${accepted.name} is accepted`;
    if (isSuccess(exchange)) say(pass);
    else if (!isRefusal(exchange)) say(blockedBy(exchange));
    else if (who === 'given' && name !== 'slug') {
      const hint = 'name a second user, as the keystore other of sign_in or by other_credentials';
      say(inconclusive(`an airdrop to oneself (${name}) was answered with ${outcomeText(exchange)}`, hint));
    } else say(broken({ expected, actual: outcomeText(exchange), about: name, exchange }));
  };
  for (const { name, exchange } of tried) judge(name, exchange);
  const average = { ...bodyOf('comments', fixture), ...byAverage(scene) };
  const exchange = yield* create(scene, 'each, comments by avg', average);
  if (commentKnown(scene).airdrop_avg_params !== undefined || !isRefusal(exchange)) {
    judge('comments by avg', exchange);
  } else {
    const hint = 'name what the strategy avg takes as known.airdrop_avg_params in the target file';
    say(inconclusive('avg was refused with empty parameters; those that it takes are not shown', hint));
  }
}

export const typesAccepted: Rule = conversationRule('comment.airdrops.types', () => [
  { id: 'types', operation: 'createAirdrop', talk: askTypes },
]);
