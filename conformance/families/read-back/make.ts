/** Makes the things that are read back. */

import type { CheckContext } from '../../core/context.ts';
import { choicesFor, chooserOf, usualSide } from '../../discovery/choices.ts';
import { newOf } from '../../discovery/made.ts';
import { hasOther, neededBy } from '../../discovery/paths.ts';
import { freeMembers, freshText } from '../../discovery/texts.ts';
import { freshInput, inputsOf } from '../../discovery/things.ts';
import { callOf } from '../../model/call.ts';
import { type ApiModel, type Operation, operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import type { CredentialUse, Exchange } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { isObject, type JsonObject, sameJson } from '../../model/values/json.ts';
import { choiceIn, withChoices } from '../chosen-by/send.ts';
import { besideWord, examplesOf, oddTexts, withAll } from '../echoes/bodies.ts';
import { memberSchema } from '../echoes/declared.ts';
import type { ReadBack } from './declared.ts';

/** Something that was made. */
export interface Made {
  readonly exchange: Exchange;
  readonly input: Input;
  readonly id: string;
  readonly item: JsonObject;
  readonly credentials: CredentialUse;
}

async function make(
  ctx: CheckContext,
  declared: ReadBack,
  { input, credentials, label }: Pick<Made, 'input' | 'credentials'> & { readonly label: string },
): Promise<Made | Exchange> {
  const operation = operationOf(ctx.suite.api, declared.operation);
  const exchange = await ctx.send(callOf(operation, input, { label, credentials, intent: 'open' }));
  const made = newOf(ctx.suite.api, declared, exchange);
  return made === null ? exchange : { exchange, input, credentials, ...made };
}

/** What came of making something: it, or the response that refused it. */
export interface Attempt {
  readonly made: Made | Exchange;
  readonly input: Input;
}

/** Whether it changes what its path names, and makes nothing. */
export function isChange({ operation, parameter }: ReadBack, api: ApiModel): boolean {
  return parameter !== undefined && neededBy(operationOf(api, operation)).includes(parameter);
}

/**
 * The creating callers: the caller, and another user, or the caller again, so that a server that always shows one
 * user's item is seen.
 */
function makersIn({ suite }: CheckContext, { security }: Operation): readonly CredentialUse[] {
  const isCallers = security.some((schemes) => schemes.every((name) => suite.target.credentials[name] !== undefined));
  return ['given', isCallers && hasOther(suite, { security }) ? 'other' : 'given'];
}

/** The same with another choice if possible: ids that are unique within a choice do not identify one item. */
async function elsewhere(ctx: CheckContext, operation: Operation, input: Input): Promise<Input> {
  const chooser = chooserOf(ctx.suite.api, operation.id);
  if (chooser === null || neededBy(operation).length > 0) return input;
  const [own, ...rest] = choiceIn(chooser, input);
  const other = (await choicesFor(ctx, chooser)).find(([value]) => value !== undefined && value !== own);
  return other === undefined ? input : withChoices(input, chooser, { [usualSide(chooser)]: [other[0], ...rest] });
}

/** Two things, or the changes of two: null when nothing is known to make one with. */
export async function makeTwo(ctx: CheckContext, declared: ReadBack): Promise<readonly Attempt[] | null> {
  const { api } = ctx.suite;
  const operation = operationOf(api, declared.operation);
  const tried: Attempt[] = [];
  const isTried = ({ path }: Pick<Input, 'path'>) => tried.some((one) => sameJson(one.input.path, path));
  for (const [index, credentials] of makersIn(ctx, operation).entries()) {
    const who = `${credentials}${index > 0 && credentials === 'given' ? ', again' : ''}`;
    const fresh = await freshInput(ctx, operation.id, { name: `${operation.id}, read back (${who})`, credentials });
    const isSame = fresh !== null && isChange(declared, api) && isTried(fresh);
    const beside = isSame ? (await inputsOf(ctx, operation.id)).find(({ input: one }) => !isTried(one)) : undefined;
    const input = fresh && beside ? { ...fresh, path: beside.input.path } : fresh;
    if (input === null) return null;
    // Nothing makes another: the second change of the same would undo the first.
    if (isChange(declared, api) && isTried(input)) continue;
    const [[, body = input.body] = []] = examplesOf(ctx.suite, operation, 'read back');
    const other = index > 0 ? await elsewhere(ctx, operation, { ...input, body }) : null;
    const apart = other && (await make(ctx, declared, { input: other, credentials, label: 'make elsewhere' }));
    const isApart = apart !== null && 'id' in apart;
    const made = isApart ? apart : await make(ctx, declared, { input, credentials, label: `make (${who})` });
    tried.push({ made, input });
  }
  return tried;
}

/** Something with all members that are echoed; null when it is refused, or has no such members. */
export async function makeWhole(ctx: CheckContext, declared: ReadBack, input: Input): Promise<Made | null> {
  const { api } = ctx.suite;
  const echoed = declaredAt(api, declared.operation, 'echoes').flatMap(({ members }) =>
    isObject(members) ? Object.keys(members) : [],
  );
  const body = withAll(ctx.suite, operationOf(api, declared.operation), echoed, input.body);
  if (body === null) return null;
  const sent = { input: { ...input, body }, credentials: 'given', label: 'make with all' } as const;
  const whole = await make(ctx, declared, sent);
  return 'id' in whole ? whole : null;
}

/** Texts that are easily lost between a store and its reader. */
const oddOnes: Readonly<Record<string, string>> = {
  'markup and many scripts': `${oddTexts['letters of many scripts']} ${oddTexts['what is markup elsewhere']}`,
  'a long text': oddTexts['a long text'] ?? '',
};

/** Things with such texts, one after the other. Which texts are accepted is open. */
export async function* makeOdd(ctx: CheckContext, declared: ReadBack, input: Input): AsyncGenerator<Made> {
  const { suite } = ctx;
  const operation = operationOf(suite.api, declared.operation);
  for (const member of freeMembers(suite.api, operation)) {
    for (const [what, text] of Object.entries(oddOnes)) {
      const word = freshText(suite, operation.id, member, what);
      const shown = besideWord(text, word, memberSchema(suite, operation, member));
      const body = { ...(isObject(input.body) ? input.body : {}), [member]: shown };
      const sent = {
        input: { ...input, body },
        credentials: 'given',
        label: `make with ${what} as ${member}`,
      } as const;
      const odd = await make(ctx, declared, sent);
      if ('id' in odd) yield odd;
    }
  }
}
