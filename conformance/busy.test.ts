import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesWith, tryFault } from './faults/trial.ts';
import { serviceNames } from './model/services.ts';
import { type BusyServer, startBusy } from './testing/busy-server.ts';

let server: BusyServer;

beforeAll(async () => {
  server = await startBusy();
});
afterAll(() => server.close());

/** The machine may be as busy as the server. */
const options = { reproduce: false, timeoutMs: 20_000 };

test.each(serviceNames)(
  '%s: nothing is held against a server that others write to before every request',
  async (service) => {
    const report = await tryFault(server, service, { fault: server.busy(service, () => true) }, options);
    expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
  },
);

test.each([
  ['swap', 21],
  ['vault', 60],
] as const)(
  '%s: nothing is held against a server that somebody wrote to once, before request %i',
  async (service, at) => {
    const fault = server.busy(service, (request) => request === at);
    const report = await tryFault(server, service, { fault }, options);
    expect(rulesWith(report, 'fail', 'warn', 'harness-error')).toEqual([]);
  },
);
