/** Actions: with and without a payment, of each broker (document 2, Endpoints, Swap service). */

import { gzipSync, unzipSync } from 'node:zlib';
import { sendOpen } from '@wallet-services/conformance/builtin';
import {
  blocked,
  blockedBy,
  broken,
  type CheckContext,
  inconclusive,
  type Judgement,
  type OwnRule,
  objectOf,
  pass,
  type SuiteContext,
  unlessClosed,
  warn,
} from '@wallet-services/conformance/core';
import { inputsOf, knownInputs, once } from '@wallet-services/conformance/discovery';
import {
  type Exchange,
  excerpt,
  isBlank,
  isObject,
  isSuccess,
  type JsonObject,
  outcomeText,
  seededUuid,
} from '@wallet-services/conformance/model';
import { answeredAsOne, sentIn } from '@wallet-services/conformance/mutation';
import { judgeOwnIds } from '../../shared/own-ids.ts';
import { swapKnown } from '../known.ts';

/** An action that this server should accept, with its payment. */
export async function paidAction(ctx: CheckContext): Promise<JsonObject> {
  const [found] = await inputsOf(ctx, 'createAction');
  const { action, amount, asset_id } = isObject(found?.input.body) ? found.input.body : {};
  return { action, amount, asset_id };
}

/** Requests an action; whether a server accepts it depends on its trades. */
export function sendAction(ctx: CheckContext, label: string, body: JsonObject): Promise<Exchange> {
  return sendOpen(ctx, 'createAction', label, { body });
}

type Tried = Awaited<ReturnType<typeof actionsTried>>[number];

/** Every action that is tried, once for all rules, with the way in which the broker is named. */
const actionsTried = once(async (ctx: CheckContext) => {
  const paid = await paidAction(ctx);
  const alternate = swapKnown(ctx.suite).alternate_broker?.id;
  const brokers = {
    absent: {},
    empty: { broker_id: '' },
    ...(alternate !== undefined && { alternate: { broker_id: alternate } }),
  };
  const tried = [];
  for (const isPaid of [true, false]) {
    for (const [broker, named] of Object.entries(brokers)) {
      const label = `${isPaid ? 'with' : 'without'} a payment, broker ${broker}`;
      const body = { ...(isPaid ? paid : { action: paid['action'] }), ...named };
      const exchange = await sendAction(ctx, label, body);
      tried.push({ action: String(paid['action']), isPaid, broker, body, exchange, data: objectOf(exchange) });
    }
  }
  return tried;
});

/** Why a rejected action decides nothing. */
function refusedAction(exchange: Exchange, suite: SuiteContext): Judgement {
  const hint =
    'set known.inputs.createAction in the target file to an action that it accepts (body: action, amount, asset_id)';
  const { outcome } = exchange;
  if (isSuccess(exchange) || outcome.kind === 'failure' || outcome.status >= 500) return blockedBy(exchange);
  const reason = `the action was refused with ${outcomeText(exchange)}`;
  if (knownInputs(suite, 'createAction').length > 0)
    return blocked(`${reason}, although it comes from the target file`, hint);
  return inconclusive(`${reason}; this server may not trade the assets in the contract's example`, hint);
}

/** Members of an answer that are not empty. */
function reportingMembers(data: JsonObject | null): string {
  const names = Object.keys(data ?? {}).filter((name) => !isBlank(data?.[name]));
  return names.sort().join(', ');
}

/** @param usual the answer without a broker. */
function judgeBroker({ broker, isPaid, exchange, data }: Tried, usual: string, accepted: Tried): Judgement {
  if (exchange.outcome.kind === 'failure') return blockedBy(exchange);
  if (!isSuccess(exchange)) {
    const expected = `success, since the action is accepted with the broker ${accepted.broker}`;
    const about = `${isPaid ? 'with' : 'without'} a payment, broker ${broker}`;
    return broken({ expected, actual: outcomeText(exchange), about, exchange });
  }
  const members = reportingMembers(data);
  const expected = `the same members as without a broker_id: ${usual}`;
  const isSame = broker === 'absent' || members === usual;
  return isSame ? pass : broken({ expected, actual: members, pointer: '/data', exchange });
}

const defaultBroker: OwnRule = {
  id: 'swap.createAction.default-broker',
  async check(ctx, report) {
    for (const same of Map.groupBy(await actionsTried(ctx), ({ isPaid }) => isPaid).values()) {
      const [first] = same;
      const accepted = same.find(({ exchange }) => isSuccess(exchange));
      if (first === undefined) continue;
      if (accepted === undefined) return report(refusedAction(first.exchange, ctx.suite));
      const usual = reportingMembers(first.data ?? accepted.data);
      for (const one of same) {
        const again = () => sendAction(ctx, 'an action that was accepted before', accepted.body);
        const judged = await unlessClosed(judgeBroker(one, usual, accepted), again);
        // The alternate broker may lack the pair of the action.
        const isOther = one.broker === 'alternate' && judged.verdict === 'broken';
        report(isOther ? warn(judged.breach) : judged);
      }
    }
  },
  mutants: (at) => {
    const { refused, value } = at('createAction');
    return {
      'an empty broker_id is an unknown broker': refused((request) => sentIn(request)['broker_id'] === ''),
      'an action of another broker is refused': refused((request) => String(sentIn(request)['broker_id'] ?? '') !== ''),
      'an action wants a broker_id': refused((request) => sentIn(request)['broker_id'] === undefined),
      'an empty broker_id makes no code': value('/data', (data, request) =>
        sentIn(request)['broker_id'] === '' ? { ...(data as JsonObject), code: '', code_url: '' } : data,
      ),
    };
  },
};

/**
 * The length from which an action is searched for within a text: shorter ones may occur by chance, and only count as
 * the whole text.
 */
const TELLING_TEXT_LENGTH = 12;

/** A shortened text; empty for one that is not shortened. */
function unpacked(bytes: Uint8Array): string {
  try {
    return unzipSync(bytes, { maxOutputLength: 1 << 16 }).toString();
  } catch {
    return '';
  }
}

/** The readable forms of a text, each with its decoding. */
function readingsOf(text: string): Readonly<Record<string, string>> {
  return {
    'as it was sent': text,
    'in base64': Buffer.from(text, 'base64').toString(),
    'in hexadecimal': Buffer.from(text.replace(/^0x/i, ''), 'hex').toString(),
    'as a URL has it': text.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    backwards: [...text].reverse().join(''),
    compressed: unpacked(Buffer.from(text, 'base64')),
  };
}

/** The form in which a text shows an action, decoded once or twice; undefined if it does not show it. */
function readable(text: string, action: string): string | undefined {
  const shows = (plain: string) => plain === action || (action.length >= TELLING_TEXT_LENGTH && plain.includes(action));
  const isShown = (plain: string) => shows(plain) || Object.values(readingsOf(plain)).some(shows);
  return Object.entries(readingsOf(text)).find(([, plain]) => isShown(plain))?.[0];
}

function judgeSecret({ action, exchange, data }: Tried): Judgement {
  const shown = data?.['action'];
  const at = { expected: 'encrypted action data', pointer: '/data/action', exchange };
  if (typeof shown !== 'string' || shown.trim() === '') {
    return broken({ ...at, actual: shown === undefined ? 'it is missing' : excerpt(shown), about: 'nothing' });
  }
  const how = readable(shown.trim(), action);
  return how === undefined
    ? pass
    : broken({ ...at, actual: `the action of the request, readable ${how}`, about: 'readable' });
}

const encrypted: OwnRule = {
  id: 'swap.createAction.encrypted',
  async check(ctx, report) {
    const tried = await actionsTried(ctx);
    const answered = tried.filter(({ data }) => data !== null);
    const [refused] = tried;
    if (answered.length === 0 && refused !== undefined) return report(refusedAction(refused.exchange, ctx.suite));
    report(...answered.map(judgeSecret));
  },
  mutants: (at) => {
    const encoded = (encode: (action: string) => string) =>
      at('createAction').value('/data/action', (_, request) => encode(String(sentIn(request)['action'])));
    const empty = at('createAction').value('/data/action', (reported, { body }) =>
      /"amount"/.test(body) ? reported : '',
    );
    return {
      'an action is answered as it was sent': encoded((action) => action),
      'an action is encoded, but not encrypted': encoded((action) => Buffer.from(action).toString('base64url')),
      'an action is written in hexadecimal, but not encrypted': encoded((action) =>
        Buffer.from(action).toString('hex'),
      ),
      'an action is encoded twice, but not encrypted': encoded((action) => btoa(btoa(action))),
      'an action is compressed, but not encrypted': encoded((action) => gzipSync(action).toString('base64')),
      'an action is escaped, but not encrypted': encoded(encodeURIComponent),
      'an action without a payment is empty': empty,
    };
  },
};

/**
 * The rule that each payment has ids of its own, since payments differ in their trace ids. An action may name a follow
 * id itself.
 */
const ownIds: OwnRule = {
  id: 'swap.createAction.own-ids',
  async check(ctx, report) {
    const paid = await paidAction(ctx);
    const { seed, run } = ctx.suite;
    const pay = (label: string) => sendAction(ctx, label, { ...paid, trace_id: seededUuid(seed, run, 'swap', label) });
    const [one, other] = await Promise.all([pay('this payment'), pay('that payment')]);
    const named = String(objectOf(one)?.['follow_id']).toLowerCase();
    const own = [
      '/data/code',
      '/data/code_url',
      ...(String(paid['action']).toLowerCase().includes(named) ? [] : ['/data/follow_id']),
    ];
    const refused = [one, other].find((exchange) => !isSuccess(exchange));
    report(...(refused === undefined ? judgeOwnIds([one, other], own) : [refusedAction(refused, ctx.suite)]));
  },
  mutants: (at) => ({
    'every payment has the same code': at('createAction').always('/data/code'),
    'every payment has the same code_url': at('createAction').always('/data/code_url'),
    'every action has the same follow_id': at('createAction').always('/data/follow_id'),
    'actions asked for at once have the same ids': answeredAsOne(at('createAction')),
  }),
};

/** The input rules detect a server that rejects an action without an optional member. */
const optionalInputs: OwnRule = {
  id: 'input.valid-accepted',
  mutants: (at) =>
    ['trace_id', 'broker_id', 'amount', 'asset_id'].map((member) => ({
      id: `an action without ${member} is refused`,
      operation: 'createAction',
      mutation: at('createAction').refused((request) => sentIn(request)[member] === undefined),
    })),
};

export default [defaultBroker, encrypted, ownIds, optionalInputs];
