/**
 * Correct servers with problems of their own, or with other runs in parallel: rules may stay undecided, but none fails.
 */
import { runSuite } from '@wallet-services/conformance';
import {
  isObject,
  type JsonObject,
  objectsOf,
  type ServiceName,
  type Target,
} from '@wallet-services/conformance/model';
import { jsonReply, type Mutation, successOf } from '@wallet-services/conformance/mutation';
import { type Reference, startReference } from '@wallet-services/conformance/testing/reference';
import { rulesWith, tryMutant } from '@wallet-services/conformance/testing/trial';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: Reference;

beforeAll(async () => {
  server = await startReference();
});
afterAll(() => server.close());

/** The options of a check: the time limit is long, since the machine may be busy. */
const options = { reproduce: false, timeoutMs: 60_000 };

/** Rejects all requests of an operation, with credentials, after a number of them. */
function limited(method: string, path: RegExp, most: number, isSignIn = false): Mutation {
  return () => {
    let count = 0;
    return (request, next) => {
      const { authorization, 'x-assistant-appid': app } = request.headers;
      const isMeant = request.method === method && path.test(request.path);
      if (!isMeant || !(isSignIn || authorization !== undefined || app !== undefined)) return next(request);
      count += 1;
      return count > most ? jsonReply(403, { code: 403, msg: `no more than ${most} in an hour` }) : next(request);
    };
  };
}

/** Changes the turns in an answer, in every place. */
function turnsIn(json: unknown, change: (turn: JsonObject) => JsonObject): unknown {
  if (Array.isArray(json)) return json.map((inner) => turnsIn(inner, change));
  if (!isObject(json)) return json;
  if (json['conversation_id'] !== undefined && json['status'] !== undefined) return change(json);
  return Object.fromEntries(Object.entries(json).map(([name, inner]) => [name, turnsIn(inner, change)]));
}

/** The model fails on every n-th turn (document 3, Errors, code 4). */
function overloaded(every: number): Mutation {
  return () => {
    const failed = new Set<unknown>();
    let count = 0;
    const error = { code: 4, message: 'the model is overloaded' };
    return async (request, next) => {
      const reply = await next(request);
      const json = successOf(reply);
      if (reply.kind !== 'reply' || !isObject(json)) return reply;
      if (request.method === 'POST' && /\/conversations\/[^/]+$/.test(request.path) && isObject(json['data'])) {
        count += 1;
        if (count % every === 0) failed.add(json['data']['id']);
      }
      const shown = turnsIn(json, (turn) =>
        failed.has(turn['id']) ? { ...turn, response: '', status: 3, error } : turn,
      );
      return { ...reply, body: JSON.stringify(shown) };
    };
  };
}

/** Reads "use one way only" literally (document 2, Choosing a site). */
const oneKeyAlone: Mutation = () => (request, next) => {
  const { headers, query } = request;
  const isTwice = headers['x-comment-site-id'] !== undefined && headers['x-comment-site-slug'] !== undefined;
  const isBoth = query.has('site_id') && query.has('slug');
  return isTwice || isBoth ? jsonReply(400, { code: 400, msg: 'use one way only' }) : next(request);
};

/** Sorts lists by the current counts, and shows the counts of some time before. */
function lateCounts(milliseconds: number): Mutation {
  return () => {
    const seen = new Map<unknown, { readonly before: unknown; readonly now: unknown; readonly since: number }>();
    const shown = (comment: JsonObject): JsonObject => {
      const { id, favor_count: now } = comment;
      const known = seen.get(id) ?? { before: now, now, since: 0 };
      const latest = known.now === now ? known : { before: known.now, now, since: Date.now() };
      seen.set(id, latest);
      return { ...comment, favor_count: Date.now() - latest.since < milliseconds ? latest.before : now };
    };
    return async (request, next) => {
      const reply = await next(request);
      const json = successOf(reply);
      if (reply.kind !== 'reply' || request.method !== 'GET' || !/\/comments$/.test(request.path)) return reply;
      const data = isObject(json) ? json['data'] : undefined;
      if (!isObject(json) || !isObject(data)) return reply;
      const comments = objectsOf(data['comments']).map(shown);
      return { ...reply, body: JSON.stringify({ ...json, data: { ...data, comments } }) };
    };
  };
}

test.each([
  ['comment', 'takes no comments', limited('POST', /\/comments$/, 0)],
  ['comment', 'takes eight comments', limited('POST', /\/comments$/, 8)],
  ['comment', 'takes four favorites', limited('PUT', /\/fav$/, 4)],
  ['comment', 'takes thirty sign-ins', limited('POST', /\/auth\/login$/, 30, true)],
  ['comment', 'takes one key of a page alone', oneKeyAlone],
  ['assistant', 'starts six conversations', limited('POST', /\/conversations$/, 6)],
  ['assistant', 'takes nine requests with records', limited('POST', /\/indexes$/, 9)],
  ['assistant', 'has a model that fails for each third turn', overloaded(3)],
  ['assistant', 'has a model that fails for every turn', overloaded(1)],
  ['swap', 'takes three actions', limited('POST', /\/actions$/, 3)],
] as const)('%s: nothing is held against a server that %s', async (service: ServiceName, _, mutation) => {
  const report = await tryMutant(server, service, { mutation }, options);
  expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
  expect(rulesWith(report, 'pass').length).toBeGreaterThan(50);
});

/** Gives effects more time to show. */
const patient = ({ services, ...rest }: Target, settleMs: number): Target => ({
  ...rest,
  services: Object.fromEntries(
    Object.entries(services).flatMap(([name, service]) => (service ? [[name, { ...service, settleMs }]] : [])),
  ),
});

test('comment: counts that lag behind the order of their list pass within the patience', async () => {
  const late = { mutation: lateCounts(1000), target: (target: Target) => patient(target, 5000) };
  const report = await tryMutant(server, 'comment', late, options);
  expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
});

test('three runs at once against one server conform', async () => {
  const run = () => runSuite(patient(server.target, 30_000), { ...options, contract: server.contract });
  const reports = await Promise.all([run(), run(), run()]);
  expect(reports.map((report) => rulesWith(report, 'fail', 'warn', 'blocked', 'inconclusive'))).toEqual([[], [], []]);
});
