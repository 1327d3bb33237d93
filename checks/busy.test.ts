import { isObject, type JsonObject, objectsOf, serviceNames } from '@wallet-services/conformance/model';
import { editedReply, type Mutation, successOf } from '@wallet-services/conformance/mutation';
import { rulesWith, tryMutant } from '@wallet-services/conformance/testing/trial';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BusyServer, startBusy } from './testing/busy-server.ts';

let server: BusyServer;

beforeAll(async () => {
  server = await startBusy();
});
afterAll(() => server.close());

/** The machine may be as busy as the server. */
const options = { reproduce: false, timeoutMs: 20_000 };

test.each(serviceNames)('%s: a server that others write to before every request breaks no rule', async (service) => {
  const report = await tryMutant(server, service, { mutation: server.busy(service, () => true) }, options);
  expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
});

test.each([
  ['swap', 21],
  ['vault', 60],
] as const)(
  '%s: nothing is held against a server that somebody wrote to once, before request %i',
  async (service, at) => {
    const mutation = server.busy(service, (request) => request === at);
    const report = await tryMutant(server, service, { mutation }, options);
    expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
  },
);

/** The first of the auctions that a list shows as begun continues before the next request. */
const goesOn: Mutation = () => {
  const gone = new Set<unknown>();
  return async (request, next) => {
    const reply = await next(request);
    const json = successOf(reply);
    if (reply.kind !== 'reply' || !isObject(json)) return reply;
    const of = (flip: JsonObject, action: unknown) => (gone.has(flip['id']) ? { ...flip, action } : flip);
    if (isObject(json['data'])) {
      const flip = of(json['data'], 'FlipBid');
      return request.path.includes('/flips/') ? { ...reply, body: JSON.stringify({ ...json, data: flip }) } : reply;
    }
    const flips = objectsOf(json['flips']).map((flip) => of(flip, 2));
    gone.add(flips.find(({ action }) => action === 1)?.['id']);
    return { ...reply, body: JSON.stringify({ ...json, flips }) };
  };
};

test('vault: auctions go on between the list and the auction', async () => {
  const selection = { rules: ['vault.listFlips.action-numbering'] };
  const report = await tryMutant(server, 'vault', { mutation: goesOn }, { ...options, selection });
  expect(rulesWith(report, 'pass')).toEqual(['vault.listFlips.action-numbering']);
});

/** Users change their names before each read. */
const renames: Mutation = () => {
  let names = 0;
  return async (request, next) =>
    editedReply(await next(request), '/data/full_name', () => {
      names += 1;
      return `name ${names}`;
    });
};

test('comment: users change their names between any two requests', async () => {
  const selection = { rules: ['comment.readUser.as-me', 'comment.readMe.caller'] };
  const report = await tryMutant(server, 'comment', { mutation: renames }, { ...options, selection });
  expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
});
