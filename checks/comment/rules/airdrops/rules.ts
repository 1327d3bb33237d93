import { probing } from '@wallet-services/conformance/builtin';
import {
  type Breach,
  blockedBy,
  broken,
  inconclusive,
  isRefusal,
  judgeRefused,
  judgeTaken,
  type OwnRule,
  objectOf,
  orNull,
  pass,
  passIf,
  unlessClosed,
} from '@wallet-services/conformance/core';
import {
  canonicalDecimal,
  type Exchange,
  excerpt,
  isObject,
  isSuccess,
  outcomeText,
  sameJson,
} from '@wallet-services/conformance/model';
import { type At, editedReply, sentIn } from '@wallet-services/conformance/mutation';
import { judgeOwnIds } from '../../../shared/own-ids.ts';
import {
  type AirdropType,
  airdropIn,
  airdropTo,
  makeAirdrop,
  receiversOf,
  requestOf,
  sendAirdrop,
  types,
} from '../../airdrops/requests.ts';
import { commentKnown } from '../../known.ts';

const accepted: OwnRule = {
  id: 'comment.createAirdrop.types',
  async check(ctx, report) {
    const receivers = await receiversOf(ctx);
    const tried: { readonly type: AirdropType; readonly name: string; readonly exchange: Exchange }[] = [];
    for (const type of types) {
      const name = type === 'comments' ? 'comments by topn' : type;
      tried.push({ type, name, exchange: (await airdropTo(ctx, type)).exchange });
    }
    const taken = tried.find(({ exchange }) => isSuccess(exchange));
    if (taken === undefined) return void airdropIn((await airdropTo(ctx, 'slug')).exchange, 'of any type');
    const again = () => sendAirdrop(ctx, 'accepted before', requestOf(taken.type, receivers));
    const judge = async (name: string, exchange: Exchange) => {
      const expected = `success of an airdrop to ${name}, since one to ${taken.name} succeeds`;
      const judged = await unlessClosed(judgeTaken(exchange, expected, name), again);
      if (judged.verdict !== 'broken' || receivers.isOther || name === 'slug') return report(judged);
      const hint = 'set sign_in.keystores.other or other_credentials in the target file to a second user';
      report(inconclusive(`an airdrop to oneself (${name}) was refused with ${outcomeText(exchange)}`, hint));
    };
    for (const { name, exchange } of tried) await judge(name, exchange);
    const { exchange } = await airdropTo(ctx, 'comments by avg');
    if (commentKnown(ctx.suite).airdrop_avg_params !== undefined || !isRefusal(exchange)) {
      return await judge('comments by avg', exchange);
    }
    const hint = 'set known.airdrop_avg_params in the target file to the parameters of the strategy avg';
    report(inconclusive('avg was refused without parameters; the documents do not say which it takes', hint));
  },
  mutants: (at) => {
    const values = { airdrop_type: types, strategy_name: ['topn', 'avg'] };
    return Object.entries(values).flatMap(([member, all]) =>
      all.map((value) => ({
        id: `airdrops with ${member} ${value} are refused`,
        mutation: at('createAirdrop').refused((request) => sentIn(request)[member] === value),
      })),
    );
  },
};

/** The operations that request airdrops of a type. */
const to = (at: At, type: AirdropType) =>
  at('createAirdrop').when((request) => sentIn(request)['airdrop_type'] === type);

const opponentIdMeaning: OwnRule = {
  id: 'comment.createAirdrop.opponent-id-meaning',
  async check(ctx, report) {
    const receivers = await receiversOf(ctx);
    const { exchange: slug } = await airdropTo(ctx, 'slug');
    for (const type of ['user', 'comment'] as const) {
      const { own: body, exchange } = await airdropTo(ctx, type);
      const airdrop = objectOf(exchange);
      const expected = `an airdrop to ${type} ${excerpt(body['opponent_id'])}`;
      const actual = airdrop === null ? outcomeText(exchange) : excerpt(airdrop['opponent_id']);
      if (airdrop?.['opponent_id'] === body['opponent_id']) report(pass);
      else if (airdrop !== null) report(broken({ expected, actual, pointer: '/data/opponent_id', exchange }));
      // Where another type is accepted, neither the asset nor the amount caused the rejection.
      else if (isRefusal(exchange) && isSuccess(slug) && receivers.isOther) {
        report(broken({ expected, actual, about: type, exchange }));
      } else report(blockedBy(exchange));
    }
  },
  mutants: (at) => ({
    'opponent_id of an airdrop to a comment is a user': to(at, 'comment').body((body) => ({
      ...body,
      airdrop_type: 'user',
    })),
    'opponent_id of an airdrop to a user is lost': to(at, 'user').set('/data/opponent_id', 0),
  }),
};

/** A sent value that differs in the answer, with its place; of an object, the members that were sent. */
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

const requestedFor: OwnRule = {
  id: 'comment.createAirdrop.asked-for',
  async check(ctx, report) {
    for (const kind of ['slug', 'comments', 'comments by avg'] as const) {
      const { own, exchange } = await airdropTo(ctx, kind);
      // Parameters of avg are not documented.
      if (kind === 'comments by avg' && isRefusal(exchange)) continue;
      const breach = lost(own, airdropIn(exchange, kind), '/data');
      report(breach === null ? pass : broken({ ...breach, exchange }));
    }
  },
  mutants: (at) => ({
    'the site of an airdrop is the next one': at('createAirdrop').value('/data/site_id', (id) => Number(id) + 1),
    'the slug of an airdrop is lost': at('createAirdrop').set('/data/slug', ''),
    'the strategy of an airdrop is always avg': at('createAirdrop').set('/data/strategy_name', 'avg'),
    'the strategy of an airdrop is always topn': at('createAirdrop').set('/data/strategy_name', 'topn'),
    'n of an airdrop by topn is ten': at('createAirdrop').set('/data/strategy_params/n', 10),
  }),
};

const topnN: OwnRule = {
  id: 'comment.createAirdrop.topn-n',
  async check(ctx, report) {
    const receivers = await receiversOf(ctx);
    const body = requestOf('comments', receivers);
    await makeAirdrop(ctx, 'by topn', body);
    for (const params of [{}, { n: 'two' }, { m: 2 }]) {
      const what = `comments by topn with ${JSON.stringify(params)}`;
      const exchange = await sendAirdrop(ctx, what, { ...body, strategy_params: params });
      report(isRefusal(exchange) || isSuccess(exchange) ? judgeRefused(exchange, what) : blockedBy(exchange));
    }
  },
  mutants: (at) => {
    const ten = (isMeant: (n: unknown) => boolean) =>
      at('createAirdrop').body((body) => {
        const { strategy_params: params } = body;
        return isObject(params) && isMeant(params['n']) ? { ...body, strategy_params: { n: 10 } } : body;
      });
    return {
      'topn takes ten where n is none': ten((n) => n === undefined),
      'topn takes ten where n is no number': ten((n) => typeof n === 'string'),
    };
  },
};

const amounts = ['1', '0.00000001', '12.12345678', '1.50000000', '123456789.00000001'];

const NINE = '1.123456789';

/** Keeps the digits of a sent amount beyond its eighth decimal. */
const finer = (at: At) =>
  at('createAirdrop').instead(async (request, next) => {
    const sent = sentIn(request);
    const { amount } = sent;
    if (typeof amount !== 'string' || !/\.\d{9,}$/.test(amount)) return next(request);
    const reply = await next({ ...request, body: JSON.stringify({ ...sent, amount: '1' }) });
    return editedReply(reply, '/data/amount', () => amount);
  });

const amountPrecision: OwnRule = {
  id: 'comment.createAirdrop.amount-precision',
  async check(ctx, report) {
    const receivers = await receiversOf(ctx);
    let isAnyMade = false;
    for (const [type, amount] of amounts.flatMap((one) => [['comment', one] as const, ['user', one] as const])) {
      const body = { ...requestOf(type, receivers), amount };
      // The server decides which amounts it accepts.
      const made = await orNull(makeAirdrop(ctx, `${type}, ${amount}`, body));
      if (made === null) continue;
      isAnyMade = true;
      const actual = made.airdrop['amount'];
      const isKept = typeof actual === 'string' && canonicalDecimal(actual) === canonicalDecimal(amount);
      const { exchange } = made;
      report(passIf(isKept, { expected: amount, actual: excerpt(actual), pointer: '/data/amount', exchange }));
    }
    // A finer amount may be rejected or cut: an airdrop with a precision of 8 does not have it.
    const fine = await sendAirdrop(probing(ctx), 'nine decimals', { ...requestOf('slug', receivers), amount: NINE });
    const kept = objectOf(fine)?.['amount'];
    const expected = 'at most 8 decimals';
    if (canonicalDecimal(String(kept)) === NINE) {
      report(broken({ expected, actual: excerpt(kept), pointer: '/data/amount', exchange: fine }));
    }
    if (!isAnyMade) await makeAirdrop(ctx, 'of any amount', requestOf('comment', receivers));
  },
  mutants: (at) => {
    const { value } = at('createAirdrop');
    return {
      'a ninth decimal is kept': finer(at),
      'amounts are rounded to 4 decimals': value('/data/amount', (amount) => Number(amount).toFixed(4)),
      'amounts are kept as floats': value('/data/amount', (amount) => String(Math.fround(Number(amount)))),
    };
  },
};

const idPointers = ['/data/id', '/data/uuid', '/data/payment_code'];

const ownIds: OwnRule = {
  id: 'comment.createAirdrop.own-ids',
  async check(ctx, report) {
    const receivers = await receiversOf(ctx);
    const make = async (which: string) =>
      (await makeAirdrop(ctx, `the ${which} of two`, requestOf('comment', receivers))).exchange;
    // The requests differ only in their memos: a code identifies a payment, and not its amount.
    report(...judgeOwnIds([await make('first'), await make('second')], idPointers));
  },
  mutants: (at) => ({
    ...Object.fromEntries(
      idPointers.map((pointer) => [
        `every airdrop has the same ${pointer.split('/').at(-1)}`,
        at('createAirdrop').always(pointer),
      ]),
    ),
    'airdrops of one amount to one comment share their payment_code': () => {
      const codes = new Map<string, unknown>();
      return at('createAirdrop').value('/data/payment_code', (code, request) => {
        const { amount, opponent_id: opponent } = sentIn(request);
        const key = JSON.stringify([amount, opponent]);
        if (!codes.has(key)) codes.set(key, code);
        return codes.get(key);
      })();
    },
  }),
};

export default [accepted, opponentIdMeaning, requestedFor, topnN, amountPrecision, ownIds];
