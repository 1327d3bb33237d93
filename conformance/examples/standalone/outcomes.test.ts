/** Operations that document no 2xx, and operations with no known acceptable request. */
import { describe, expect, it } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import { type Handler, jsonReply, type Reply } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { contractOf } from '../../run/contract.ts';
import { runSuite } from '../../run/suite.ts';

async function checked(paths: object, handler: Handler) {
  const contract = contractOf(normalised({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }));
  const server = await start(handler);
  const target = { services: { shop: bareService(server.origin) }, allowInconclusive: [] };
  try {
    return await runSuite(target, { contract, reproduce: false });
  } finally {
    await server.close();
  }
}

const only = (status: string) => ({ '/a': { get: { responses: { [status]: { description: 'Documented' } } } } });
const answer = (status: number): Reply => ({ kind: 'reply', status, contentType: null, body: '' });

describe('an operation', () => {
  it.each([
    ['default', 202, 'conformant'],
    ['default', 404, 'not conformant'],
    ['302', 302, 'conformant'],
    ['302', 303, 'not conformant'],
    ['302', 500, 'not conformant'],
    ['410', 410, 'conformant'],
    ['410', 200, 'not conformant'],
    ['200', 404, 'not conformant'],
  ] as const)('that documents %s alone and responds with %i', async (documented, status, outcome) => {
    expect((await checked(only(documented), () => answer(status))).outcome).toBe(outcome);
  });
});

const pet = { type: 'object', required: ['tag'], properties: { tag: { type: 'string', minLength: 1 } } };
const json = (schema: object) => ({ description: 'Documented', content: { 'application/json': { schema } } });
const error = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } };
const petPaths = {
  '/pets/{id}': {
    put: {
      operationId: 'changePet',
      parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }],
      requestBody: { required: true, content: { 'application/json': { schema: pet } } },
      responses: { 200: json(pet), 400: json(error), 404: json(error) },
    },
  },
};

const failed = async (handler: Handler) => {
  const { services } = await checked(petPaths, handler);
  return services.flatMap(({ checks }) => checks.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule));
};

describe('an operation with no known acceptable request', () => {
  const absent = () => jsonReply(404, { message: 'no such pet' });

  it('still receives unknown ids and wrong bodies', async () => {
    expect(await failed(absent)).toEqual([]);
    expect(await failed(({ path }) => (path === '/pets/0' ? answer(500) : absent()))).toEqual(['wire.status']);
    const wrong: Handler = ({ body }) => (body.includes('tag') ? absent() : jsonReply(400, { error: 'tag?' }));
    expect(await failed(wrong)).toEqual(['wire.schema']);
  });

  it('shows what was sent and what the server replied', async () => {
    const { services } = await checked(petPaths, absent);
    const accepted = services.flatMap(({ checks }) => checks).find(({ rule }) => rule === 'input.valid-accepted');
    const [reason] = accepted?.reasons ?? [];
    expect(reason?.reason).toMatch(
      /^PUT \/pets\/\d+ with \{"tag":"text"\}, made from the schema, was rejected with status 404/,
    );
    expect(reason?.reason).toContain('no such pet');
    expect(reason?.hint).toContain('known.inputs.changePet');
  });
});
