/**
 * Kills and restarts two processes on one PostgreSQL, and their database, while both receive writes. The events are
 * random; the name of the test contains the seed, and `CHAOS_SEED` repeats it. `CHAOS_EVENTS` sets their number.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { expect, it } from 'vitest';
import { demoApplications } from '../assistant/index.ts';
import { type Command, signedIn, startCommand } from '../testing/command.ts';
import { openHistory } from '../testing/history.ts';
import { mustSkipPostgres, startOwnPostgres } from '../testing/postgres.ts';
import { eventually } from '../testing/server.ts';
import { seededRandom } from '../values/index.ts';

const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const EVENTS = Number(process.env.CHAOS_EVENTS ?? 6);

const WRITERS = 12;

/** Number of acknowledged writes between two events. */
const BETWEEN = 30;

/** The test needs a database of its own, even if another one is configured. */
const environment = { ...process.env, TEST_DATABASE_URL: undefined };

const events = ['kill', 'freeze', 'restart'] as const;

async function statusOf(url: string): Promise<number> {
  return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE) })).status;
}

it.skipIf(mustSkipPostgres(environment))(
  `loses nothing that was acknowledged, does nothing twice, and says when it is ready (seed ${SEED})`,
  async ({ onTestFinished }) => {
    const random = seededRandom(SEED, 'chaos');
    const postgres = await startOwnPostgres(environment);
    const data = await postgres.create();
    const servers: Command[] = await Promise.all([startCommand(data), startCommand(data)]);
    onTestFinished(async () => {
      for (const server of servers) server.kill();
      await postgres.stop();
    });
    const [application] = await demoApplications();
    const history = openHistory(
      {
        bearer: await signedIn(servers[0]?.url ?? ''),
        application: {
          'X-ASSISTANT-APPID': application?.app_id ?? '',
          'X-ASSISTANT-SECRET': application?.secret ?? '',
        },
      },
      `seed ${SEED}`,
    );

    let [next, most, isOver] = [0, 0, false];
    const writing = Array.from({ length: WRITERS }, async () => {
      while (!isOver) {
        // Without a limit, thousands of writes would be sent while a slow machine starts a process.
        while (!isOver && history.acknowledged() >= most) await wait(20);
        const place = next++;
        await history.write(servers[place % servers.length]?.url ?? '', place);
      }
    });
    const someWrites = async () => {
      const enough = history.acknowledged() + BETWEEN;
      most = enough + BETWEEN;
      await eventually(() => history.acknowledged() >= enough);
    };
    const areReady = () =>
      eventually(async () => (await Promise.all(servers.map(({ url }) => statusOf(url)))).every((one) => one === 200));

    const happen = {
      async kill() {
        const place = random.integer(0, servers.length - 1);
        servers[place]?.kill();
        servers[place] = await startCommand(data);
      },
      async freeze() {
        const thaw = await postgres.freeze();
        try {
          for (const { url } of servers) expect(await statusOf(url)).toBe(503);
        } finally {
          thaw();
        }
      },
      restart: () => postgres.restart(),
    };
    const all = Array.from({ length: EVENTS }, (_, place) => events[place] ?? random.pick(events));
    for (const event of all) {
      await someWrites();
      await happen[event]();
      await areReady();
    }
    await someWrites();
    isOver = true;
    await Promise.all(writing);

    for (const { url } of servers) {
      const outcome = await history.check(url);
      expect(outcome).toMatchObject({ lost: 0, unread: 0 });
      expect(outcome.comments + outcome.turns).toBe(history.acknowledged());
    }
  },
);
