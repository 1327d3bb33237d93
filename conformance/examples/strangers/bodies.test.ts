/** Forms, files, text and XML are sent as their media types have it, and what is wrong with them is noticed. */
import { describe, expect, it } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import type { Handler, Reply, Request } from '../../mutation/proxy/reply.ts';
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

/** What a form holds; a file by its name. */
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
