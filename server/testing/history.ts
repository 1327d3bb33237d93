/** Writes to a server that is disturbed, and checks that all acknowledged writes are there afterwards. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Conversation, PostedTurn, Turn } from '@wallet-services/contract/assistant';
import type { Comment } from '@wallet-services/contract/comment';

const PAGE = 'site_id=21&slug=many%2Fkills';

/** Time limit of a request in milliseconds; a read of a turn may wait until another process takes it over. */
const LIMIT = 10_000;
const READ_LIMIT = 60_000;

/** Number of concurrent readers, and of attempts to read when there is no answer. */
const READERS = 32;
const MOST_READS = 20;

/** The credentials of the writers. */
export interface Writer {
  /** Header of a signed-in user of the comment service. */
  readonly bearer: Readonly<Record<string, string>>;
  /** Headers of an application of the assistant. */
  readonly application: Readonly<Record<string, string>>;
}

/** The outcome. A test passes when nothing is lost, unread or duplicated. */
export interface Outcome {
  /** Number of acknowledged comments and turns. */
  readonly comments: number;
  readonly turns: number;
  /** Number of acknowledged comments that are missing. */
  readonly lost: number;
  /** Number of acknowledged turns without a response, or with others in their conversation. */
  readonly unread: number;
}

/** The acknowledged writes. */
export interface History {
  /** Writes a unique comment or turn. Never rejects: a failed write was not acknowledged. */
  write(url: string, place: number): Promise<void>;
  /** Number of acknowledged writes so far. */
  acknowledged(): number;
  /** Reads everything that was acknowledged. */
  check(url: string): Promise<Outcome>;
}

/** @returns the payload; undefined when the write was not acknowledged */
async function call<Data>(url: string, body: unknown, headers: object, limit = LIMIT): Promise<Data | undefined> {
  try {
    const answer = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(limit),
    });
    const { data } = (await answer.json()) as { data?: Data };
    return answer.status === 200 ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Reads until there is an answer, because no other outcome is conclusive. @returns whether it is the expected one */
async function reads<Data>(url: string, headers: object, isMeant: (data: Data) => boolean): Promise<boolean> {
  for (let attempt = 1; attempt <= MOST_READS; attempt += 1) {
    const read = await call<Data>(url, undefined, headers, READ_LIMIT);
    if (read !== undefined) return isMeant(read);
    await wait(500);
  }
  return false;
}

/** Counts the entries that are not as expected. */
async function missing<One>(all: readonly One[], isRight: (one: One) => Promise<boolean>): Promise<number> {
  const left = all.values();
  let count = 0;
  const read = async () => {
    for (const one of left) if (!(await isRight(one))) count += 1;
  };
  await Promise.all(Array.from({ length: READERS }, read));
  return count;
}

/** Starts a history. @param name part of everything that is written */
export function openHistory({ bearer, application }: Writer, name: string): History {
  const comments: { readonly id: number; readonly content: string }[] = [];
  const turns: { readonly conversation: string; readonly id: number; readonly content: string }[] = [];

  async function comment(url: string, content: string): Promise<void> {
    const made = await call<Comment>(`${url}/comment/comments?${PAGE}`, { content }, bearer);
    if (made !== undefined) comments.push({ id: made.id, content });
  }

  async function turn(url: string, content: string): Promise<void> {
    const conversations = `${url}/assistant/conversations`;
    const opened = await call<Conversation>(conversations, { bot_id: 1, user_identity: 'kill' }, application);
    if (opened === undefined) return;
    const bot_override = { middlewares: [{ name: 'delay', options: { ms: 20 } }] };
    const body = { content, bot_override };
    const posted = await call<PostedTurn>(`${conversations}/${opened.id}`, body, application);
    if (posted !== undefined)
      turns.push({ conversation: `/assistant/conversations/${opened.id}`, id: posted.id, content });
  }

  const isThere = (url: string, { id, content }: (typeof comments)[number]) =>
    reads<Comment>(`${url}/comment/comments/${id}`, {}, (read) => read.content === content);

  async function isDone(url: string, { conversation, id, content }: (typeof turns)[number]): Promise<boolean> {
    const turnUrl = `${url}${conversation}/${id}?block_until_response=true&timeout=50s`;
    return (
      (await reads<Turn>(turnUrl, application, ({ response }) => response === `You said: ${content}`)) &&
      (await reads<Conversation>(`${url}${conversation}`, application, ({ history }) => history?.length === 1))
    );
  }

  return {
    write: (url, place) => (place % 4 < 2 ? comment : turn)(url, `${name}, write ${place}`),
    acknowledged: () => comments.length + turns.length,
    async check(url) {
      const lost = await missing(comments, (one) => isThere(url, one));
      const unread = await missing(turns, (one) => isDone(url, one));
      return { comments: comments.length, turns: turns.length, lost, unread };
    },
  };
}
