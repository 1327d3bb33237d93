import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { expect, test } from 'vitest';
import { operationOf } from '../model/document/api.ts';
import { normalised } from '../model/document/normalised.ts';
import { bareService } from '../model/target.ts';
import { type Handler, jsonReply } from '../mutation/proxy/reply.ts';
import { start } from '../mutation/proxy/start.ts';
import { supposing } from './document.ts';
import { liveTrial } from './live.ts';
import { propose } from './propose.ts';
import { besideCandidates, listCandidates, sourcesFor } from './structure.ts';

const text = { type: 'string' };
const pool = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
const job = { type: 'object', required: ['pool_id'], properties: { pool_id: text } };
const body = (name: string) => ({
  required: true,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const fine = (schema: object) => ({
  200: { description: 'Fine', content: { 'application/json': { schema } } },
  404: { description: 'Absent' },
});
const parameters = [{ name: 'pool_name', in: 'path', required: true, schema: text }];

const document = normalised({
  openapi: '3.1.0',
  info: { title: 'Pools', version: '1' },
  paths: {
    '/pools/filter': { post: { operationId: 'searchPools', responses: fine({ type: 'array', items: pool }) } },
    '/jobs': { post: { operationId: 'addJob', requestBody: body('Job'), responses: fine(job) } },
    '/pools/{pool_name}': {
      parameters,
      get: { operationId: 'readPool', responses: fine(pool) },
      patch: { operationId: 'changePool', requestBody: body('Pool'), responses: fine(pool) },
    },
  },
  components: { schemas: { Pool: pool, Job: job } },
});

const bare = supposing(document, []).api;
const { api } = supposing(
  document,
  listCandidates(bare).map((one) => ({ family: 'list', ...one })),
);

test('a member of a body is found in the list of what it names, though its schema is elsewhere', () => {
  expect(besideCandidates(api, operationOf(api, 'addJob'))).toEqual([
    { operation: 'addJob', members: { list: 'searchPools', parameters: { pool_id: 'id' } } },
  ]);
});

test('a parameter is first looked for in the member with the last word of its name', () => {
  const [first] = sourcesFor(api, operationOf(api, 'readPool'));
  expect(first?.candidate.members).toMatchObject({ list: 'searchPools', parameter: 'pool_name', member: 'name' });
});

test.each(['name', 'id'] as const)('what writes has the source of what reads: the %s', async (key) => {
  const pools = [
    { id: '1', name: 'north' },
    { id: '2', name: 'south' },
  ];
  const handler: Handler = ({ method, path }) => {
    if (path === '/pools/filter') return jsonReply(200, pools);
    const found = pools.find((one) => path === `/pools/${one[key]}`);
    return found === undefined || method !== 'GET' ? jsonReply(404, {}) : jsonReply(200, found);
  };
  const server = await start(handler);
  const target = bareService(server.origin);
  const { proposals } = await propose(
    liveTrial({ document, target, signIn: {}, readOnly: false, timeoutMs: PATIENCE }),
  );
  await server.close();
  const sources = proposals.filter(({ operation }) => operation === 'readPool' || operation === 'changePool');
  const members = sources.flatMap(({ members: { member = 'id', parameters: named = { pool_name: member } } }) => named);
  expect(members).not.toEqual([]);
  expect(new Set(members.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify({ pool_name: key })]));
});
