/** Where ids come from is shown by paths and links; nothing is declared. */
import { describe, expect, it } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { contractOf } from '../../run/contract.ts';
import { runSuite } from '../../run/suite.ts';

const json = (schema: object, more: object = {}) => ({
  200: { description: 'Fine', content: { 'application/json': { schema } }, ...more },
  404: { description: 'Absent' },
});
const thing = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } };
const page = { type: 'object', properties: { results: { type: 'array', items: thing } } };
const at = (operationId: string, responses: object, declared: readonly object[] = []) => ({
  operationId,
  responses,
  ...(declared.length === 0 ? {} : { 'x-behaviour': declared }),
});

async function checked(paths: object, handler: Handler, isInferring = true) {
  const document = normalised({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths });
  const contract = contractOf(document, { notes: [], doubts: [], isInferring });
  const server = await start(handler);
  const target = { services: { shop: bareService(server.origin) }, allowInconclusive: [] };
  try {
    const { outcome, services } = await runSuite(target, { contract, reproduce: false });
    const checks = services.flatMap((service) => service.checks);
    const passed = checks.filter(({ rule, verdict }) => rule === 'input.valid-accepted' && verdict === 'pass');
    return { outcome, accepted: passed.map(({ operation }) => operation) };
  } finally {
    await server.close();
  }
}

const nested = {
  '/shops': { get: at('listShops', json({ type: 'array', items: thing })) },
  '/shops/{shopId}': { get: at('readShop', json(thing)) },
  '/shops/{shopId}/shelves': { get: at('listShelves', json(page)) },
  '/shops/{shopId}/shelves/{shelf}': { get: at('readShelf', json(thing)) },
};

/** Shelves have names in paths, and shops ids. */
const shop: Handler = ({ path }) => {
  const [, , id, , shelf] = path.split('/');
  if (path === '/shops') return jsonReply(200, [{ id: 's1', name: 'Corner' }]);
  if (id !== 's1') return jsonReply(404, {});
  if (path === '/shops/s1') return jsonReply(200, { id: 's1' });
  if (shelf === undefined) return jsonReply(200, { results: [{ id: 'x9', name: 'top' }] });
  return shelf === 'top' ? jsonReply(200, { id: 'x9', name: 'top' }) : jsonReply(404, {});
};

describe('ids', () => {
  it('come from the lists above a path, by the member that the server takes', async () => {
    const all = ['listShops', 'readShop', 'listShelves', 'readShelf'];
    expect((await checked(nested, shop)).accepted).toEqual(all);
    expect((await checked(nested, shop, false)).accepted).toEqual(['listShops']);
  });

  it('come from OpenAPI links', async () => {
    const links = { one: { operationId: 'readPart', parameters: { number: '$response.body#/current' } } };
    const paths = {
      '/state': { get: at('readState', json({ type: 'object' }, { links })) },
      '/parts/{number}': { get: at('readPart', json(thing)) },
    };
    const handler: Handler = ({ path }) => {
      if (path === '/state') return jsonReply(200, { current: 42 });
      return path === '/parts/42' ? jsonReply(200, {}) : jsonReply(404, {});
    };
    expect((await checked(paths, handler)).accepted).toEqual(['readState', 'readPart']);
  });

  it('come from what a POST to the path above makes', async () => {
    const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
    const paths = {
      '/jobs': { post: { ...at('makeJob', json(thing)), requestBody: body } },
      '/jobs/{jobId}': { get: at('readJob', json(thing)) },
    };
    let made = 0;
    const handler: Handler = ({ method, path, body: sent }) => {
      if (method === 'POST')
        return sent.startsWith('{') && sent.endsWith('}') ? jsonReply(200, { id: `j${++made}` }) : jsonReply(404, {});
      const number = Number(/^\/jobs\/j(\d+)$/.exec(path)?.[1] ?? 0);
      return number > 0 && number <= made ? jsonReply(200, {}) : jsonReply(404, {});
    };
    expect((await checked(paths, handler)).accepted).toContain('readJob');
  });

  it.each([[['listShops', 'listShelves']], [['listShelves', 'listShops']]])(
    'come from several declared lists: %j',
    async (order) => {
      const names: Record<string, object> = { listShops: { shopId: 'id' }, listShelves: { shelf: 'name' } };
      const declared = order.map((list) => ({ family: 'found-in', list, parameters: names[list] }));
      const paths = structuredClone(nested);
      const shelves = '/shops/{shopId}/shelves' as const;
      const inShops = { family: 'found-in', list: 'listShops', parameters: names['listShops'] };
      Object.assign(paths['/shops'].get, { 'x-behaviour': [{ family: 'list', items: '' }] });
      Object.assign(paths[shelves].get, { 'x-behaviour': [{ family: 'list', items: '/results' }, inShops] });
      Object.assign(paths[`${shelves}/{shelf}`].get, { 'x-behaviour': declared });
      expect((await checked(paths, shop, false)).accepted).toContain('readShelf');
    },
  );
});
