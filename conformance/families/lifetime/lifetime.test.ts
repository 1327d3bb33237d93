import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { openWallet } from '../../sign-in/wallet.ts';
import { claimsOf, WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';
import { demanded, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';

const keystore = {
  clientId: '11111111-1111-4111-8111-111111111111',
  sessionId: '22222222-2222-4222-8222-222222222222',
  privateKey: 'a'.repeat(64),
};

const wallet = openWallet({ keystores: { caller: keystore } }, 1);

function suite() {
  const rules = [demanded('works'), demanded('ends')];
  const built = smallSuite(
    {
      operations: { readShelf: { request: 'GET /shelf', security: [WALLET_SCHEME] } },
      behaviour: [{ family: 'lifetime', scheme: WALLET_SCHEME, minutes: 10, rules }],
    },
    { credentials: { [WALLET_SCHEME]: wallet.token('caller') ?? '' } },
  );
  return { ...built, wallet };
}

/** Accepts tokens up to this age, in minutes. */
function shelf(minutes: number): Handler {
  return ({ headers }) => {
    const claims = claimsOf(headers['authorization']?.replace('Bearer ', '') ?? '');
    const age = (Date.now() / 1000 - Number(claims?.['iat'])) / 60;
    return age < minutes ? jsonReply(200, {}) : jsonReply(401, {});
  };
}

describe('a server on which tokens work', () => {
  test.each([
    ['as long as they should', 10, { works: ['pass'], ends: ['pass'] }],
    ['a quarter of an hour', 15, { works: ['pass'], ends: ['broken', 'pass'] }],
    ['a day', 1440, { works: ['pass'], ends: ['broken'] }],
    ['five minutes', 5, { works: ['broken'], ends: ['pass'] }],
  ])('%s', async (_, minutes, reported) => {
    const found = await reportedOfServer(suite, shelf(minutes));
    expect(found['works']).toEqual(reported.works);
    expect([...(found['ends'] ?? [])].sort()).toEqual(reported.ends);
  });
});

test('each faulty server is detected', async () => {
  const outcomes = await outcomesOf(suite, () => shelf(10));
  expect(outcomes.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  expect(outcomes).toHaveLength(4);
});

test('a server that requires no token is undecided', async () => {
  const reported = await reportedOfServer(suite, () => jsonReply(200, {}));
  expect(reported).toEqual({ works: ['unsupported'], ends: ['unsupported'] });
});

test('one that cannot answer just now is not blamed', async () => {
  const busy: Handler = (request) => {
    const reply = shelf(5)(request);
    const isOld = request.headers['authorization'] !== undefined && JSON.stringify(reply).includes('401');
    return isOld ? jsonReply(503, {}) : reply;
  };
  expect(await reportedOfServer(suite, busy)).toEqual({ works: ['blocked'], ends: ['blocked'] });
});
