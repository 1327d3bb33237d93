/** What a server had before a run is not removed, even where nothing can be created; what a run made is. */

import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { describe, expect, it } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import { type Handler, jsonReply, type Reply, sentIn } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { liveTrial } from '../../propose/live.ts';
import { propose } from '../../propose/propose.ts';
import { contractOf } from '../../run/contract.ts';
import { runSuite } from '../../run/suite.ts';

const note = { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, text: { type: 'string' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 0 }, example: 1 };
const fine = (schema: object) => ({
  200: { description: 'Fine', content: { 'application/json': { schema } } },
  404: { description: 'Absent' },
});
const refused = { ...fine(note), 422: { description: 'Wrong' } };

const document = normalised({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', responses: fine({ type: 'array', items: note }) },
      post: {
        operationId: 'addNote',
        requestBody: { required: true, content: { 'application/json': { schema: note } } },
        responses: refused,
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'readNote', responses: fine(note) },
      delete: { operationId: 'removeNote', responses: fine(note) },
    },
  },
});

/** Notes that cannot be added, except by `add`. @param read how the server reads the id in a path */
function serving(read: (text: string) => number, add: (notes: Set<number>) => Reply = () => jsonReply(422, {})) {
  const notes = new Set([1, 2, 3]);
  const handler: Handler = ({ method, path }) => {
    if (path === '/notes') {
      return method === 'GET'
        ? jsonReply(
            200,
            Array.from(notes, (one) => ({ id: one })),
          )
        : add(notes);
    }
    const one = read(path.slice('/notes/'.length));
    if (!notes.has(one)) return jsonReply(404, {});
    if (method === 'DELETE') notes.delete(one);
    return jsonReply(200, { id: one });
  };
  return { notes, handler };
}

const readings: readonly (readonly [string, (text: string) => number])[] = [
  ['whole numbers', Number],
  ['what a text begins with', Number.parseInt],
];

async function servicesOf(handler: Handler, reproduce = true) {
  const server = await start(handler);
  const contract = contractOf(document, { notes: [], doubts: [], isInferring: true });
  const target = { services: { notes: bareService(server.origin) }, allowInconclusive: [] };
  const report = await runSuite(target, { contract, reproduce });
  await server.close();
  return report.services;
}

const checked = async (handler: Handler) => (await servicesOf(handler)).flatMap(({ checks }) => checks);

it.each([[true], [false]])('what cannot be removed is reported, with findings repeated: %s', async (reproduce) => {
  let count = 3;
  const { notes, handler } = serving(Number, (all) => {
    count += 1;
    all.add(count);
    return jsonReply(200, { id: count, text: count });
  });
  const kept: Handler = (request) => (request.method === 'DELETE' ? jsonReply(403, {}) : handler(request));
  const [service] = await servicesOf(kept, reproduce);
  const why = 'the server did not delete them';
  expect(service?.remaining).toEqual([{ operation: 'addNote', count: notes.size - 3, why }]);
});

it('what is made when findings are repeated is removed, too', async () => {
  let count = 3;
  const { notes, handler } = serving(Number, (all) => {
    count += 1;
    all.add(count);
    return jsonReply(200, { id: count, text: count });
  });
  const findings = (await checked(handler)).flatMap((check) => check.findings);
  expect(findings.some(({ reproduced, subject }) => subject === 'addNote' && reproduced !== null)).toBe(true);
  expect([...notes]).toEqual([1, 2, 3]);
});

describe('what a run made is removed, although its user stops', () => {
  /** Adds notes, and is stopped by the first of them. */
  function stopping() {
    const stop = new AbortController();
    const { notes, handler } = serving(Number, (all) => {
      const count = Math.max(...all) + 1;
      all.add(count);
      stop.abort(new Error('stopped'));
      return jsonReply(200, { id: count, text: String(count) });
    });
    return { notes, stop: stop.signal, start: () => start(handler) };
  }

  it('a check', async () => {
    const { notes, stop, start: open } = stopping();
    const server = await open();
    const contract = contractOf(document, { notes: [], doubts: [], isInferring: true });
    const target = { services: { notes: bareService(server.origin) }, allowInconclusive: [] };
    const report = await runSuite(target, { contract, stop });
    await server.close();
    expect([report.ended, stop.aborted]).toEqual(['interrupted', true]);
    expect([...notes]).toEqual([1, 2, 3]);
  });

  it('a search for declarations', async () => {
    const { notes, stop, start: open } = stopping();
    const server = await open();
    const target = bareService(server.origin);
    const trial = liveTrial({ document, target, signIn: {}, readOnly: false, timeoutMs: PATIENCE, stop });
    await expect(propose(trial)).rejects.toThrow('stopped');
    await server.close();
    expect([...notes]).toEqual([1, 2, 3]);
  });
});

it('what a POST with its id would replace stays as it was', async () => {
  const content = { type: 'object', required: ['text'], properties: note.properties };
  const chosen = structuredClone(document);
  Object.assign(chosen.paths['/notes']?.post ?? {}, {
    requestBody: { required: true, content: { 'application/json': { schema: content } } },
    responses: { ...refused, 201: fine(note)[200] },
  });
  const notes = new Map([1, 2, 3].map((one) => [one, 'old']));
  const handler: Handler = (request) => {
    const { method, path } = request;
    const all = Array.from(notes, ([one, text]) => ({ id: one, text }));
    if (path === '/notes' && method === 'GET') return jsonReply(200, all);
    const { id: own = Math.max(...notes.keys()) + 1, text } = sentIn(request);
    if (path === '/notes') {
      if (typeof text !== 'string' || !Number.isSafeInteger(own) || Number(own) < 0) return jsonReply(422, {});
      notes.set(Number(own), text);
      return jsonReply(201, { id: own, text });
    }
    const one = Number(path.slice('/notes/'.length));
    const found = all.find((other) => other.id === one);
    if (method === 'DELETE') notes.delete(one);
    return found === undefined ? jsonReply(404, {}) : jsonReply(200, found);
  };
  const server = await start(handler);
  const target = bareService(server.origin);
  const trial = liveTrial({ document: chosen, target, signIn: {}, readOnly: false, timeoutMs: PATIENCE });
  const { proposals } = await propose(trial);
  await server.close();
  expect(proposals.map(({ family }) => family)).toContain('echoes');
  expect([...notes]).toEqual([1, 2, 3].map((one) => [one, 'old']));
});

describe.each(readings)('notes with ids that are read as %s', (_, read) => {
  it('are all there after a check', async () => {
    const { notes, handler } = serving(read);
    await checked(handler);
    expect([...notes]).toEqual([1, 2, 3]);
  });

  it('are all there after declarations were proposed', async () => {
    const { notes, handler } = serving(read);
    const server = await start(handler);
    const target = bareService(server.origin);
    await propose(liveTrial({ document, target, signIn: {}, readOnly: false, timeoutMs: PATIENCE }));
    await server.close();
    expect([...notes]).toEqual([1, 2, 3]);
  });
});
