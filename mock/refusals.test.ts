import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceNames } from './services.ts';
import { type Mock, startMock } from './start.ts';
import { type Answer, createJudge, readDocument, send } from './testing/judge.ts';
import { type SampleRequest, sampledOperations } from './testing/requests.ts';

let mocks: readonly Mock[];

beforeAll(async () => {
  mocks = await Promise.all([startMock({ port: 0 }), startMock({ port: 0, dynamic: true })]);
});

afterAll(async () => {
  await Promise.all(mocks.map((mock) => mock.close()));
});

const CREDENTIALS = new Set(['Authorization', 'X-ASSISTANT-APPID', 'X-ASSISTANT-SECRET']);

function withoutCredentials({ headers, ...request }: SampleRequest): SampleRequest {
  return {
    ...request,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !CREDENTIALS.has(name))),
  };
}

describe.each(serviceNames)('the mock of %s', async (service) => {
  const document = await readDocument(service);
  const judge = createJudge(document);

  const expectRefusal = (id: string, answer: Answer, status: number): void => {
    expect(judge(id, answer)).toBeUndefined();
    expect(answer.status).toBe(status);
  };

  for (const { operation, requests } of sampledOperations(document)) {
    const id = operation.operationId;
    const [plain] = requests;
    const security = operation.security ?? [];

    if (
      security.some((schemes) => Object.keys(schemes).length > 0) &&
      security.every((s) => Object.keys(s).length > 0)
    ) {
      it(`refuses ${id} with the documented 401 when the credential is missing`, async () => {
        for (const mock of mocks) expectRefusal(id, await send(mock.urls[service], withoutCredentials(plain)), 401);
      });
    }

    if (operation.requestBody !== undefined) {
      const { body: _, ...bodiless } = plain;
      const faulty: readonly (readonly [string, SampleRequest])[] = [
        ['no body', bodiless],
        ['a body of the wrong type', { ...plain, body: ['not', 'an', 'object'] }],
      ];
      it(`refuses ${id} with 415 for another content type, as the sandbox does`, async () => {
        const request = { ...plain, headers: { ...plain.headers, 'Content-Type': 'text/plain' } };
        for (const mock of mocks) expectRefusal(id, await send(mock.urls[service], request), 415);
      });

      it.each(faulty)(`refuses ${id} with the documented 400 for %s`, async (_name, request) => {
        for (const mock of mocks) expectRefusal(id, await send(mock.urls[service], request), 400);
      });

      it(`refuses ${id} with the documented 400 for a body that is not JSON`, async () => {
        for (const mock of mocks) {
          const answer = await send(mock.urls[service], { ...plain, text: '{"unfinished": ' });
          expectRefusal(id, answer, 400);
        }
      });
    }

    for (const parameter of operation.parameters ?? []) {
      if (parameter.in !== 'query' || parameter.schema.type !== 'integer') continue;
      it(`rejects ${id} with the documented 400 for a ${parameter.name} that is no number`, async () => {
        const request = { ...plain, target: `${plain.target.split('?')[0]}?${parameter.name}=many` };
        for (const mock of mocks) {
          const answer = await send(mock.urls[service], request);
          expectRefusal(id, answer, 400);
          expect(answer.headers.get('sl-violations')).toContain(parameter.name);
        }
      });
    }
  }

  it('answers 404 for an unknown path and 405 for an unsupported method', async () => {
    const [first] = sampledOperations(document);
    for (const mock of mocks) {
      const unknown = await fetch(`${mock.urls[service]}/nothing/here/at/all`);
      expect(unknown.status).toBe(404);
      const patched = await fetch(`${mock.urls[service]}${first?.requests[0].target}`, { method: 'PATCH' });
      expect(patched.status).toBe(405);
    }
  });

  it.each([
    ['a status that the document does not have', 'code=503', 404, /no response with status 503/],
    ['a status that is none', 'code=many', 400, /code in the header Prefer/],
    ['a status out of range', 'code=999', 400, /code in the header Prefer/],
    ['an example without a name', 'example=', 400, /example in the header Prefer/],
    ['neither true nor false', 'dynamic=1', 400, /dynamic in the header Prefer/],
    ['a status that has no such example', 'code=200, example=not-valid', 404, /no example not-valid/],
  ])('answers a preference for %s in the documented form', async (_name, Prefer, status, msg) => {
    const [first] = sampledOperations(document);
    if (first === undefined) throw new Error('there is no operation');
    for (const mock of mocks) {
      const answer = await send(mock.urls[service], first.requests[0], { Prefer });
      expect(answer).toMatchObject({ status, body: { code: status, msg: expect.stringMatching(msg) } });
      expect(answer.contentType).toBe('application/json');
      expect(answer.headers.get('preference-applied')).toBeNull();
    }
  });

  it('ignores unknown preferences', async () => {
    const [first] = sampledOperations(document);
    if (first === undefined) throw new Error('there is no operation');
    for (const Prefer of ['return=minimal', ';;=,"', 'respond-async, wait=10']) {
      expect((await send(mocks[0]?.urls[service] ?? '', first.requests[0], { Prefer })).status).toBe(200);
    }
  });

  it.each(['/%zz', '/%', '/%c0%af', '/me/%zz'])('answers %s in the documented form', async (path) => {
    for (const mock of mocks) {
      const response = await fetch(`${mock.urls[service]}${path}`);
      expect([response.status, await response.json()]).toMatchObject([404, { code: 404, msg: expect.any(String) }]);
    }
  });

  it('accepts requests of web pages of any origin', async () => {
    for (const mock of mocks) {
      const { status, headers } = await fetch(mock.urls[service], {
        method: 'OPTIONS',
        headers: { Origin: 'https://app.example.org', 'Access-Control-Request-Method': 'PUT' },
      });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example.org');
    }
  });
});
