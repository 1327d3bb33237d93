import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceNames } from './services.ts';
import { type Mock, startMock } from './start.ts';
import { type Answer, createJudge, readDocument, send } from './testing/judge.ts';
import { type Sampled, sampledOperations } from './testing/requests.ts';

/** Dynamic answers differ each time; an invalid one may be rare. */
const ROUNDS = 25;

let still: Mock;
let dynamic: Mock;
/** What the mock says of its own answers, apart from the requests that it lists. */
const remarks: string[] = [];

beforeAll(async () => {
  [still, dynamic] = await Promise.all([
    startMock({ port: 0 }),
    startMock({ port: 0, dynamic: true, logLevel: 'warn', log: keepRemark }),
  ]);
});

afterAll(async () => {
  await Promise.all([still.close(), dynamic.close()]);
});

function keepRemark(line: string): void {
  if (!/ \d+ ms$/.test(line.trimEnd())) remarks.push(line);
}

/** The documented answers of an operation that are found by name. */
function namedExamples({ operation }: Sampled) {
  return Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value }]) => ({ status, name, value })),
  );
}

describe.each(serviceNames)('the mock of %s', async (service) => {
  const document = await readDocument(service);
  const judge = createJudge(document);

  const expectValid = (id: string, answer: Answer, status: number): void => {
    expect(judge(id, answer)).toBeUndefined();
    expect(answer.status).toBe(status);
  };

  for (const sampled of sampledOperations(document)) {
    const { operation, requests } = sampled;
    const id = operation.operationId;
    const [plain] = requests;
    const refusals = Object.keys(operation.responses).filter((status) => status.startsWith('4'));

    describe(id, () => {
      it('answers valid requests with the documented example', async () => {
        const media = operation.responses['200']?.content?.['application/json'];
        const first = media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
        for (const request of requests) {
          const answer = await send(still.urls[service], request);
          expectValid(id, answer, 200);
          expect(answer.body).toEqual(first);
          expect(answer.headers.get('sl-violations')).toBeNull();
        }
      });

      it('answers a request that carries more credentials than it needs', async () => {
        const headers = { Authorization: 'Bearer sandbox-token', 'X-ASSISTANT-APPID': 'a', 'X-ASSISTANT-SECRET': 'b' };
        expectValid(id, await send(still.urls[service], plain, headers), 200);
      });

      it('answers within the schema in dynamic mode, again and again, and never falls back', async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          for (const request of requests) expectValid(id, await send(dynamic.urls[service], request), 200);
        }
        expect(remarks).toEqual([]);
      });

      it('answers within the schema when only the request asks for a dynamic answer', async () => {
        for (const request of requests) {
          expectValid(id, await send(still.urls[service], request, { Prefer: 'dynamic=true' }), 200);
        }
      });

      it.each(refusals)('answers %s when the request prefers it', async (status) => {
        const code = Number(status.replace('XX', '29'));
        for (const mock of [still, dynamic]) {
          expectValid(id, await send(mock.urls[service], plain, { Prefer: `code=${code}` }), code);
        }
      });

      for (const { status, name, value } of namedExamples(sampled)) {
        it(`answers with the example ${name} of ${status} when the request prefers it`, async () => {
          for (const mock of [still, dynamic]) {
            const answer = await send(mock.urls[service], plain, { Prefer: `code=${status}, example=${name}` });
            expectValid(id, answer, Number(status));
            expect(answer.body).toEqual(value);
          }
        });
      }
    });
  }
});

describe('dynamic answers', () => {
  it('vary, with values that the examples show', async () => {
    const bodies = new Set<string>();
    const symbols = new Set<unknown>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const response = await fetch(`${dynamic.urls.lending}/api/v1/markets/all`);
      const text = await response.text();
      bodies.add(text);
      const { data }: { data: readonly { readonly symbol: string }[] | null } = JSON.parse(text);
      for (const market of data ?? []) symbols.add(market.symbol);
    }
    expect(bodies.size).toBeGreaterThan(5);
    expect(symbols.isSubsetOf(new Set(['BTC', 'ETH', 'USDC', 'SOL']))).toBe(true);
    expect(symbols.size).toBeGreaterThan(1);
  });

  it('are the same again for the same seed', async () => {
    const ask = async () => {
      const response = await fetch(`${dynamic.urls.lending}/api/v1/markets/all`, { headers: { Prefer: 'seed=cast' } });
      return response.text();
    };
    expect(await ask()).toBe(await ask());
  });
});
