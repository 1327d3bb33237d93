/** Forms, files, text and XML are sent as their media types demand, and faults in them are reported. */
import { describe, expect, it } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import { type Handler, jsonReply, type Reply, type Request, sentIn } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { contractOf } from '../../run/contract.ts';
import { runSuite } from '../../run/suite.ts';

const reply = (status: number): Reply => ({ kind: 'reply', status, contentType: null, body: '' });

async function verdictOf(mediaType: string, media: object, handler: Handler) {
  const requestBody = { required: true, content: { [mediaType]: media } };
  const responses = { 204: { description: 'Taken' }, 400: { description: 'Rejected' } };
  const paths = { '/a': { post: { requestBody, responses } } };
  const contract = contractOf(normalised({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths }));
  const server = await start(handler);
  const target = { services: { shop: bareService(server.origin) }, allowInconclusive: [] };
  try {
    const { outcome, services } = await runSuite(target, { contract, reproduce: false });
    const checks = services.flatMap((service) => service.checks);
    const findings = checks.flatMap(({ rule, findings: some }) => some.map(({ expected }) => `${rule}: ${expected}`));
    return { outcome, findings };
  } finally {
    await server.close();
  }
}

const schema = {
  type: 'object',
  required: ['name', 'age'],
  properties: {
    name: { type: 'string', minLength: 1 },
    age: { type: 'integer', minimum: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    scan: { type: 'string', format: 'binary' },
  },
};

/** The fields of a form; a file by its name. */
async function formIn({ headers, body }: Request): Promise<FormData | null> {
  const type = headers['content-type'] ?? '';
  return new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null);
}

const takesForm =
  (isStrict: boolean): Handler =>
  async (request) => {
    const form = await formIn(request);
    const isRight = form?.get('name') && /^[1-9]\d*$/.test(String(form.get('age')));
    const scan = form?.get('scan') ?? null;
    const isFile = scan === null || scan instanceof File || !request.headers['content-type']?.startsWith('multipart/');
    return reply((isRight && isFile) || !isStrict ? 204 : 400);
  };

describe('a body', () => {
  it.each(['application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of %s is sent and judged',
    async (mediaType) => {
      expect(await verdictOf(mediaType, { schema }, takesForm(true))).toEqual({ outcome: 'conformant', findings: [] });
      const { outcome, findings } = await verdictOf(mediaType, { schema }, takesForm(false));
      expect(outcome).toBe('not conformant');
      expect(findings.join()).toContain('body/age');
      expect(findings.join()).not.toContain('body/name: a number');
    },
  );

  it('of text is sent as it is', async () => {
    const handler: Handler = ({ body }) => reply(body === 'hello' ? 204 : 400);
    const media = { schema: { type: 'string' }, example: 'hello' };
    expect((await verdictOf('text/plain', media, handler)).outcome).toBe('conformant');
  });

  it('of XML is sent where an example shows it', async () => {
    const handler: Handler = ({ body }) => reply(body === '<a/>' ? 204 : 400);
    expect((await verdictOf('application/xml', { example: '<a/>' }, handler)).outcome).toBe('conformant');
  });
});

describe('a body that is made from a schema', () => {
  const string = { type: 'string' };
  const members = { name: string, child: { type: 'integer' }, startTime: string, color: string };
  const media = { schema: { type: 'object', required: ['name'], properties: members } };

  /** A server that needs some members beside those that the document marks as required, and rejects others. */
  const taking =
    (needed: readonly string[], wrong: readonly string[], words: (names: readonly string[]) => string): Handler =>
    (request) => {
      const sent = sentIn(request);
      const isRight = Object.entries(sent).every(([name, value]) =>
        name === 'child' ? Number.isInteger(value) : typeof value === 'string',
      );
      const missing = [...needed.filter((one) => !(one in sent)), ...wrong.filter((one) => one in sent)];
      if (typeof sent['name'] === 'string' && isRight && missing.length === 0) return reply(204);
      return { ...reply(400), body: words(missing), contentType: 'text/plain' };
    };

  it.each<[string, Handler]>([
    ['the rejection names', taking(['child', 'startTime'], ['color'], (names) => `required: ${names}`)],
    ['the rejection names in other words', taking(['startTime'], ['color'], () => 'a start time must be there')],
    ['the schema has', taking(['child', 'startTime', 'color'], [], () => 'no')],
    [
      'the schema has, but for one that is rejected',
      taking(['child', 'startTime'], ['color'], ([name]) => (name === 'color' ? 'no such color' : 'no')),
    ],
  ])('is sent with the members that %s', async (_, handler) => {
    expect(await verdictOf('application/json', media, handler)).toEqual({ outcome: 'conformant', findings: [] });
  });

  it.each([
    'name must be in list [1.0 1.1]',
    '{"name":["should be \'1.0\' or \'1.1\'"]}',
    'Name: expected one of "1.0"',
  ])('is sent with a value that the rejection lists: %s', async (words) => {
    const handler: Handler = (request) => {
      const { name } = sentIn(request);
      return name === '1.0' ? reply(204) : { ...reply(400), body: words, contentType: 'text/plain' };
    };
    const one = { schema: { type: 'object', required: ['name'], properties: { name: string } } };
    expect(await verdictOf('application/json', one, handler)).toEqual({ outcome: 'conformant', findings: [] });
  });

  it('keeps a value that the rejection lists in the requests that follow', async () => {
    const model = { type: 'object', required: ['version'], properties: { version: string } };
    const made = { type: 'object', required: ['id'], properties: { id: string } };
    const answering = (schema: object) => ({ description: 'Fine', content: { 'application/json': { schema } } });
    const refused = { description: 'Refused' };
    const paths = {
      '/models': {
        post: {
          operationId: 'addModel',
          requestBody: { required: true, content: { 'application/json': { schema: model } } },
          responses: { 201: answering(made), 400: refused },
        },
      },
      '/models/{id}': {
        get: {
          operationId: 'readModel',
          parameters: [{ name: 'id', in: 'path', required: true, schema: string }],
          responses: { 200: answering(made), 404: refused },
        },
      },
    };
    const ids: string[] = [];
    const server = await start((request) => {
      const id = request.path.split('/')[2];
      if (id !== undefined) return ids.includes(id) ? jsonReply(200, { id }) : jsonReply(404, {});
      const { version } = sentIn(request);
      if (version === '1.0') return jsonReply(400, 'no longer supported');
      if (version !== '1.1') return jsonReply(400, 'version must be in list [1.0 1.1]');
      return jsonReply(201, { id: `m${ids.push(`m${ids.length + 1}`)}` });
    });
    const document = normalised({ openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths });
    const contract = contractOf(document, { notes: [], doubts: [], isInferring: true });
    const target = { services: { shop: bareService(server.origin) }, allowInconclusive: [] };
    const { services } = await runSuite(target, { contract, reproduce: false });
    await server.close();
    const checks = services.flatMap((service) => service.checks);
    const open = checks.filter(({ verdict }) => ['inconclusive', 'blocked'].includes(verdict));
    expect(open.map(({ rule, operation }) => `${operation} ${rule}`)).toEqual([]);
  });

  it('has names that no other request has', async () => {
    const taken = new Set<unknown>();
    const handler: Handler = (request) => {
      const { name, child = 1 } = sentIn(request);
      if (typeof name !== 'string' || !Number.isInteger(child) || taken.has(name)) return reply(400);
      taken.add(name);
      return reply(204);
    };
    const properties = { name: string, child: { type: 'integer', minimum: 1, maximum: 9 } };
    const one = { schema: { type: 'object', required: ['name', 'child'], properties } };
    expect((await verdictOf('application/json', one, handler)).outcome).toBe('not conformant');
    const strict: Handler = (request) => {
      const { child } = sentIn(request);
      return Number.isInteger(child) && Number(child) > 0 && Number(child) < 10 ? handler(request) : reply(400);
    };
    expect(await verdictOf('application/json', one, strict)).toEqual({ outcome: 'conformant', findings: [] });
  });

  it('is undecided if no member helps', async () => {
    const handler = taking(['other'], [], () => 'no');
    expect((await verdictOf('application/json', media, handler)).outcome).toBe('undecided');
  });
});
