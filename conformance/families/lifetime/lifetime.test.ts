import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { openWallet } from '../../sign-in/wallet.ts';
import { claimsOf, WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';
import { type Answered, demanded, exchange, smallSuite } from '../../testing/api.ts';
import { outcomesOf, reportedOfServer } from '../../testing/small-server.ts';
import type { Lifetime } from './declared.ts';
import { followLifetime } from './follow.ts';

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

describe('in traffic', () => {
  const guarded = { family: 'access', need: 'credential', schemes: [WALLET_SCHEME], rules: [] };
  const traffic = smallSuite({
    operations: {
      readShelf: { request: 'GET /shelf', security: [WALLET_SCHEME], behaviour: [guarded] },
      readDoor: { request: 'GET /door', security: [WALLET_SCHEME] },
    },
    behaviour: [
      { family: 'lifetime', scheme: WALLET_SCHEME, minutes: 10, rules: [demanded('works'), demanded('ends')] },
    ],
  });

  const ACCEPTED: Answered = { ok: {} };
  const REFUSED: Answered = [401, {}];

  test.each<[age: number | null, operation: string, answer: Answered, reported: object]>([
    [9, 'readShelf', ACCEPTED, { works: 'pass' }],
    [9, 'readShelf', REFUSED, {}],
    [10, 'readShelf', ACCEPTED, {}],
    [12, 'readShelf', ACCEPTED, {}],
    [13, 'readShelf', ACCEPTED, { ends: 'broken' }],
    [13, 'readShelf', REFUSED, { ends: 'pass' }],
    [13, 'readShelf', [503, {}], {}],
    [-1, 'readShelf', ACCEPTED, {}],
    [null, 'readShelf', ACCEPTED, {}],
    [13, 'readDoor', ACCEPTED, {}],
    [9, 'readDoor', ACCEPTED, {}],
  ])('a token of %j minutes, at %s: %j', (age, operation, answer, reported) => {
    const [declared] = traffic.api.declarations.filter(({ family }) => family === 'lifetime');
    const at = 1_800_000_000_000;
    const claims = Buffer.from(JSON.stringify({ iat: at / 1000 - (age ?? 0) * 60 })).toString('base64url');
    const headers: Record<string, string> = age === null ? {} : { authorization: `Bearer e30.${claims}.c2ln` };
    const sent = { ...exchange(traffic, operation, answer), headers };
    const found: Record<string, string> = {};
    const follow = followLifetime(declared as Lifetime, traffic);
    follow({ exchange: sent, caller: null, signed: true, user: null, began: at, at }, (aspect, one) => {
      found[aspect] = one?.verdict ?? '';
    });
    expect(found).toEqual(reported);
  });
});
