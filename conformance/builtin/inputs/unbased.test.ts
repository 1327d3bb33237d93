import { expect, test } from 'vitest';
import { normalised } from '../../model/document/normalised.ts';
import { bareService } from '../../model/target.ts';
import { type Handler, jsonReply, type Reply, sentIn } from '../../mutation/proxy/reply.ts';
import { start } from '../../mutation/proxy/start.ts';
import { contractOf } from '../../run/contract.ts';
import { runSuite } from '../../run/suite.ts';
import { REFUSED } from './planned.ts';

const content = (schema: object) => ({ 'application/json': { schema } });
const answers = Object.fromEntries(
  [200, 400, 404].map((status) => [status, { description: '', content: content({}) }]),
);
const payment = { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } };

const api = {
  openapi: '3.1.0',
  info: { title: 'Payments', version: '1' },
  paths: {
    '/payments': {
      post: {
        operationId: 'pay',
        requestBody: { required: true, content: content(payment) },
        responses: answers,
      },
    },
    '/reports/{report}': {
      parameters: [{ name: 'report', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'readReport', responses: answers },
    },
  },
};

/** The verdicts on the rejection of wrong requests, of a server without anything that a valid request needs. */
async function verdictsIf(wrong: Reply): Promise<Readonly<Record<string, string>>> {
  const handler: Handler = (request) => {
    const isWrong = request.path === '/payments' && !Number.isSafeInteger(sentIn(request)['amount']);
    return isWrong ? wrong : jsonReply(404, { detail: 'no such account' });
  };
  const server = await start(handler);
  const target = { services: { payments: bareService(server.origin) }, allowInconclusive: [] };
  const { services } = await runSuite(target, { contract: contractOf(normalised(api)), reproduce: false });
  await server.close();
  const checks = services.flatMap((one) => one.checks).filter(({ rule }) => rule === REFUSED);
  return Object.fromEntries(checks.map(({ operation, verdict }) => [operation ?? '', verdict]));
}

test.each<[string, Reply, string]>([
  ['another status', jsonReply(400, { detail: 'wrong' }), 'pass'],
  ['the same status and words', jsonReply(404, { detail: 'no such account' }), 'blocked'],
  ['another status about the caller', jsonReply(401, { detail: 'who are you?' }), 'blocked'],
  ['an error of the server', jsonReply(500, { detail: 'oops' }), 'blocked'],
  ['success', jsonReply(200, {}), 'fail'],
])('a wrong value that is answered with %s, where no valid request is accepted', async (_, reply, verdict) => {
  expect((await verdictsIf(reply))['pay']).toBe(verdict);
});

test('without a wrong request nothing is blocked', async () => {
  expect((await verdictsIf(jsonReply(400, {})))['readReport']).not.toBe('blocked');
});
