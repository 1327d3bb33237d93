/** The suite infers the sources of ids from paths and links, without declarations. */
import { describe, expect, it } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import { type Handler, jsonReply, sentIn } from '../../mutation/proxy/reply.ts';
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

async function checked(paths: object, handler: Handler, isInferring = true, components: object = {}) {
  const document = normalised({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths, components });
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
  it('come from the lists above a path, from the member that the server accepts', async () => {
    const all = ['listShops', 'readShop', 'listShelves', 'readShelf'];
    expect((await checked(nested, shop)).accepted).toEqual(all);
    expect((await checked(nested, shop, false)).accepted).toEqual(['listShops']);
  });

  it('come from a list elsewhere that a parameter names, below the same parent', async () => {
    const paths = {
      '/shops': nested['/shops'],
      '/shops/{shopId}/racks': { get: at('listRacks', json(page)) },
      '/settings/{shop_id}': { get: at('readSettings', json(thing)) },
      '/shops/{shopId}/labels/{rack_name}': { get: at('readLabel', json(thing)) },
      '/aisles/{rack_name}': { get: at('readAisle', json(thing)) },
    };
    const handler: Handler = (request) => {
      const { path } = request;
      if (path === '/settings/s1' || path === '/shops/s1/labels/top') return jsonReply(200, {});
      if (path === '/shops/s1/racks') return jsonReply(200, { results: [{ id: 'x9', name: 'top' }] });
      return path === '/shops' ? shop(request) : jsonReply(404, {});
    };
    expect((await checked(paths, handler)).accepted).toEqual(['listShops', 'listRacks', 'readSettings', 'readLabel']);
  });

  const parameters = { number: '$response.body#/current' };

  it.each([
    ['by operationId', { operationId: 'readPart', parameters }],
    ['by the place of the operation', { operationRef: '#/paths/~1parts~1%7Bnumber%7D/get', parameters }],
    ['by a shared link', { $ref: '#/components/links/Part' }],
  ])('come from OpenAPI links, %s', async (_, one) => {
    const links = { one };
    const components = { links: { Part: { operationId: 'readPart', parameters } } };
    const paths = {
      '/state': { get: at('readState', json({ type: 'object' }, { links })) },
      '/parts/{number}': { get: at('readPart', json(thing)) },
    };
    const handler: Handler = ({ path }) => {
      if (path === '/state') return jsonReply(200, { current: 42 });
      return path === '/parts/42' ? jsonReply(200, {}) : jsonReply(404, {});
    };
    expect((await checked(paths, handler, true, components)).accepted).toEqual(['readState', 'readPart']);
  });

  it.each([
    ['has an item', ['f1']],
    ['is empty', []],
  ])('of a body come from both declared lists, also if one %s', async (_, found) => {
    const text = { type: 'string' };
    const bodyOf = (...required: readonly string[]) => {
      const schema = { type: 'object', required, properties: Object.fromEntries(required.map((name) => [name, text])) };
      return { required: true, content: { 'application/json': { schema } } };
    };
    const sources = [
      { family: 'found-in', list: 'listFlows', parameters: { flow_id: 'id' }, rules: [] },
      { family: 'found-in', list: 'listPools', parameters: { pool_id: 'id' }, rules: [] },
    ];
    const listed = { family: 'list', items: '', noun: 'things', rules: [] };
    const list = json({ type: 'array', items: thing });
    const paths = {
      '/runs': { post: { ...at('addRun', json(thing), sources), requestBody: bodyOf('flow_id', 'pool_id') } },
      '/pools': { get: at('listPools', list, [listed]) },
      '/flows': {
        get: at('listFlows', list, [listed]),
        post: { ...at('addFlow', json(thing)), requestBody: bodyOf('name') },
      },
    };
    const flows = [...found];
    const handler: Handler = (request) => {
      if (request.path === '/pools') return jsonReply(200, [{ id: 'p1' }]);
      const { name, flow_id: flow, pool_id: pool } = sentIn(request);
      if (request.path === '/runs')
        return flows.includes(String(flow)) && pool === 'p1' ? jsonReply(200, {}) : jsonReply(409, {});
      if (request.method === 'POST' && typeof name !== 'string') return jsonReply(400, {});
      if (request.method === 'POST') return jsonReply(200, { id: `f${flows.push(`f${flows.length + 1}`)}` });
      return jsonReply(
        200,
        flows.map((id) => ({ id })),
      );
    };
    expect((await checked(paths, handler)).accepted).toContain('addRun');
  });

  it.each(['id', 'job_id', 'jobId'])('come from the %s in the response to a POST to the path above', async (id) => {
    const answer = json({ type: 'object', properties: { [id]: { type: 'string' } } });
    const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
    const paths = {
      '/jobs': { post: { ...at('makeJob', answer), requestBody: body } },
      '/jobs/{id}': { get: at('readJob', json(thing)) },
    };
    let made = 0;
    const handler: Handler = ({ method, path, body: sent }) => {
      if (method === 'POST')
        return sent.startsWith('{') && sent.endsWith('}') ? jsonReply(200, { [id]: `j${++made}` }) : jsonReply(404, {});
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

describe('paths with a slash at the end', () => {
  const body = {
    content: {
      'application/json': { schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
    },
  };
  const paths = (end: string) => ({
    '/shops/': {
      get: at('listShops', json({ type: 'array', items: thing })),
      post: { ...at('addShop', json(thing)), requestBody: { required: true, ...body } },
    },
    [`/shops/{id}${end}`]: {
      get: at('readShop', json(thing)),
      delete: at('removeShop', { 204: { description: 'Gone' }, 404: { description: 'Absent' } }),
    },
  });

  /** @param end what paths of one shop end with */
  function serving(end: string) {
    const shops = new Map([['old', 'Corner']]);
    let count = 0;
    const handler: Handler = (request) => {
      const { method, path } = request;
      const id = path.slice('/shops/'.length);
      if (id === '' && method === 'POST') {
        const { name } = sentIn(request);
        if (typeof name !== 'string') return jsonReply(404, {});
        count += 1;
        const made = `made-${count}`;
        shops.set(made, name);
        return jsonReply(200, { id: made, name });
      }
      const all = [...shops].map(([key, name]) => ({ id: key, name }));
      if (id === '') return jsonReply(200, all);
      const found = id.endsWith(end) ? all.find((one) => `${one.id}${end}` === id) : undefined;
      if (found === undefined) return jsonReply(404, {});
      if (method !== 'DELETE') return jsonReply(200, found);
      shops.delete(found.id);
      return { kind: 'reply', status: 204, contentType: null, body: '' };
    };
    return { shops, handler };
  }

  it.each(['', '/'])('belong to those of one item, which end with "%s": only what was made is deleted', async (end) => {
    const { shops, handler } = serving(end);
    const { accepted } = await checked(paths(end), handler);
    expect(accepted).toEqual(['listShops', 'addShop', 'readShop', 'removeShop']);
    expect([...shops.keys()]).toEqual(['old']);
  });
});

describe('ids that no list above their path has', () => {
  const found = { text: { type: 'string' }, thing };
  const readThing = at('readThing', json(found.thing));

  it('come from a search by POST, which has a body', async () => {
    const body = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
    const search = { ...at('findThings', json({ type: 'array', items: found.thing })), requestBody: body };
    const paths = {
      '/things/filter': { post: search },
      '/things/{id}': { get: readThing },
      '/things/{id}/parts': { get: at('listParts', json({ type: 'array', items: found.thing })) },
    };
    const handler: Handler = ({ method, path, body: sent }) => {
      if (path === '/things/filter')
        return method === 'POST' && sent.startsWith('{') ? jsonReply(200, [{ id: 't7' }]) : jsonReply(404, {});
      return path.startsWith('/things/t7')
        ? jsonReply(200, path.endsWith('parts') ? [] : { id: 't7' })
        : jsonReply(404, {});
    };
    expect((await checked(paths, handler)).accepted).toEqual(['findThings', 'readThing', 'listParts']);
  });

  it('come from what their parent has, where only some parents have any', async () => {
    const letter = {
      type: 'object',
      properties: {
        ID: found.text,
        Enclosed: { type: 'array', items: { type: 'object', properties: { PartID: found.text } } },
      },
    };
    const letters = { type: 'object', properties: { letters: { type: 'array', items: letter } } };
    const paths = {
      '/letters': { get: at('listLetters', json(letters)) },
      '/letter/{ID}': { get: at('readLetter', json(letter)) },
      '/letter/{ID}/part/{PartID}': { get: at('readPart', json({ type: 'object' })) },
    };
    const handler: Handler = ({ path }) => {
      if (path === '/letters') return jsonReply(200, { letters: [{ ID: 'a' }, { ID: 'b' }] });
      if (path === '/letter/a') return jsonReply(200, { ID: 'a', Enclosed: [] });
      if (path === '/letter/b') return jsonReply(200, { ID: 'b', Enclosed: [{ PartID: '2' }, { PartID: '3' }] });
      return path === '/letter/b/part/2' || path === '/letter/b/part/3' ? jsonReply(200, {}) : jsonReply(404, {});
    };
    expect((await checked(paths, handler)).accepted).toEqual(['listLetters', 'readLetter', 'readPart']);
  });

  it('come from a list of texts, or of texts inside the parent', async () => {
    const texts = { type: 'array', items: found.text };
    const paths = {
      '/tags': { get: at('listTags', json(texts)) },
      '/tags/{Tag}': { get: at('readTag', json({ type: 'object', properties: { colours: texts } })) },
      '/tags/{Tag}/colours/{colour}': { get: at('readColour', json({ type: 'object' })) },
    };
    const handler: Handler = ({ path }) => {
      if (path === '/tags') return jsonReply(200, ['urgent', 'later']);
      if (path === '/tags/urgent' || path === '/tags/later') return jsonReply(200, { colours: ['red'] });
      return /^\/tags\/(urgent|later)\/colours\/red$/.test(path) ? jsonReply(200, {}) : jsonReply(404, {});
    };
    expect((await checked(paths, handler)).accepted).toEqual(['listTags', 'readTag', 'readColour']);
  });

  it('come from the member that the path names', async () => {
    const paths = {
      '/things': { get: at('listThings', json({ type: 'array', items: found.thing })) },
      '/things/name/{name}': { get: readThing },
    };
    const handler: Handler = ({ path }) => {
      if (path === '/things') return jsonReply(200, [{ id: 't7', name: 'lamp' }]);
      return path === '/things/name/lamp' ? jsonReply(200, { id: 't7', name: 'lamp' }) : jsonReply(404, {});
    };
    expect((await checked(paths, handler)).accepted).toEqual(['listThings', 'readThing']);
  });

  it('are right if one of the operations of the thing is switched off', async () => {
    const paths = {
      '/things': { get: at('listThings', json({ type: 'array', items: found.thing })) },
      '/things/{id}': { get: readThing },
      '/things/{id}/check': { get: at('checkThing', json({ type: 'object' })) },
    };
    const requested: string[] = [];
    const handler: Handler = ({ path }) => {
      requested.push(path);
      if (path === '/things') return jsonReply(200, [{ id: 't7', name: 'lamp' }]);
      return path === '/things/t7' ? jsonReply(200, { id: 't7' }) : jsonReply(404, {});
    };
    await checked(paths, handler);
    expect(requested).toContain('/things/t7/check');
    expect(requested).not.toContain('/things/lamp/check');
  });
});
