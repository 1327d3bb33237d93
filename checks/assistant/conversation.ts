/** Conversations that the run starts for itself. */
import {
  blockedBy,
  type CheckContext,
  hintFor,
  inconclusive,
  objectOf,
  type SuiteContext,
  sendTo,
  stop,
} from '@wallet-services/conformance/core';
import { once } from '@wallet-services/conformance/discovery';
import { exampleInput } from '@wallet-services/conformance/generate';
import { type CallOptions, isObject, isSuccess, operationOf } from '@wallet-services/conformance/model';
import { assistantKnown } from './known.ts';

/** The hint for when no bot is found. */
const BOT_HINT = 'set known.bot_id in the target file to a bot that responds';

/** An id that no bot has, in a form that every server can read. */
export const STRANGE_BOT = 2_000_000_033;

/** A user that no other run has, with a short and plain name. */
export function freshUser({ run }: SuiteContext, name: string): string {
  return `${name.replaceAll(/\W+/g, '-').slice(0, 12)}-${run.slice(0, 8)}`;
}

/** A bot that the target names, else an existing one, if one can be found. */
export const someBot = once(async (ctx: CheckContext): Promise<number> => {
  const { bot_id: known } = assistantKnown(ctx.suite);
  if (known !== undefined) return known;
  const { body } = exampleInput(operationOf(ctx.suite.api, 'createConversation'), 'required');
  const example = isObject(body) ? Number(body['bot_id']) : 1;
  for (const bot_id of new Set([example, 1, 0, 2, 3])) {
    const sent = { body: { bot_id, user_identity: freshUser(ctx.suite, 'finder') } };
    const options = { label: `bot ${bot_id}`, intent: 'open' } as const;
    if (isSuccess(await sendTo(ctx, 'createConversation', sent, options))) return bot_id;
  }
  return example;
});

export type Started = Awaited<ReturnType<typeof startConversation>>;

interface Starting {
  /** The id of the bot. Default: an existing bot. */
  readonly bot?: number | undefined;
  readonly lang?: string;
  /** A correct server may reject it. */
  readonly isOpen?: boolean;
}

/** Starts a conversation. @throws Stopped when the server rejects it. */
export async function startConversation(
  ctx: CheckContext,
  label: string,
  { bot, lang, isOpen = false }: Starting = {},
) {
  const { suite } = ctx;
  const known = bot ?? assistantKnown(suite).bot_id;
  const body = {
    bot_id: known ?? (await someBot(ctx)),
    user_identity: freshUser(suite, label),
    ...(lang === undefined ? {} : { lang }),
  };
  // The available bots are open.
  const intent = isOpen || known === undefined ? 'open' : 'valid';
  const exchange = await sendTo(ctx, 'createConversation', { body }, { label: `start, ${label}`, intent });
  const data = objectOf(exchange);
  if (data !== null && typeof data['id'] === 'string') return { id: data['id'], data, exchange };
  const { outcome } = exchange;
  const isRefused = outcome.kind === 'answer' && hintFor(exchange) === undefined && outcome.status >= 400;
  return stop(isRefused ? inconclusive('the suite could not start a conversation', BOT_HINT) : blockedBy(exchange));
}

export function readConversation(ctx: CheckContext, id: string, label: string, options: Partial<CallOptions> = {}) {
  return sendTo(ctx, 'readConversation', { path: { conversation_id: id } }, { label, intent: 'open', ...options });
}
