/** Transactions tells of the same records as HTTP; `data` is the JSON object as bytes, and `updated_at` is absent. */
import type { Exchange, RpcProtocol, Trace } from '../../../model/exchange.ts';
import { excerpt, isObject, type JsonObject, sameJson } from '../../../model/json.ts';
import { within } from '../../../model/pointer.ts';
import { formatInstant } from '../../../model/time.ts';
import { blockedBy, broken, inconclusive, pass, passUnless } from '../../judgement.ts';
import type { Case, Judgement, Rule, Scene, Script } from '../../rule.ts';
import { itemsOf, rpcCall, transactionsCall } from '../calls.ts';
import { rowsOf, timesOf } from '../transactions.ts';
import { messagesOf, noRpc, rawMessagesOf, refusedRpc, sameFigure, sandwichOf } from './messages.ts';

/** Members that are in HTTP only, or in another form. */
const notCompared = new Set(['updated_at', 'data']);

function* compare(scene: Scene, protocol: RpcProtocol, limit: number, offset: string | undefined): Script {
  const query = { limit: String(limit), ...(offset === undefined ? {} : { offset }) };
  yield transactionsCall(scene, 'before', query);
  yield rpcCall(protocol, 'Transactions', { limit, ...(offset === undefined ? {} : { offset }) }, 'rpc');
  yield transactionsCall(scene, 'after', query);
}

function casesOf(scene: Scene): readonly Case[] {
  return scene.rpcProtocols.flatMap((protocol) => [
    { id: `${protocol} from the beginning`, operation: null, script: () => compare(scene, protocol, 10, undefined) },
    {
      id: `${protocol} from an offset`,
      operation: null,
      script: function* (): Script {
        const times = timesOf(rowsOf(yield transactionsCall(scene, 'whole')) ?? []);
        const middle = times[Math.floor(times.length / 2)];
        if (middle !== undefined) yield* compare(scene, protocol, 3, formatInstant(middle));
      },
    },
  ]);
}

/** The JSON object in the bytes of a message's `data`; undefined when they hold none. */
function decoded(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64')));
  } catch {
    return undefined;
  }
}

function differences(
  http: JsonObject,
  message: JsonObject,
  index: number,
  exchange: Exchange,
  { api: { document } }: Scene,
): readonly Judgement[] {
  const pointer = within('/data', index);
  const members = Object.keys(document.components.schemas['Transaction']?.properties ?? {});
  const wrong = members
    .filter((name) => !notCompared.has(name) && !sameFigure(document, 'Transaction', name, http[name], message[name]))
    .map((name) =>
      broken({
        expected: `${excerpt(http[name])}, the ${name} of GET /api/v1/transactions`,
        actual: excerpt(message[name]),
        pointer: within(pointer, name),
        exchange,
      }),
    );
  const data = decoded(message['data']);
  if (!isObject(data) || sameJson(data, http['data'])) return wrong;
  const expected = `${excerpt(http['data'])}, the data of GET /api/v1/transactions`;
  return [...wrong, broken({ expected, actual: excerpt(data), pointer: within(pointer, 'data'), exchange })];
}

function idsOf(items: readonly JsonObject[]): readonly string[] {
  return items.map(({ id }) => String(id)).sort();
}

function judgeMatch(trace: Trace, scene: Scene): readonly Judgement[] {
  const { before, rpc, after } = sandwichOf(trace);
  if (before === undefined) return [];
  const [first, last] = [itemsOf(before), itemsOf(after)];
  const messages = messagesOf(rpc, scene);
  if (rpc === undefined || messages === null) return [refusedRpc(rpc)];
  if (first === null || last === null) return [blockedBy(first === null ? before : after)];
  if (!sameJson(first, last)) return [inconclusive('the transactions changed while they were compared')];
  const [wanted, told] = [idsOf(first), idsOf(messages)];
  if (!sameJson(wanted, told)) {
    const expected = `the transactions of GET /api/v1/transactions: ${wanted.join(', ')}`;
    return [broken({ expected, actual: told.join(', ') || 'none', pointer: '/data', exchange: rpc })];
  }
  if (first.length === 0) return [inconclusive('there are no transactions', 'put transactions into the data')];
  const byId = new Map(first.map((item) => [String(item['id']), item]));
  return passUnless(
    messages.flatMap((message, index) =>
      differences(byId.get(String(message['id'])) ?? {}, message, index, rpc, scene),
    ),
  );
}

export const transactionsMatch: Rule = {
  id: 'lending.rpc.transactions-match-http',
  plan: casesOf,
  judge: judgeMatch,
  whenSilent: (scene) =>
    scene.rpcProtocols.length === 0
      ? noRpc()
      : inconclusive('there are no transactions', 'put transactions into the data'),
};

function problemsOf(item: JsonObject, index: number, exchange: Exchange): readonly Judgement[] {
  const pointer = within('/data', index);
  const late = ['updatedAt', 'updated_at'].filter((name) => Object.hasOwn(item, name));
  const { data } = item;
  const expected = 'a JSON object as bytes';
  return [
    ...late.map((name) =>
      broken({
        expected: 'no updated_at, which is in HTTP only',
        actual: excerpt(item[name]),
        pointer: within(pointer, name),
        exchange,
      }),
    ),
    // Empty bytes are absent in the JSON form: nothing to judge.
    ...(data === undefined || data === '' || isObject(decoded(data))
      ? []
      : [broken({ expected, actual: excerpt(data), pointer: within(pointer, 'data'), exchange })]),
  ];
}

function judgeBytes(trace: Trace): readonly Judgement[] {
  const [exchange] = trace.exchanges;
  const items = itemsOf(exchange);
  if (exchange === undefined || items === null) return [blockedBy(exchange)];
  const messages = rawMessagesOf(exchange);
  const problems = messages.flatMap((item, index) => problemsOf(item, index, exchange));
  if (problems.length > 0) return problems;
  if (messages.some(({ data }) => isObject(decoded(data)))) return [pass];
  return [inconclusive('there are no transactions with data', 'put transactions into the data')];
}

export const dataBytes: Rule = {
  id: 'lending.rpc.transaction-data-bytes',
  plan: (scene) =>
    scene.rpcProtocols.map((protocol) => ({
      id: protocol,
      operation: null,
      script: function* (): Script {
        yield rpcCall(protocol, 'Transactions', { limit: 50 });
      },
    })),
  judge: judgeBytes,
  whenSilent: noRpc,
};
