/** Requests that fit any swap server, for the rules on inputs. */
import { randomUUID } from 'node:crypto';
import type { Variant } from '../../generate/inputs.ts';
import type { Operation } from '../../model/api.ts';
import { callOf, type Input } from '../../model/call.ts';
import type { HttpCall } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { seededUuid } from '../../model/uuid.ts';
import type { InputProfile } from '../inputs/profile.ts';
import type { Scene } from '../rule.ts';
import { pageOf } from '../shared/paging.ts';
import { actionOf } from './actions.ts';
import { pathOf } from './calls.ts';
import { candidateOrders, findOrder, findPair, type Search } from './discover.ts';
import { swapKnown } from './known.ts';
import { everyones } from './lists.ts';
import { authorizationOf } from './oauth.ts';

/** Stands for an id where this server has none to ask for. */
function nothing({ seed }: Scene, name: string): string {
  return seededUuid(seed, 'swap input', name);
}

function without(values: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).filter(([member]) => member !== name));
}

/** The broker that the target names stands in for the example's, where there is one. */
function withBroker(input: Input, broker: string | undefined): Input {
  if (input.query['broker_id'] === undefined) return input;
  const rest = without(input.query, 'broker_id');
  return { ...input, query: broker === undefined ? rest : { ...rest, broker_id: broker } };
}

/** A cursor is one that a page gave; without another page there is none. */
function* withCursor(operation: Operation, input: Input): Search<Input> {
  if (input.query['cursor'] === undefined) return input;
  const rest = without(input.query, 'cursor');
  const first = { ...input, query: { ...rest, limit: '1' } };
  const page = pageOf(
    { ...everyones, operation: operation.id },
    yield callOf(operation, first, { label: 'find a cursor' }),
  );
  const hasCursor = page !== null && page.hasNext === true && /^\d+$/.test(page.next);
  return { ...input, query: hasCursor ? { ...rest, cursor: page.next } : rest };
}

function* onPair(operation: Operation, example: Input, scene: Scene): Search<Input> {
  const pair = (yield* findPair(scene)) ?? { base: nothing(scene, 'base'), quote: nothing(scene, 'quote') };
  return yield* withCursor(operation, { ...example, path: pathOf(pair).path });
}

function* prepare(operation: Operation, example: Input, scene: Scene): Search<Input> {
  const { alternate_broker: broker, action } = swapKnown(scene);
  switch (operation.id) {
    case 'listPairs':
      return withBroker(example, broker?.id);
    case 'listTransactions':
      return yield* withCursor(operation, example);
    case 'readOrder': {
      const found = yield* findOrder(scene);
      const [candidate = nothing(scene, 'order')] = found === null ? yield* candidateOrders(scene) : [found.followId];
      return { ...example, path: { follow_id: candidate } };
    }
    case 'createAction': {
      const body: JsonObject = isObject(example.body) ? example.body : {};
      const fitting = { ...body, ...(action === undefined ? {} : actionOf(scene)) };
      // Document 2 shows the broker in the body; whether it may stand in the query is open.
      return { ...example, query: without(example.query, 'broker_id'), body: fitting };
    }
    case 'authorizeWallet':
      return { ...example, body: authorizationOf(scene) ?? example.body };
    default:
      return Object.keys(example.path).length > 0 ? yield* onPair(operation, example, scene) : example;
  }
}

/** A trace id of its own for each action; one that a variant changed is left as it is. */
function refresh({ id }: Operation, base: Input, variant: Variant): Variant {
  const { body } = variant.input;
  const before = base.body;
  if (id !== 'createAction' || !isObject(body) || !isObject(before)) return variant;
  if (typeof body['trace_id'] !== 'string' || body['trace_id'] !== before['trace_id']) return variant;
  return {
    ...variant,
    input: { ...variant.input, body: { ...body, trace_id: randomUUID() } },
  };
}

/** Whether a request carries everything that the target names. */
function carries({ body }: HttpCall, members: JsonObject): boolean {
  const sent: unknown = body === null ? null : JSON.parse(body.text);
  return isObject(sent) && Object.entries(members).every(([name, value]) => sent[name] === value);
}

const always = ['readInfo', 'listAssets', 'listTickers', 'listMarketStats', 'listTransactions'];

/** What any server must take: on a pair that it showed itself, on what the target names. */
function isCertain(call: HttpCall, scene: Scene): boolean {
  const { alternate_broker: broker, action, authorization, order } = swapKnown(scene);
  const { operation } = call;
  if (operation === null) return false;
  if (always.includes(operation)) return true;
  switch (operation) {
    case 'listPairs':
      return !call.path.includes('broker_id=') || (broker !== undefined && call.path.includes(broker.id));
    case 'readOrder':
      return order !== undefined && call.path.includes(order);
    case 'createAction':
      if (call.label.endsWith(LEFT_OUT)) return true;
      return action !== undefined && !call.path.includes('broker_id=') && carries(call, { ...action });
    case 'authorizeWallet':
      return (
        broker !== undefined && authorization !== undefined && carries(call, { broker_id: broker.id, ...authorization })
      );
    default:
      return !call.path.includes(nothing(scene, 'base'));
  }
}

function probe(base: Input, place: 'query' | 'body', name: string, value: string): Variant {
  const label = `${place}/${name}: ${JSON.stringify(value)}`;
  if (place === 'query') return { name: label, input: { ...base, query: { ...base.query, [name]: value } } };
  const body = isObject(base.body) ? base.body : {};
  return { name: label, input: { ...base, body: { ...body, [name]: value } } };
}

/** Ends the names of actions without some of what they may go without. They are asked when the whole was accepted. */
const LEFT_OUT = ': left out';

/** An amount without an asset, or the other way round, may be refused: only both together say what is paid. */
const optionalOfActions = [['trace_id'], ['broker_id'], ['amount', 'asset_id']] as const;

/** Actions without each of the optional inputs, and without any. */
function allowed({ id }: Operation, base: Input): readonly Variant[] {
  const { body } = base;
  if (id !== 'createAction' || !isObject(body)) return [];
  return [...optionalOfActions, optionalOfActions.flat()].map((names) => {
    const rest = Object.entries(body).filter(([name]) => !names.some((left) => left === name));
    return { name: `body/${names.join(', ')}${LEFT_OUT}`, input: { ...base, body: Object.fromEntries(rest) } };
  });
}

/** Far from any cursor, and from any limit. */
const LARGE = '9007199254740991';

function probes({ id, parameters }: Operation, base: Input): readonly Variant[] {
  const has = (name: string) => parameters.some((parameter) => parameter.in === 'query' && parameter.name === name);
  const query = (name: string, values: readonly string[]) =>
    has(name) ? values.map((value) => probe(base, 'query', name, value)) : [];
  const body = (name: string, values: readonly string[]) => values.map((value) => probe(base, 'body', name, value));
  return [
    ...query('limit', ['0', '-1', '1.5', LARGE]),
    ...query('cursor', ['0', '-1', LARGE]),
    ...query('dur', ['', 'P1D', '-24h', '0', `${LARGE}h`]),
    ...query('broker_id', [nothingBroker, '']),
    ...(id === 'createAction' ? [...body('action', ['', ',,,,']), ...body('amount', ['-1', 'much'])] : []),
    ...(id === 'createAction' ? body('asset_id', ['nothing']) : []),
    ...(id === 'authorizeWallet' ? [{ name: 'body: {}', input: { ...base, body: {} } }] : []),
  ];
}

/** The id of no broker. */
const nothingBroker = seededUuid(0, 'swap', 'no broker');

/** Document 2, Brokers, 2: whether an action takes its broker from the query, beside the body, is open. */
function isBrokerInQuery({ id }: Operation, { name }: Variant): boolean {
  return id === 'createAction' && name.startsWith('query/broker_id:');
}

export const swapProfile: InputProfile = {
  certain: [...always, 'listPairs', 'listPairStats', 'listCandles', 'listPairTransactions', 'listMyTransactions'],
  isCertain,
  prepare,
  refresh,
  isOpen: isBrokerInQuery,
  mayRefuse: isBrokerInQuery,
  allowed,
  probes,
};
