/** What a request chooses on this server, in the form in which the server takes it. */
import { exampleInput } from '../generate/inputs.ts';
import { callOf, type Input, noInput } from '../model/call.ts';
import { operationOf } from '../model/document/api.ts';
import { isSuccess } from '../model/exchange.ts';
import type { JsonObject } from '../model/values/json.ts';
import type { Talk } from '../rules/rule.ts';
import { type Choice, type Chooser, choiceOf, choicesFor, chooserOf, choosing, usualSide } from './choices.ts';
import { neededBy } from './paths.ts';
import { remembered } from './remembered.ts';
import { freshBody, freshText } from './texts.ts';

/** Where any text will do a request that writes has one of its own, unless the target names one. */
export function ownChoice({ scene }: Talk, { operation, parts }: Chooser, choice: Choice, name: string): Choice {
  if (operationOf(scene.api, operation).method === 'GET') return choice;
  const own = freshText(scene, operation, name);
  const isNamed = scene.target.known['choices'] !== undefined;
  return parts.map(({ isText }, place) => (isText && !(isNamed && choice[place] !== undefined) ? own : choice[place]));
}

/** How many parts of a choice a server takes: all of them, or the first alone. Tried once for each operation. */
function formOf(talk: Talk, chooser: Chooser, choice: Choice): Promise<number> {
  const { operation: id, parts, subject } = chooser;
  const operation = operationOf(talk.scene.api, id);
  return remembered(talk, `form of ${subject} at ${id}`, async () => {
    const { body } = exampleInput(operation, 'required');
    for (const length of new Set([parts.length, 1])) {
      const chosen = choosing(chooser, usualSide(chooser), choice.slice(0, length));
      const fresh = freshBody(talk.scene, operation, body, 'form', String(length));
      const input = { ...noInput, ...chosen, ...(fresh === undefined ? {} : { body: fresh }) };
      const label = `${subject} by ${Object.keys({ ...chosen.headers, ...chosen.query }).join(' and ')}`;
      if (isSuccess(await talk.ask(callOf(operation, input, { label, intent: 'open' })))) return length;
    }
    return parts.length;
  });
}

/** The first choice that this server may know; null where the operation chooses nothing, or nothing is known. */
export async function firstChoice(talk: Talk, chooser: Chooser, name: string): Promise<Choice | null> {
  const [first] = await choicesFor(talk, chooser);
  if (first === undefined) return null;
  const choice = ownChoice(talk, chooser, first, name);
  const needsPath = neededBy(operationOf(talk.scene.api, chooser.operation)).length > 0;
  return needsPath ? choice : choice.slice(0, await formOf(talk, chooser, choice));
}

/**
 * The inputs with which a request chooses: what the thing in its path belongs to, else the first that is known.
 *
 * @param item what the path names; null where nothing is known of it.
 */
export async function chosenFor(
  talk: Talk,
  id: string,
  item: JsonObject | null,
  name: string,
): Promise<Pick<Input, 'headers' | 'query'>> {
  const chooser = chooserOf(talk.scene.api, id);
  if (chooser === null) return { headers: {}, query: {} };
  const own = item === null ? [] : choiceOf(chooser, item);
  const choice = own[0] === undefined ? await firstChoice(talk, chooser, name) : own;
  return choosing(chooser, usualSide(chooser), choice ?? []);
}
