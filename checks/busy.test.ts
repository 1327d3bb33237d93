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

/** The options of a check: the time limit is long, since the machine may be busy, too. */
const options = { reproduce: false, timeoutMs: 60_000 };

test.each(serviceNames)('%s: no rule fails while others write before every request', async (service) => {
  const report = await tryMutant(server, service, { mutation: server.busy(service, () => true) }, options);
  expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
});

test.each([
  ['swap', 21],
  ['vault', 60],
] as const)('%s: a single write of another client, before request %i, causes no failure', async (service, at) => {
  const mutation = server.busy(service, (request) => request === at);
  const report = await tryMutant(server, service, { mutation }, options);
  expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
});

/** Continues the first auction that a list shows as begun, before the next request. */
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

test('vault: auctions continue between reads of the list and of the auction', async () => {
  const selection = { rules: ['vault.listFlips.action-numbering'] };
  const report = await tryMutant(server, 'vault', { mutation: goesOn }, { ...options, selection });
  expect(rulesWith(report, 'pass')).toEqual(['vault.listFlips.action-numbering']);
});

/** Changes the names of users before each read. */
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
