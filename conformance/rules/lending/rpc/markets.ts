/** AllMarkets tells of the same markets as HTTP, and its Market has no version and another name for the price's time. */
import type { Exchange, RpcProtocol, Trace } from '../../../model/exchange.ts';
import { excerpt, type JsonObject } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { blockedBy, broken, inconclusive, pass, passUnless } from '../../judgement.ts';
import type { Case, Judgement, Rule, Scene, Script } from '../../rule.ts';
import { itemsOf, marketsCall, rpcCall } from '../calls.ts';
import { messagesOf, noRpc, rawMessagesOf, refusedRpc, sameFigure, sandwichOf } from './messages.ts';

/** Document 1, Market: the only member whose name differs. */
const PRICE_TIME = 'price_updated_at';
const RPC_PRICE_TIME = 'price_update_at';

function casesOf(scene: Scene, script: (protocol: RpcProtocol) => () => Script): readonly Case[] {
  return scene.rpcProtocols.map((protocol) => ({ id: protocol, operation: null, script: script(protocol) }));
}

function byId(markets: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  return new Map(markets.map((market) => [String(market['id']), market]));
}

interface Pair {
  readonly id: string;
  readonly index: number;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly message: JsonObject;
}

function differences({ index, before, after, message }: Pair, exchange: Exchange, scene: Scene): readonly Judgement[] {
  const { document } = scene.api;
  const members = Object.keys(document.components.schemas['Market']?.properties ?? {});
  return members
    .filter((member) => member !== 'version' && before[member] === after[member])
    .flatMap((member) => {
      const name = member === PRICE_TIME ? RPC_PRICE_TIME : member;
      if (sameFigure(document, 'Market', member, before[member], message[name])) return [];
      const expected = `${excerpt(before[member])}, the ${member} of GET /api/v1/markets/all`;
      const pointer = within(within('/data', index), name);
      return [broken({ expected, actual: excerpt(message[name]), pointer, exchange })];
    });
}

function judgeMatch(trace: Trace, scene: Scene): readonly Judgement[] {
  const { before, rpc, after } = sandwichOf(trace);
  const [first, last] = [itemsOf(before), itemsOf(after)];
  const messages = messagesOf(rpc, scene);
  if (rpc === undefined || messages === null) return [refusedRpc(rpc)];
  if (first === null || last === null) return [blockedBy(first === null ? before : after)];
  if (first.length === 0 && last.length === 0 && messages.length === 0) {
    return [inconclusive('there are no markets', 'put markets into the data')];
  }
  const [early, late, told] = [byId(first), byId(last), byId(messages)];
  const lost = [...early.keys()].filter((id) => late.has(id) && !told.has(id));
  const extra = [...told.keys()].filter((id) => !early.has(id) && !late.has(id));
  const differing = [
    ...lost.map((id) => `market ${id} is missing`),
    ...extra.map((id) => `market ${id} is told of here only`),
  ];
  if (differing.length > 0) {
    const expected = 'the markets of GET /api/v1/markets/all';
    return [broken({ expected, actual: differing.join(', '), pointer: '/data', exchange: rpc })];
  }
  const pairs = [...told].flatMap(([id, message], index): Pair[] => {
    const [one, other] = [early.get(id), late.get(id)];
    return one === undefined || other === undefined ? [] : [{ id, index, before: one, after: other, message }];
  });
  return passUnless(pairs.flatMap((pair) => differences(pair, rpc, scene)));
}

export const marketsMatch: Rule = {
  id: 'lending.rpc.markets-match-http',
  plan: (scene) =>
    casesOf(
      scene,
      (protocol) =>
        function* () {
          yield marketsCall(scene, 'before');
          yield rpcCall(protocol, 'AllMarkets', {}, 'rpc');
          yield marketsCall(scene, 'after');
        },
    ),
  judge: judgeMatch,
  whenSilent: noRpc,
};

/** Names under which the JSON of a message may carry a member of the HTTP answer that the message does not have. */
const wrongNames: readonly { readonly name: string; readonly expected: string }[] = [
  { name: 'version', expected: 'no version, which is in HTTP only' },
  { name: 'priceUpdatedAt', expected: `${RPC_PRICE_TIME}, the name of this member in RPC` },
  { name: PRICE_TIME, expected: `${RPC_PRICE_TIME}, the name of this member in RPC` },
];

function judgeShape(trace: Trace, scene: Scene): readonly Judgement[] {
  const [exchange] = trace.exchanges;
  const messages = messagesOf(exchange, scene);
  if (exchange === undefined || messages === null) return [blockedBy(exchange)];
  if (messages.length === 0) return [inconclusive('there are no markets', 'put markets into the data')];
  const wrong = rawMessagesOf(exchange).flatMap((market, index) =>
    wrongNames
      .filter(({ name }) => Object.hasOwn(market, name))
      .map(({ name, expected }) =>
        broken({ expected, actual: excerpt(market[name]), pointer: within(within('/data', index), name), exchange }),
      ),
  );
  if (wrong.length > 0) return wrong;
  if (messages.some(({ [RPC_PRICE_TIME]: time }) => time !== undefined)) return [pass];
  return [inconclusive(`no market has a ${RPC_PRICE_TIME}`, 'give a market a price')];
}

export const marketShape: Rule = {
  id: 'lending.rpc.market-without-version',
  plan: (scene) =>
    casesOf(
      scene,
      (protocol) =>
        function* () {
          yield rpcCall(protocol, 'AllMarkets');
        },
    ),
  judge: judgeShape,
  whenSilent: noRpc,
};
