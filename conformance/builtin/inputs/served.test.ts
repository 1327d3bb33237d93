import { expect, test } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { contractOf } from '../../run/contract.ts';
import { runSuite } from '../../run/suite.ts';

const thing = { type: 'object', properties: { id: { type: 'string' } } };
const answering = (schema: object) => ({
  200: { description: '', content: { 'application/json': { schema } } },
  404: { description: '' },
});
const named = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const api = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': { post: { operationId: 'writeNote', responses: answering(thing) } },
    '/notes/{note}': {
      parameters: [named('note')],
      get: { operationId: 'readNote', responses: answering(thing) },
      delete: { operationId: 'deleteNote', responses: answering({}) },
    },
    '/notes/{note}/pages': {
      parameters: [named('note')],
      get: { operationId: 'listPages', responses: answering({ type: 'array', items: thing }) },
    },
    '/notes/{note}/pages/{page}/restore': {
      parameters: [named('note'), named('page')],
      put: { operationId: 'restorePage', responses: answering(thing) },
    },
  },
};

/** The operations that a server lacks, if it answers requests to restore pages like this. */
async function absentIf(detail: (path: string) => string): Promise<readonly string[]> {
  const notes = new Set<string>();
  const handler: Handler = ({ path, method }) => {
    const [, , note = '', part, , last] = path.split('/');
    if (path === '/notes') notes.add(`n${notes.size}`);
    if (path === '/notes') return jsonReply(200, { id: `n${notes.size - 1}` });
    if (method === 'DELETE' && notes.delete(note)) return jsonReply(200, {});
    if (part === undefined && notes.has(note)) return jsonReply(200, { id: note });
    if (part === 'pages' && last === undefined && notes.has(note)) return jsonReply(200, [{ id: 'a' }, { id: 'b' }]);
    return jsonReply(404, { detail: last === 'restore' ? detail(path) : `Cannot ${method} ${path}` });
  };
  const server = await start(handler);
  const target = { services: { notes: bareService(server.origin) }, allowInconclusive: [] };
  try {
    const { services } = await runSuite(target, {
      contract: contractOf(normalised(api), { notes: [], doubts: [], isInferring: true }),
      reproduce: false,
    });
    const checks = services.flatMap((one) => one.checks);
    return checks.filter(({ verdict }) => verdict === 'fail').map(({ operation }) => operation ?? '');
  } finally {
    await server.close();
  }
}

test('reports an operation that answers like an unknown path', async () => {
  expect(await absentIf((path) => `Cannot PUT ${path}`)).toEqual(['restorePage']);
});

test('does not report an operation that rejects the state of an item in its own words', async () => {
  expect(await absentIf(() => 'The page is not deleted.')).toEqual([]);
});
