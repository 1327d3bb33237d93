/** The choices of requests, in the form that this server accepts. */

import type { CheckContext } from '../core/context.ts';
import { exampleInput } from '../generate/inputs.ts';
import { operationOf } from '../model/document/api.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { type Input, noInput } from '../model/input.ts';
import type { JsonObject } from '../model/values/json.ts';
import { type Choice, type Chooser, choiceOf, choicesFor, chooserOf, choosing, usualSide } from './choices.ts';
import { once } from './memo.ts';
import { neededBy } from './paths.ts';
import { send } from './send.ts';
import { freshBody, freshText } from './texts.ts';

/** The choice with unique texts, where any text is valid and the target names none. */
function withText({ suite }: CheckContext, { parts }: Chooser, choice: Choice, own: string): Choice {
  const isNamed = suite.target.known['choices'] !== undefined;
  return parts.map(({ isText }, place) => (isText && !(isNamed && choice[place] !== undefined) ? own : choice[place]));
}

/** Texts with the same beginning, as long as names of pages: a server that cuts them off makes them equal. */
const longText = ({ suite }: CheckContext, ...names: readonly string[]) =>
  `${freshText(suite, 'choice')}${freshText(suite, ...names)}`;

/** Whether a server accepts long texts in all parts: the documents leave the maximum length open. Tried once. */
const takesLong = once(
  async (ctx: CheckContext, chooser: Chooser, choice: Choice): Promise<boolean> => {
    const long = withText(ctx, chooser, choice, longText(ctx, chooser.subject));
    return long.join() === choice.join() || isSuccess(await sendForm(ctx, chooser, long, 'long'));
  },
  { key: ({ subject }) => subject },
);

/** A choice with a unique text for a request that writes, where any text is valid and the target names none. */
export async function ownChoice(ctx: CheckContext, chooser: Chooser, choice: Choice, name: string): Promise<Choice> {
  const operation = operationOf(ctx.suite.api, chooser.operation);
  if (operation.method === 'GET') return choice;
  const isLong = neededBy(operation).length === 0 && (await takesLong(ctx, chooser, choice));
  const own = isLong ? longText(ctx, operation.id, name) : freshText(ctx.suite, operation.id, name);
  return withText(ctx, chooser, choice, own);
}

/** Sends a request that creates something with a choice. */
function sendForm(ctx: CheckContext, chooser: Chooser, choice: Choice, form: string): Promise<Exchange> {
  const operation = operationOf(ctx.suite.api, chooser.operation);
  const chosen = choosing(chooser, usualSide(chooser), choice);
  const fresh = freshBody(ctx.suite, operation, exampleInput(operation, 'required').body, 'form', form);
  const input = { ...noInput, ...chosen, ...(fresh === undefined ? {} : { body: fresh }) };
  const label = `${chooser.subject} by ${Object.keys({ ...chosen.headers, ...chosen.query }).join(' and ')}`;
  return send(ctx, operation, input, label);
}

/**
 * The number of parts of a choice that a server accepts: all, or only the first. Tried once for each operation and set
 * of parts.
 */
const formOf = once(
  async (ctx: CheckContext, chooser: Chooser, choice: Choice): Promise<number> => {
    const { parts } = chooser;
    for (const length of new Set([parts.length, 1])) {
      if (isSuccess(await sendForm(ctx, chooser, choice.slice(0, length), String(length)))) return length;
    }
    return parts.length;
  },
  {
    key: ({ subject, operation }, choice) =>
      `${subject} at ${operation}, ${choice.map((value) => value !== undefined).join()}`,
  },
);

/** The parts of a choice that this server accepts in one request, as tried on a list of the same subject. */
async function inForm(ctx: CheckContext, chooser: Chooser, choice: Choice): Promise<Choice> {
  const { api } = ctx.suite;
  const lists = api.operations.filter((one) => one.method === 'GET' && neededBy(one).length === 0);
  const list = lists.flatMap(({ id }) => chooserOf(api, id) ?? []).find(({ subject }) => subject === chooser.subject);
  return list === undefined ? choice : choice.slice(0, await formOf(ctx, list, choice));
}

/** The first choice that this server may know; null where the operation chooses nothing, or nothing is known. */
export async function firstChoice(ctx: CheckContext, chooser: Chooser, name: string): Promise<Choice | null> {
  const [first] = await choicesFor(ctx, chooser);
  if (first === undefined) return null;
  const choice = await ownChoice(ctx, chooser, first, name);
  const needsPath = neededBy(operationOf(ctx.suite.api, chooser.operation)).length > 0;
  return needsPath ? choice : choice.slice(0, await formOf(ctx, chooser, choice));
}

/**
 * The inputs that carry a request's choice: the one that the item in its path belongs to, else the first known one.
 *
 * @param item the item in the path; null if it is unknown.
 */
export async function chosenFor(
  ctx: CheckContext,
  id: string,
  item: JsonObject | null,
  name: string,
): Promise<Pick<Input, 'headers' | 'query'>> {
  const chooser = chooserOf(ctx.suite.api, id);
  if (chooser === null) return { headers: {}, query: {} };
  const own = item === null ? [] : choiceOf(chooser, item);
  const choice = own[0] === undefined ? await firstChoice(ctx, chooser, name) : await inForm(ctx, chooser, own);
  return choosing(chooser, usualSide(chooser), choice ?? []);
}
