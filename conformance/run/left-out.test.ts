import { describe, expect, it } from 'vitest';
import { normalised } from '../model/document/normalised.ts';
import { bareService, type ServiceTarget } from '../model/target.ts';
import type { JsonObject } from '../model/values/json.ts';
import { type Handler, jsonReply } from '../mutation/proxy/reply.ts';
import { start } from '../mutation/proxy/start.ts';
import { contractOf } from './contract.ts';
import type { Selection } from './selection.ts';
import { runSuite } from './suite.ts';

const any = { 'application/json': { schema: {} } };
const operation = (operationId: string, more: object = {}) => ({
  operationId,
  responses: { 200: { description: 'Fine', content: any }, '4XX': { description: 'Rejected', content: any } },
  ...more,
});

const settings = { 'application/json': { schema: { type: 'object', properties: { theme: { type: 'string' } } } } };

const page = { type: 'object', properties: { notes: { type: 'array', items: settings['application/json'].schema } } };

const ofId = (name: string) => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
});

/** A body with members of these names. */
const taking = (...names: readonly string[]) => ({
  requestBody: {
    content: {
      'application/json': {
        schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
      },
    },
  },
});

const newNote = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };

const api: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://notes.test' }],
  paths: {
    '/notes': {
      get: operation('listNotes', {
        tags: ['reading'],
        responses: { 200: { description: 'Fine', content: { 'application/json': { schema: page } } } },
      }),
      post: operation('writeNote', {
        requestBody: { required: true, content: { 'application/json': { schema: newNote } } },
      }),
      put: operation('replaceNote', taking('id', 'text')),
      patch: operation('renameNotes', taking('text')),
      delete: operation('dropNotes'),
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: operation('readNote'),
      delete: operation('deleteNote'),
    },
    '/settings': {
      get: operation('readSettings', { responses: { 200: { description: 'Fine', content: settings } } }),
      patch: operation('changeSettings'),
    },
    '/theme/{colour}': { ...ofId('colour'), put: operation('setTheme') },
    '/archive/{id}': { ...ofId('id'), put: operation('archiveNote') },
    '/me/name': { put: operation('setName', taking('user_id', 'name')) },
    '/notes/{id}/owner': { ...ofId('id'), put: operation('giveNote') },
    '/notes/{id}/roles': { ...ofId('id'), post: operation('addRole') },
    '/notes/{id}/roles/{role}': {
      parameters: [...ofId('id').parameters, ...ofId('role').parameters],
      delete: operation('dropRole'),
    },
    '/me/password': { put: operation('changePassword') },
    '/admin/shutdown': { post: operation('stopServer') },
    '/tags/bulk_delete': { post: operation('postTags') },
    '/tags/batch': { post: operation('removeMany') },
    '/old': { get: operation('readOld', { deprecated: true }) },
    '/resets': { get: operation('listResets') },
    '/uploads': { servers: [{ url: 'https://uploads.test' }], get: operation('listUploads') },
    '/status': { get: operation('readStatus', { servers: [{ url: 'https://status.test' }, { url: '/v2' }] }) },
    '/news': { servers: [{ url: 'https://notes.test' }, { url: 'https://old.test' }], get: operation('readNews') },
    '/here': { servers: [{ url: 'https://news.test' }], get: operation('readHere', { servers: [] }) },
  },
};

/** Checks a server of notes, and returns its requests and the notes that are left. */
async function run(more: Partial<ServiceTarget> = {}, selection: Partial<Selection> = {}) {
  const calls: string[] = [];
  const notes = new Map<string, string>([['own', 'mine']]);
  let headers: Readonly<Record<string, string | undefined>> = {};
  const handler: Handler = (request) => {
    const [, , id = ''] = request.path.split('/');
    calls.push(`${request.method} ${request.path.replace(/(?<=notes\/).+/, '{id}')}`);
    headers = request.headers;
    if (request.path === '/notes' && request.method === 'POST') {
      const body: unknown = JSON.parse(request.body || 'null');
      const text = typeof body === 'object' && body !== null && 'text' in body ? body.text : null;
      if (typeof text !== 'string') return jsonReply(400, {});
      const made = `n${notes.size}-${calls.length}`;
      notes.set(made, text);
      return jsonReply(200, { id: made, text });
    }
    if (!request.path.startsWith('/notes/')) return jsonReply(200, [...notes.keys()]);
    if (!notes.has(id)) return jsonReply(404, {});
    if (request.method === 'DELETE') notes.delete(id);
    return jsonReply(200, { id });
  };
  const server = await start(handler);
  const target = { services: { notes: { ...bareService(server.origin), ...more } }, allowInconclusive: [] };
  try {
    const report = await runSuite(target, { contract: contractOf(normalised(api)), selection, reproduce: false });
    const [service] = report.services;
    return { calls: new Set(calls), notes: [...notes.keys()], headers, service };
  } finally {
    await server.close();
  }
}

describe('a run of an API that is known by its document alone', () => {
  it('calls no operation that looks destructive, and lists it', async () => {
    const { calls, service } = await run();
    expect(calls).not.toContain('POST /admin/shutdown');
    expect(calls).not.toContain('DELETE /notes');
    expect(calls).not.toContain('PATCH /settings');
    expect(calls).not.toContain('PUT /me/password');
    expect(calls).not.toContain('POST /tags/bulk_delete');
    expect(calls).not.toContain('POST /tags/batch');
    expect(calls).toContain('GET /resets');
    expect(calls).toContain('PUT /notes');
    expect(calls).not.toContain('PATCH /notes');
    expect([...calls].filter((call) => /PUT \/theme|\/owner|PUT \/me/.test(call))).toEqual([]);
    expect([...calls].filter((call) => call.startsWith('PUT /archive/'))).not.toEqual([]);
    expect(service?.leftOut?.map((one) => one.operation)).toEqual([
      'dropNotes',
      'renameNotes',
      'changeSettings',
      'setTheme',
      'setName',
      'giveNote',
      'changePassword',
      'stopServer',
      'postTags',
      'removeMany',
      'listUploads',
      'readStatus',
    ]);
    expect(service?.leftOut?.at(-2)?.why).toBe(
      'it is on another server, https://uploads.test: name it with --include to call it',
    );
    expect([...calls].filter((call) => /uploads|status|news|here/.test(call))).toEqual(['GET /news', 'GET /here']);
    expect(service?.checks.filter((one) => one.operation === 'stopServer')).toEqual([]);
  });

  it.each([
    [{ include: ['stopServer'] }, {}],
    [{ include: ['/admin/*'] }, {}],
    [{}, { operations: ['stopServer'] }],
  ])('calls it if it is named: %j %j', async (target, selection) => {
    expect((await run(target, selection)).calls).toContain('POST /admin/shutdown');
  });

  it.each([
    ['listNotes', 'GET /notes'],
    ['tag:reading', 'GET /notes'],
    ['/notes', 'GET /notes'],
    ['method:post', 'POST /notes'],
    ['deprecated', 'GET /old'],
    ['read*', 'GET /notes/{id}'],
  ])('leaves out %s', async (pattern, call) => {
    expect((await run()).calls).toContain(call);
    expect((await run({ exclude: [pattern] })).calls).not.toContain(call);
  });

  it('rejects a pattern that matches nothing', async () => {
    await expect(run({ exclude: ['listNots'] })).rejects.toThrow('listNots means no operation of notes');
  });

  it('keeps the existing notes, and deletes those that it created', async () => {
    const { calls, notes } = await run();
    expect(calls).toContain('POST /notes');
    expect(notes).toEqual(['own']);
  });

  it('sends the headers of the target', async () => {
    expect((await run({ headers: { 'X-Key': 'secret' } })).headers['x-key']).toBe('secret');
  });
});

it('names the request after which a server went away', async () => {
  const handler: Handler = (request) => {
    if (request.path === '/admin/shutdown') setImmediate(() => front.close());
    return jsonReply(request.path.startsWith('/notes/') ? 404 : 200, {});
  };
  const front = await start(handler);
  const target = {
    services: { notes: { ...bareService(front.origin), include: ['stopServer'] } },
    allowInconclusive: [],
  };
  const options = { contract: contractOf(normalised(api)), reproduce: false, concurrency: 1 };
  const { outcome, services } = await runSuite(target, options);
  expect(services[0]?.wentAway).toContain('POST /admin/shutdown');
  expect(outcome).not.toBe('conformant');
});

it('sends nothing after the time limit of a run, and reports the results so far', async () => {
  let calls = 0;
  const server = await start(() => {
    calls += 1;
    return jsonReply(200, {});
  });
  const target = { services: { notes: bareService(server.origin) }, allowInconclusive: [] };
  const { outcome, services } = await runSuite(target, { contract: contractOf(normalised(api)), maxMs: 0 });
  await server.close();
  const reasons = services.flatMap(({ checks }) =>
    checks.flatMap((check) => check.reasons.map(({ reason }) => reason)),
  );
  expect([outcome, calls]).toEqual(['undecided', 0]);
  expect(reasons.join()).toContain('the time of the run is over');
});
