/**
 * Fills the disk of a server, frees it again, and kills the server in between, while it receives writes. The events are
 * random: `CHAOS_SEED` and `CHAOS_EVENTS` set them, as with PostgreSQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE } from '@wallet-services/kit/testing/patience';
import { expect, it } from 'vitest';
import { demoApplications } from '../assistant/index.ts';
import { signedIn, startCommand } from '../testing/command.ts';
import { openHistory } from '../testing/history.ts';
import { eventually } from '../testing/server.ts';
import { seededRandom } from '../values/index.ts';

const SEED = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
const EVENTS = Number(process.env.CHAOS_EVENTS ?? 4);

const WRITERS = 8;

/** Number of acknowledged writes between two events. */
const BETWEEN = 30;

const smallDisk = new URL('../testing/small-disk.ts', import.meta.url);

const events = ['fill', 'fill and kill', 'kill'] as const;

it(`loses nothing on a full disk, and is not ready until there is room (seed ${SEED})`, async ({ onTestFinished }) => {
  const random = seededRandom(SEED, 'full disk');
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
  const data = join(folder, 'data.db');
  let server = await startCommand(data, smallDisk);
  onTestFinished(async () => {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const [application] = await demoApplications();
  const headers = { 'X-ASSISTANT-APPID': application?.app_id ?? '', 'X-ASSISTANT-SECRET': application?.secret ?? '' };
  const history = openHistory({ bearer: await signedIn(server.url), application: headers }, `seed ${SEED}`);
  const readiness = async () => {
    const answer = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(PATIENCE) });
    return `${answer.status} ${await answer.text()}`;
  };
  const isReady = async () => (await readiness()).startsWith('200');

  let [next, most, isOver] = [0, 0, false];
  const writing = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      while (!isOver && history.acknowledged() >= most) await wait(20);
      await history.write(server.url, next++);
    }
  });
  const someWrites = async () => {
    const enough = history.acknowledged() + BETWEEN;
    most = enough + BETWEEN;
    await eventually(() => history.acknowledged() >= enough);
  };
  const fill = async () => {
    server.kill('SIGUSR2');
    most = Number.POSITIVE_INFINITY;
    await eventually(async () => !(await isReady()));
    expect(await readiness()).toMatch(/^503 .*disk is full/);
    // It remains unready even if a small write succeeds.
    const before = history.acknowledged();
    await eventually(async () => next > before + WRITERS);
    expect(await isReady()).toBe(false);
  };
  const restart = async () => {
    server.kill();
    server = await startCommand(data, smallDisk);
  };
  const happen = {
    async fill() {
      await fill();
      server.kill('SIGUSR2');
    },
    async 'fill and kill'() {
      await fill();
      await restart();
    },
    kill: restart,
  };
  const all = Array.from({ length: EVENTS }, (_, place) => events[place] ?? random.pick(events));
  for (const event of all) {
    await someWrites();
    await happen[event]();
    await eventually(isReady);
  }
  await someWrites();
  isOver = true;
  await Promise.all(writing);
  const outcome = await history.check(server.url);
  expect(outcome).toMatchObject({ lost: 0, unread: 0 });
  expect(outcome.comments + outcome.turns).toBe(history.acknowledged());
});
