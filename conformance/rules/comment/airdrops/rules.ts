import { sentIn } from '../../../fault/proxy/reply.ts';
import { canonicalDecimal } from '../../../model/decimal.ts';
import { type Exchange, isSuccess, outcomeText } from '../../../model/exchange.ts';
import { excerpt, isObject, sameJson } from '../../../model/json.ts';
import { blockedBy, broken, inconclusive, orNull, pass } from '../../judgement.ts';
import type { OwnRule } from '../../own.ts';
import type { Breach } from '../../rule.ts';
import { objectOf } from '../../shared/data.ts';
import { commentKnown } from '../known.ts';
import { isRefusal } from '../sign-in/ask.ts';
import { askAirdrop, byAverage, makeAirdrop, receiversOf, requestOf, types } from './requests.ts';

const accepted: OwnRule = {
  id: 'comment.createAirdrop.types',
  async check(talk, say) {
    const receivers = await receiversOf(talk);
    const tried: { readonly name: string; readonly exchange: Exchange }[] = [];
    for (const type of types) {
      const name = type === 'comments' ? 'comments by topn' : type;
      tried.push({ name, exchange: await askAirdrop(talk, `to ${name}`, requestOf(type, receivers)) });
    }
    const taken = tried.find(({ exchange }) => isSuccess(exchange));
    if (taken === undefined) {
      await makeAirdrop(talk, 'of any type', requestOf('slug', receivers));
      return;
    }
    const judge = (name: string, exchange: Exchange) => {
      const expected = `an airdrop to ${name}, as one to ${taken.name} is accepted`;
      if (isSuccess(exchange)) say(pass);
      else if (!isRefusal(exchange)) say(blockedBy(exchange));
      else if (receivers.isOther || name === 'slug') {
        say(broken({ expected, actual: outcomeText(exchange), about: name, exchange }));
      } else {
        const hint = 'name a second user, as the keystore other of sign_in or by other_credentials';
        say(inconclusive(`an airdrop to oneself (${name}) was answered with ${outcomeText(exchange)}`, hint));
      }
    };
    for (const { name, exchange } of tried) judge(name, exchange);
    const average = { ...requestOf('comments', receivers), ...byAverage(talk) };
    const exchange = await askAirdrop(talk, 'to comments by avg', average);
    if (commentKnown(talk.scene).airdrop_avg_params !== undefined || !isRefusal(exchange)) {
      return judge('comments by avg', exchange);
    }
    const hint = 'name what the strategy avg takes as known.airdrop_avg_params in the target file';
    say(inconclusive('avg was refused with empty parameters; those that it takes are not shown', hint));
  },
  faults: (at) => {
    const refused = (member: string, value: string) => ({
      id: `airdrops with ${member} ${value} are refused`,
      fault: at('createAirdrop').refused((asked) => sentIn(asked)[member] === value),
    });
    return [
      ...types.map((type) => refused('airdrop_type', type)),
      ...['topn', 'avg'].map((strategy) => refused('strategy_name', strategy)),
    ];
  },
};

const opponentIdMeaning: OwnRule = {
  id: 'comment.createAirdrop.opponent-id-meaning',
  async check(talk, say) {
    const receivers = await receiversOf(talk);
    const slug = await askAirdrop(talk, 'to a slug', requestOf('slug', receivers));
    for (const type of ['user', 'comment'] as const) {
      const body = requestOf(type, receivers);
      const exchange = await askAirdrop(talk, `to a ${type}`, body);
      const airdrop = objectOf(exchange);
      const expected = `an airdrop to ${type} ${excerpt(body['opponent_id'])}`;
      const actual = airdrop === null ? outcomeText(exchange) : excerpt(airdrop['opponent_id']);
      if (airdrop?.['opponent_id'] === body['opponent_id']) say(pass);
      else if (airdrop !== null) say(broken({ expected, actual, pointer: '/data/opponent_id', exchange }));
      // Where another type is accepted it is not the asset, nor the amount, that is refused.
      else if (isRefusal(exchange) && isSuccess(slug) && receivers.isOther) {
        say(broken({ expected, actual, about: type, exchange }));
      } else say(blockedBy(exchange));
    }
  },
  faults: (at) => ({
    'opponent_id of an airdrop to a comment is a user': at('createAirdrop').body((body) =>
      body['airdrop_type'] === 'comment' ? { ...body, airdrop_type: 'user' } : body,
    ),
    'opponent_id of an airdrop to a user is lost': at('createAirdrop').value('/data/opponent_id', (id, asked) =>
      sentIn(asked)['airdrop_type'] === 'user' ? 0 : id,
    ),
  }),
};

/** What was sent and stands in the answer otherwise, with its place; of an object, the members that were sent. */
function lost(
  sent: unknown,
  answered: unknown,
  pointer: string,
): Pick<Breach, 'expected' | 'actual' | 'pointer'> | null {
  if (!isObject(sent)) {
    return sameJson(sent, answered) ? null : { expected: excerpt(sent), actual: excerpt(answered), pointer };
  }
  const inner = isObject(answered) ? answered : {};
  const found = Object.entries(sent).map(([name, value]) => lost(value, inner[name], `${pointer}/${name}`));
  return found.find((one) => one !== null) ?? null;
}

const askedFor: OwnRule = {
  id: 'comment.createAirdrop.asked-for',
  async check(talk, say) {
    const receivers = await receiversOf(talk);
    for (const type of ['slug', 'comments'] as const) {
      const { airdrop, exchange } = await makeAirdrop(talk, `to ${type}`, requestOf(type, receivers));
      const breach = lost(receivers.own[type], airdrop, '/data');
      say(breach === null ? pass : broken({ ...breach, exchange }));
    }
  },
  faults: (at) => ({
    'the site of an airdrop is the next one': at('createAirdrop').value('/data/site_id', (id) => Number(id) + 1),
    'the slug of an airdrop is lost': at('createAirdrop').value('/data/slug', () => ''),
    'the strategy of an airdrop is another': at('createAirdrop').value('/data/strategy_name', () => 'avg'),
    'n of an airdrop by topn is ten': at('createAirdrop').value('/data/strategy_params/n', () => 10),
  }),
};

const topnN: OwnRule = {
  id: 'comment.createAirdrop.topn-n',
  async check(talk, say) {
    const receivers = await receiversOf(talk);
    const body = requestOf('comments', receivers);
    await makeAirdrop(talk, 'by topn', body);
    for (const params of [{}, { n: 'two' }, { m: 2 }]) {
      const what = `comments by topn with ${JSON.stringify(params)}`;
      const exchange = await askAirdrop(talk, what, { ...body, strategy_params: params });
      if (isRefusal(exchange)) say(pass);
      else if (!isSuccess(exchange)) say(blockedBy(exchange));
      else say(broken({ expected: `a refusal of ${what}`, actual: outcomeText(exchange), about: what, exchange }));
    }
  },
  faults: (at) => {
    const taking = (id: string, isMeant: (n: unknown) => boolean) => ({
      id,
      fault: at('createAirdrop').body((body) => {
        const { strategy_params: params } = body;
        return isObject(params) && isMeant(params['n']) ? { ...body, strategy_params: { n: 10 } } : body;
      }),
    });
    return [
      taking('topn takes ten where n is none', (n) => n === undefined),
      taking('topn takes ten where n is no number', (n) => typeof n === 'string'),
    ];
  },
};

const amounts = ['1', '0.00000001', '12.12345678', '1.50000000', '123456789.00000001'];

const amountPrecision: OwnRule = {
  id: 'comment.createAirdrop.amount-precision',
  async check(talk, say) {
    const receivers = await receiversOf(talk);
    let isAnyMade = false;
    for (const [type, amount] of amounts.flatMap((one) => [['comment', one] as const, ['user', one] as const])) {
      const body = { ...requestOf(type, receivers), amount };
      // Which amounts are given is for the server to say.
      const made = await orNull(makeAirdrop(talk, `${type}, ${amount}`, body));
      if (made === null) continue;
      isAnyMade = true;
      const actual = made.airdrop['amount'];
      const isKept = typeof actual === 'string' && canonicalDecimal(actual) === canonicalDecimal(amount);
      const breach = { expected: amount, actual: excerpt(actual), pointer: '/data/amount', exchange: made.exchange };
      say(isKept ? pass : broken(breach));
    }
    if (!isAnyMade) await makeAirdrop(talk, 'of any amount', requestOf('comment', receivers));
  },
  faults: (at) => {
    const kept = (id: string, change: (amount: number) => string) => ({
      id,
      fault: at('createAirdrop').value('/data/amount', (amount) => change(Number(amount))),
    });
    return [
      kept('amounts are rounded to 4 decimals', (amount) => amount.toFixed(4)),
      kept('amounts are kept as floats', (amount) => String(Math.fround(amount))),
    ];
  },
};

export default [accepted, opponentIdMeaning, askedFor, topnN, amountPrecision];
