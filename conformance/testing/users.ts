/**
 * Simulated users of a service: they read, page through lists and create items, at the same time, and their traffic is
 * recorded.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { SuiteContext } from '../core/context.ts';
import { chooserOf, choosing, knownChoices } from '../discovery/choices.ts';
import { type PagedList, pagedListOf, pageOf } from '../discovery/pages.ts';
import { exampleInput } from '../generate/inputs.ts';
import { callOf } from '../model/call.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import type { ServiceName } from '../model/document/services.ts';
import { type Exchange, successJson } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import { bareService, type Target } from '../model/target.ts';
import { isObject } from '../model/values/json.ts';
import { everyAt, valueAt } from '../model/values/pointer.ts';
import { suiteContextOf } from '../run/context.ts';
import type { Contract } from '../run/contract.ts';
import { openClient } from '../run/send/client.ts';
import { signIn } from '../run/send/sign-in.ts';
import { openJudge } from '../traffic/judge.ts';
import type { Recorded } from '../traffic/recorded.ts';
import { randomFrom } from './busy-list.ts';

export interface UsersOptions {
  readonly service: ServiceName;
  readonly contract: Contract;
  readonly target: Target;
  /** The number of exchanges to record. */
  readonly count: number;
  /** The same seed gives the same users. */
  readonly seed: number;
  /** The number of users at a time. */
  readonly people?: number;
}

const WORDS = 'pears figs harbor lantern ripe orchard quiet river stone paper'.split(' ');

/** Ids from answers, by the name of the path parameter that takes them. */
function knownIds(api: ApiModel) {
  const known = new Map<string, readonly string[]>();
  const add = (parameter: unknown, value: unknown) => {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    const all = known.get(String(parameter)) ?? [];
    if (!all.includes(String(value))) known.set(String(parameter), [...all, String(value)].slice(-40));
  };
  return {
    of: (parameter: string): readonly string[] => known.get(parameter) ?? [],
    learn(exchange: Exchange): void {
      const { call } = exchange;
      const json = successJson(exchange);
      if (call.kind !== 'http' || json === undefined) return;
      for (const { family, operation, ...declared } of api.declarations) {
        const { list, parameter, member = 'id', id, at, read } = declared;
        if (family === 'one-of' && list === call.operation) {
          const found = pagedListOf(api, String(list));
          const items = found === null ? [] : (pageOf(found, exchange)?.items ?? []);
          for (const item of items) add(parameter, item[String(member)]);
        }
        if (operation !== call.operation) continue;
        if (family === 'read-back') add(parameter, valueAt(json, String(id)));
        if (family === 'refers-to' && read !== undefined) {
          for (const { value } of everyAt(json, String(at))) add(parameter, value);
        }
      }
    },
  };
}

function recordedOf(exchange: Exchange, began: number, at: number): Recorded | null {
  const { method, url, headers, requestBody, outcome } = exchange;
  if (outcome.kind === 'failure') return null;
  const { contentType, date, status, body } = outcome;
  const shown = Object.entries({ 'content-type': contentType, date });
  const answerHeaders = Object.fromEntries(shown.flatMap(([name, value]) => (value ? [[name, value] as const] : [])));
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { method, url, headers: lowered, requestBody, status, answerHeaders, body, began, at };
}

/** The body with fresh words in the texts that users write. */
function freshBody(example: unknown, chance: () => number): unknown {
  if (!isObject(example)) return example;
  const text = () => Array.from({ length: 3 }, () => WORDS[Math.floor(chance() * WORDS.length)]).join(' ');
  const reported = (name: string, value: unknown) =>
    /^(content|memo)$/.test(name) && typeof value === 'string' ? text() : value;
  const isOnce = (name: string) => /^(trace_id|follow_id)$/.test(name);
  return Object.fromEntries(
    Object.entries(example).map(([name, value]) => [name, isOnce(name) ? crypto.randomUUID() : reported(name, value)]),
  );
}

/** Sends a request of a user. */
type Send = (operation: Operation, input: Input, who: 'given' | 'other' | 'none') => Promise<Exchange>;

/** Users who each send one request at a time. @returns a function that sends the next request of one of them */
function peopleOf(suite: SuiteContext, send: Send, seed: number): () => Promise<void> {
  const { api, target } = suite;
  const ids = knownIds(api);
  const chance = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(chance() * items.length)];

  /** The inputs of a user for an operation; null where it needs an id that no answer contained. */
  function inputOf(operation: Operation): Input | null {
    const known = target.known['inputs'];
    const given = isObject(known) ? known[operation.id] : undefined;
    const one = pick([given].flat().filter(isObject));
    const example: Input = { ...noInput, ...exampleInput(operation, 'required'), ...one };
    const path: Record<string, string> = {};
    for (const { name, in: place } of operation.parameters) {
      if (place !== 'path') continue;
      const id = pick(ids.of(name)) ?? (one === undefined ? undefined : example.path[name]);
      if (id === undefined) return null;
      path[name] = id;
    }
    const chooser = chooserOf(api, operation.id);
    const choice = chooser === null ? undefined : pick(knownChoices(target, chooser));
    const isChosen = chooser !== null && choice !== undefined;
    const chosen = isChosen ? choosing(chooser, chance() < 0.5 ? 'header' : 'query', choice) : noInput;
    const words = operation.parameters.flatMap(({ name, in: place, schema, required }) =>
      place === 'query' && !required && schema.enum !== undefined && chance() < 0.5
        ? [[name, String(pick(schema.enum))] as const]
        : [],
    );
    return {
      path,
      headers: { ...example.headers, ...chosen.headers },
      query: { ...example.query, ...Object.fromEntries(words), ...chosen.query },
      body: example.body === undefined ? undefined : freshBody(example.body, chance),
    };
  }

  async function leaf(list: PagedList, operation: Operation, input: Input, who: 'given' | 'other'): Promise<void> {
    const isPlain = chance() < 0.3 || list.limit === null;
    const limit = isPlain ? {} : { [String(list.limit)]: String(1 + Math.floor(chance() * 6)) };
    const sendOnce = (cursor: object) =>
      send(operation, { ...input, query: { ...input.query, ...limit, ...cursor } }, who);
    let cursor = {};
    let shown = 0;
    for (let page = 0; page < 4; page += 1) {
      const exchange = await sendOnce(cursor);
      ids.learn(exchange);
      const found = pageOf(list, exchange);
      shown += found?.keys.length ?? 0;
      const next = list.by === 'offset' ? String(shown) : (found?.next ?? '');
      if (list.by === null || found === null || found.keys.length === 0 || next === '') break;
      cursor = { [list.cursor]: next };
    }
    if (list.by !== null && chance() < 0.6) await sendOnce({});
  }

  return async () => {
    const isReading = chance() < 0.8;
    const isMeant = ({ method, otherBody, path }: Operation) =>
      (method === 'GET') === isReading && otherBody === null && !path.includes('reset');
    const operation = pick(api.operations.filter(isMeant));
    const input = operation === undefined ? null : inputOf(operation);
    if (operation === undefined || input === null) return;
    const hasOther = operation.security.flat().every((name) => target.otherCredentials[name] !== undefined);
    const who = hasOther && chance() < 0.4 ? 'other' : 'given';
    if (chance() < 0.03) return void (await send(operation, input, 'none'));
    const list = isReading ? pagedListOf(api, operation.id) : null;
    if (list !== null) return leaf(list, operation, input, who);
    ids.learn(await send(operation, input, who));
  };
}

/** Records the requests of users, in the order of their answers. */
export async function recordPeople({
  service,
  contract,
  target,
  count,
  seed,
  people = 4,
}: UsersOptions): Promise<readonly Recorded[]> {
  const own = target.services[service];
  if (own === undefined) throw new Error(`the target has no ${service}`);
  const unsigned = await suiteContextOf(contract, { service, target: own, signIn: target.signIn ?? {}, seed, fuzz: 0 });
  const client = openClient(unsigned.api, own, null, {
    limits: { timeoutMs: 30_000, maxBytes: 2 ** 23 },
    concurrency: people,
  });
  try {
    const signed = await signIn(unsigned, (call) => client.send(call));
    client.useTarget(signed.target);
    const suite: SuiteContext = { ...unsigned, target: signed.target };
    const recorded: Recorded[] = [];
    let request = 0;
    const send: Send = async (operation, input, who) => {
      request += 1;
      const began = performance.timeOrigin + performance.now();
      const how = { label: 'people', intent: 'open', credentials: who, patient: false } as const;
      const exchange = await client.send(callOf(operation, input, how));
      const one = recordedOf(exchange, began, performance.timeOrigin + performance.now());
      if (one !== null && recorded.length < count) recorded.push(one);
      return exchange;
    };
    const act = peopleOf(suite, send, seed);
    const live = async () => {
      for (let turn = 0; recorded.length < count && request < count * 3 && turn < count * 20; turn += 1) {
        await act();
        if (turn % 50 === 0) await wait(0);
      }
    };
    await Promise.all(Array.from({ length: people }, live));
    return recorded;
  } finally {
    client.close();
  }
}

/** Records users of a service, and judges the recording. */
export async function judgedPeople(options: UsersOptions) {
  const { service, contract, target } = options;
  const recorded = await recordPeople(options);
  const judge = await openJudge({ service, contract, target: target.services[service] ?? bareService('') });
  const start = process.cpuUsage();
  const findings = recorded.flatMap((one) => judge.take(one)?.findings ?? []);
  const { user, system } = process.cpuUsage(start);
  return { recorded, findings, report: judge.report(), milliseconds: (user + system) / 1000 };
}
