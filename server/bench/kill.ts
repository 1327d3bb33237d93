/**
 * Kills one of two processes on one PostgreSQL with `kill -9` while both receive writes, repeatedly: `node
 * server/bench/kill.ts [--data postgres://...] [--rounds 20] [--writes 1000] [--concurrency 64]`. Half of the writes
 * are comments, half are turns. Exits with 1 when an acknowledged comment is missing, or when an acknowledged turn does
 * not have exactly one outcome. Requires an empty database, or starts a temporary one.
 */
import { parseArgs } from 'node:util';
import { demoApplications } from '../assistant/index.ts';
import { type Command, signedIn, startCommand } from '../testing/command.ts';
import { openHistory } from '../testing/history.ts';
import { openDatabase } from './database.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '20' },
    writes: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '64' },
  },
});
const { data, stop } = await openDatabase(values.data);

let servers: [Command, Command] = await Promise.all([startCommand(data), startCommand(data)]);
const [app] = await demoApplications();
const application = { 'X-ASSISTANT-APPID': app?.app_id ?? '', 'X-ASSISTANT-SECRET': app?.secret ?? '' };
const writer = { bearer: await signedIn(servers[0].url), application };

const totals = { comments: 0, turns: 0, lost: 0, unread: 0 };
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const history = openHistory(writer, `round ${round}`);
  let next = 0;
  const write = async () => {
    for (let place = next++; place < Number(values.writes); place = next++) {
      await history.write(servers[place % 2 === 0 ? 0 : 1].url, place);
    }
  };
  const writing = Promise.all(Array.from({ length: Number(values.concurrency) }, write));
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1_500));
  const isFirst = round % 2 === 0;
  const [victim, left] = isFirst ? servers : [servers[1], servers[0]];
  victim.kill();
  await writing;

  const { comments, turns, lost, unread } = await history.check(left.url);
  totals.comments += comments;
  totals.turns += turns;
  totals.lost += lost;
  totals.unread += unread;
  process.stdout.write(
    `round ${round}: ${comments} comments, ${lost} lost; ${turns} turns, ${unread} without their outcome\n`,
  );
  servers = isFirst ? [await startCommand(data), left] : [left, await startCommand(data)];
}
for (const server of servers) await server.stop();
await stop();
process.stdout.write(`${JSON.stringify(totals)}\n`);
process.exitCode = totals.lost + totals.unread === 0 ? 0 : 1;
