import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceNames } from './services.ts';
import { type Mock, startMock } from './start.ts';
import { type Answer, createJudge, readDocument, send } from './testing/judge.ts';
import { type Sampled, sampledOperations } from './testing/requests.ts';

/** Dynamic answers vary, and invalid ones may be rare. */
const ROUNDS = process.env['TEST_SHORT'] === undefined ? 50 : 4;

/** Statuses of a range, with and without an example. */
const OF_RANGE = [400, 401, 403, 404, 409, 418, 422, 429, 499];

let still: Mock;
let dynamic: Mock;
/** The lines of the log about the mock's own answers. */
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

interface Named {
  readonly name: string;
  /** The status; for an answer to a range, that of the example. */
  readonly status: number;
  readonly value: unknown;
}

/** The documented answers of an operation with a name. */
function namedExamples({ operation }: Sampled): Named[] {
  return Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.entries(content?.['application/json']?.examples ?? {}).map(([name, { value }]) => ({
      name,
      status: status.endsWith('XX') ? codeIn(value) : Number(status),
      value,
    })),
  );
}

function codeIn(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'code' in value) return Number(value.code);
  throw new Error(`there is no code in ${JSON.stringify(value)}`);
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

      it('answers within the schema in dynamic mode, repeatedly, without falling back to the example', async () => {
        remarks.length = 0;
        for (let round = 0; round < ROUNDS; round += 1) {
          const request = requests[round % requests.length] ?? plain;
          expectValid(id, await send(dynamic.urls[service], request), 200);
        }
        expect(remarks).toEqual([]);
      });

      it('answers within the schema when only the request asks for a dynamic answer', async () => {
        for (const request of requests) {
          expectValid(id, await send(still.urls[service], request, { Prefer: 'dynamic=true' }), 200);
        }
      });

      const statuses = new Set(refusals.flatMap((status) => (status === '4XX' ? OF_RANGE : [Number(status)])));

      it.each([...statuses])(
        'answers %i with a body that names the status when the request prefers it',
        async (code) => {
          for (const mock of [still, dynamic]) {
            const answer = await send(mock.urls[service], plain, { Prefer: `code=${code}` });
            expectValid(id, answer, code);
            expect(answer.body).toMatchObject({ code, msg: expect.stringMatching(/./) });
            expect(answer.headers.get('preference-applied')).toBe(`code=${code}`);
          }
        },
      );

      it('answers each success that the document has when the request prefers it', async () => {
        for (const status of Object.keys(operation.responses).filter((code) => code.startsWith('2'))) {
          expectValid(id, await send(still.urls[service], plain, { Prefer: `code=${status}` }), Number(status));
        }
      });

      const named = namedExamples(sampled);

      it('has an example of each documented rejection, and no duplicate names', () => {
        const names = named.map(({ name }) => name);
        expect(names).toEqual([...new Set(names)]);
        const shown = new Set(named.map(({ status }) => String(status).charAt(0)));
        expect(shown).toContain('4');
      });

      it.each(named)('answers with the example $name of $status when the request prefers it', async (example) => {
        const { name, status, value } = example;
        for (const mock of [still, dynamic]) {
          for (const Prefer of [`code=${status}, example=${name}`, `example=${name}`]) {
            const answer = await send(mock.urls[service], plain, { Prefer });
            expectValid(id, answer, status);
            expect(answer.body).toEqual(value);
          }
        }
      });

      it('lists the examples when the request prefers a missing one', async () => {
        for (const Prefer of ['example=nonsense', 'code=200, example=nonsense']) {
          const answer = await send(still.urls[service], plain, { Prefer });
          expect(answer.status).toBe(404);
          expect(answer.body).toMatchObject({ code: 404, msg: expect.stringContaining('no example nonsense') });
          for (const { name } of named) expect(JSON.stringify(answer.body)).toContain(name);
        }
      });
    });
  }
});

describe('dynamic answers', () => {
  it('vary, with values that the examples show', async () => {
    const bodies = new Set<string>();
    const symbols = new Set<unknown>();
    for (let round = 0; round < 50; round += 1) {
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

  it('are the same for the same seed', async () => {
    const answerOf = async () => {
      const response = await fetch(`${dynamic.urls.lending}/api/v1/markets/all`, { headers: { Prefer: 'seed=cast' } });
      return response.text();
    };
    expect(await answerOf()).toBe(await answerOf());
  });
});
