/**
 * Two processes on one PostgreSQL, one of them killed with `kill -9` while both are written to, again and again:
 * `node server/bench/kill.ts [--data postgres://...] [--rounds 20] [--writes 1000] [--concurrency 64]`. Half of the writes
 * are comments, half are turns. Ends with 1 when an acknowledged comment is not there, or an acknowledged turn has not
 * exactly one outcome that its reader gets. Give it an empty database, or it starts one of its own.
 */
import { parseArgs } from 'node:util';
import type { Conversation, PostedTurn, Turn } from '@wallet-services/contract/assistant';
import type { Comment } from '@wallet-services/contract/comment';
import { demoApplications } from '../assistant/index.ts';
import { type Command, signedIn, startCommand } from './command.ts';
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

const PAGE = 'site_id=21&slug=many%2Fkills';
/** For one request, in milliseconds; a reader of a turn waits for its takeover. */
const LIMIT = 10_000;
const READ_LIMIT = 60_000;

const [application] = await demoApplications();
const app = { 'X-ASSISTANT-APPID': application?.app_id ?? '', 'X-ASSISTANT-SECRET': application?.secret ?? '' };

/** @returns the payload; undefined when it was not acknowledged */
async function ask<Data>(url: string, body: unknown, headers: object, limit = LIMIT): Promise<Data | undefined> {
  try {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limit),
    });
    const { data: payload } = (await answer.json()) as { data?: Data };
    return answer.status === 200 ? payload : undefined;
  } catch {
    return undefined;
  }
}

let servers: [Command, Command] = await Promise.all([startCommand(data), startCommand(data)]);
const bearer = await signedIn(servers[0].url);

const totals = { acknowledged: 0, lost: 0, turns: 0, unread: 0 };
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const comments: { readonly id: number; readonly content: string }[] = [];
  const turns: { readonly path: string; readonly content: string }[] = [];
  let next = 0;
  const write = async () => {
    for (let place = next++; place < Number(values.writes); place = next++) {
      const { url } = servers[place % 2 === 0 ? 0 : 1];
      const content = `round ${round}, write ${place}`;
      if (place % 4 < 2) {
        const made = await ask<Comment>(`${url}/comment/comments?${PAGE}`, { content }, bearer);
        if (made !== undefined) comments.push({ id: made.id, content });
        continue;
      }
      const opened = await ask<Conversation>(
        `${url}/assistant/conversations`,
        { bot_id: 1, user_identity: 'kill' },
        app,
      );
      if (opened === undefined) continue;
      const bot_override = { middlewares: [{ name: 'delay', options: { ms: 20 } }] };
      const path = `/assistant/conversations/${opened.id}`;
      const posted = await ask<PostedTurn>(`${url}${path}`, { content, bot_override }, app);
      if (posted !== undefined) turns.push({ path: `${path}/${posted.id}`, content });
    }
  };
  const writing = Promise.all(Array.from({ length: Number(values.concurrency) }, write));
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 1_500));
  const isFirst = round % 2 === 0;
  const [victim, left] = isFirst ? servers : [servers[1], servers[0]];
  victim.kill();
  await writing;

  const found = await Promise.all(
    comments.map(({ id }) => ask<Comment>(`${left.url}/comment/comments/${id}`, undefined, {}, READ_LIMIT)),
  );
  const lost = comments.filter(({ content }, place) => found[place]?.content !== content).length;
  const read = await Promise.all(
    turns.map(({ path }) =>
      ask<Turn>(`${left.url}${path}?block_until_response=true&timeout=50s`, undefined, app, READ_LIMIT),
    ),
  );
  const unread = turns.filter(({ content }, place) => read[place]?.response !== `You said: ${content}`).length;
  totals.acknowledged += comments.length;
  totals.turns += turns.length;
  totals.lost += lost;
  totals.unread += unread;
  process.stdout.write(
    `round ${round}: ${comments.length} comments, ${lost} lost; ${turns.length} turns, ${unread} without their outcome\n`,
  );
  servers = isFirst ? [await startCommand(data), left] : [left, await startCommand(data)];
}
for (const server of servers) await server.stop();
await stop();
process.stdout.write(`${JSON.stringify(totals)}\n`);
process.exitCode = totals.lost + totals.unread === 0 ? 0 : 1;
