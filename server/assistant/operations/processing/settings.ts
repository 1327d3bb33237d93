/** The settings of a bot for one turn (document 3, `bot_override`). */

import type { BotOverride } from '@wallet-services/contract/assistant';
import { Refusal } from '@wallet-services/runtime/refusal';
import type { BotOptions, MiddlewareOptions } from '../../config/options.ts';

/** Largest number of middlewares of a turn. */
const MOST_MIDDLEWARES = 16;

/** The effective settings of a turn. */
export interface TurnSettings {
  readonly temperature: number | undefined;
  readonly middlewares: readonly MiddlewareOptions[];
  readonly prompt: string;
  readonly boundary_prompt: string;
}

/**
 * Merges the bot's settings with the overrides of the request. 0, the empty text and the empty list are values; an
 * absent member overrides nothing.
 */
export function turnSettings(bot: BotOptions, override: BotOverride): TurnSettings {
  return {
    temperature: override.temperature ?? bot.temperature,
    middlewares: (override.middlewares ?? bot.middlewares ?? []).map(({ name, options = {} }) => ({ name, options })),
    prompt: override.prompt ?? bot.prompt ?? '',
    boundary_prompt: override.boundary_prompt ?? bot.boundary_prompt ?? '',
  };
}

/** @throws Refusal 400 when a turn would run too many middlewares */
export function checkOverride({ middlewares = [] }: BotOverride): void {
  if (middlewares.length <= MOST_MIDDLEWARES) return;
  throw new Refusal(400, `bot_override has ${middlewares.length} middlewares`, {
    hint: `the maximum is ${MOST_MIDDLEWARES}`,
  });
}
