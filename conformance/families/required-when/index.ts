/** Members of a request that are required where another one has certain values: `required-when`. */

import type { SuiteContext } from '../../core/context.ts';
import { aspectOf, type Family } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, inputsHint, pass } from '../../core/judgement.ts';
import { chosenInBody } from '../../discovery/choices.ts';
import { send } from '../../discovery/send.ts';
import { freshBody } from '../../discovery/texts.ts';
import { freshInput } from '../../discovery/things.ts';
import { type Operation, operationOf } from '../../model/document/api.ts';
import { requiredIn } from '../../model/document/behaviour.ts';
import { resolved } from '../../model/document/document.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { sampleOf } from '../../model/document/sample.ts';
import { isSuccess, outcomeText } from '../../model/exchange.ts';
import type { Input } from '../../model/input.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { isSick } from '../access/refusals.ts';
import { casesOf, type RequiredWhen } from './declared.ts';
import { followRequiredWhen } from './follow.ts';
import { requiredWhenMutants } from './mutants.ts';

/** Members of a body with values from the server, as declared. */
function foundIn({ api }: SuiteContext, { id }: Operation, known: JsonObject): JsonObject {
  const names = declaredAt(api, id, 'found-in').flatMap(({ parameters }) => Object.keys(parameters));
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
}

/**
 * A complete body for a case: an example of the case, else an example with the members that the case requires.
 *
 * @param known a body that the operation accepts in some case.
 */
function wholeBody(
  suite: SuiteContext,
  operation: Operation,
  [name, value]: readonly [string, unknown],
  known: JsonObject,
): JsonObject {
  const { api } = suite;
  const examples = (operation.body?.examples ?? []).filter(isObject);
  const own = examples.find((example) => example[name] === value);
  if (own !== undefined) return chosenInBody(suite, { ...own, ...foundIn(suite, operation, known) });
  const { properties = {}, required = [] } = resolved(api.document, operation.body?.schema ?? {});
  const sample = (member: string) => known[member] ?? sampleOf(api.document, properties[member] ?? {});
  const members = [...required, ...requiredIn({ [name]: value }, declaredAt(api, operation.id, 'required-when'))].map(
    (member) => [member, sample(member)],
  );
  return chosenInBody(suite, { ...Object.fromEntries(members), [name]: value });
}

/** The body with the other names that its members may have: the case holds with each. */
function variantsOf({ api }: SuiteContext, operation: Operation, body: JsonObject, name: string) {
  const { properties = {} } = resolved(api.document, operation.body?.schema ?? {});
  return Object.entries(body).flatMap(([other, value]) => {
    const { enum: names = [] } = resolved(api.document, properties[other] ?? {});
    return names
      .filter((one) => one !== value && other !== name)
      .map((one) => [` and ${other} ${String(one)}`, { ...body, [other]: one }] as const);
  });
}

export default {
  name: 'required-when',
  async check(declared, ctx, report) {
    const { operation: id, member } = declared;
    const { suite } = ctx;
    const operation = operationOf(suite.api, id);
    const aspect = aspectOf(declared);
    for (const [name, value] of casesOf(declared)) {
      const inputFor = async (what: string) => {
        const input = await freshInput(ctx, id, { name: `${id}, ${what}` });
        // The suite may replace the value by a fresh one, which can be used once.
        const isOwn = isObject(input?.body) && input.body[name] === value;
        const known = isObject(input?.body) ? input.body : {};
        const example = isOwn ? known : wholeBody(suite, operation, [name, value], known);
        const body = freshBody(suite, operation, example, what, member, String(value));
        return input === null || !isObject(body) ? null : { input, body };
      };
      const sendOnce = (label: string, input: Input, body: JsonObject) =>
        send(ctx, operation, { ...input, body }, label);
      const [whole, other] = [await inputFor('whole'), await inputFor('incomplete')];
      if (whole === null || other === null) break;
      if (whole.body[member] === undefined) continue;
      const given = await sendOnce(`${name} ${String(value)}`, whole.input, whole.body);
      const { [member]: _, ...incomplete } = other.body;
      for (const [also, body] of [['', incomplete], ...variantsOf(suite, operation, incomplete, name)] as const) {
        const what = `${name} ${String(value)}${also} without ${member}`;
        const exchange = await sendOnce(what, other.input, body);
        if (isSuccess(exchange)) {
          const expected = `a refusal of a request with ${what}`;
          report(aspect, broken({ expected, actual: outcomeText(exchange), about: what, exchange }));
        } else if (isSick(exchange)) report(aspect, blockedBy(exchange));
        else if (also === '' && isSuccess(given)) report(aspect, pass);
      }
    }
    report(aspect, inconclusive(`the suite knows no request with ${member} that ${id} accepts`, inputsHint(id)));
  },
  follow: followRequiredWhen,
  mutants: requiredWhenMutants,
} satisfies Family<RequiredWhen>;
