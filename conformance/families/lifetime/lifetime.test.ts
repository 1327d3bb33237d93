import { describe, expect, test } from 'vitest';
import { type Handler, jsonReply } from '../../mutation/proxy/reply.ts';
import { openWallet } from '../../sign-in/wallet.ts';
import { claimsOf, WALLET_SCHEME } from '../../sign-in/wrong-tokens.ts';
import { demanded, smallScene } from '../../testing/api.ts';
import { fatesOf, saidOfServer } from '../../testing/small-server.ts';

const keystore = {
  clientId: '11111111-1111-4111-8111-111111111111',
  sessionId: '22222222-2222-4222-8222-222222222222',
  privateKey: 'a'.repeat(64),
};

const wallet = openWallet({ keystores: { caller: keystore } }, 1);

function scene() {
  const rules = [demanded('works'), demanded('ends')];
  const built = smallScene(
    {
      operations: { readShelf: { request: 'GET /shelf', security: [WALLET_SCHEME] } },
      behaviour: [{ family: 'lifetime', scheme: WALLET_SCHEME, minutes: 10, rules }],
    },
    { credentials: { [WALLET_SCHEME]: wallet.token('caller') ?? '' } },
  );
  return { ...built, wallet };
}

/** Takes tokens until they are so many minutes old. */
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
  ])('%s', async (_, minutes, said) => {
    const found = await saidOfServer(scene, shelf(minutes));
    expect(found['works']).toEqual(said.works);
    expect([...(found['ends'] ?? [])].sort()).toEqual(said.ends);
  });
});

test('each faulty server is found out', async () => {
  const fates = await fatesOf(scene, () => shelf(10));
  expect(fates.filter(({ verdicts }) => !verdicts.includes('broken'))).toEqual([]);
  expect(fates).toHaveLength(4);
});

test('a server that asks for no token offers nothing to look at', async () => {
  const said = await saidOfServer(scene, () => jsonReply(200, {}));
  expect(said).toEqual({ works: ['unsupported'], ends: ['unsupported'] });
});

test('one that cannot answer just now is not blamed', async () => {
  const busy: Handler = (request) => {
    const reply = shelf(5)(request);
    const isOld = request.headers['authorization'] !== undefined && JSON.stringify(reply).includes('401');
    return isOld ? jsonReply(503, {}) : reply;
  };
  expect(await saidOfServer(scene, busy)).toEqual({ works: ['blocked'], ends: ['blocked'] });
});
