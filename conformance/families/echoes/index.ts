/** Responses that repeat values of the request: `echoes`. */

import { isAnswerOf } from '../../core/answers.ts';
import type { Family } from '../../core/family.ts';
import { blockedBy, broken, inconclusive, inputsHint, pass } from '../../core/judgement.ts';
import { send } from '../../discovery/send.ts';
import { freshInput } from '../../discovery/things.ts';
import { operationOf } from '../../model/document/api.ts';
import { type Exchange, isSuccess, sentObject, successJson } from '../../model/exchange.ts';
import { excerpt } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { bodiesOf } from './bodies.ts';
import { echoesCandidates } from './candidates.ts';
import { type Echoes, memberSchema } from './declared.ts';
import { echoesMutants } from './mutants.ts';
import { isSame } from './same.ts';

/** Whether a request has an invalid value of a member on purpose: what a server makes of it is the finding of another rule. */
function isInvalid({ call }: Exchange, name: string): boolean {
  const { intent, place = '' } = call.kind === 'http' ? call : { intent: 'open' };
  return intent === 'invalid' && (place === `body/${name}` || place.startsWith(`body/${name}/`));
}

export default {
  name: 'echoes',
  watch({ operation: id, members, trimmed }, exchange, suite, report) {
    if (!isAnswerOf(exchange, id)) return;
    const [sent, json] = [sentObject(exchange), successJson(exchange)];
    if (json === undefined) return;
    const operation = operationOf(suite.api, id);
    for (const [name, pointer] of Object.entries(members)) {
      if (sent[name] === undefined || isInvalid(exchange, name)) continue;
      const shown = valueAt(json, pointer);
      const schema = memberSchema(suite, operation, name);
      if (isSame(suite.api.document, name, schema, sent[name], shown, trimmed)) report(name, pass);
      else {
        const expected = `the ${name} that was sent: ${excerpt(sent[name])}`;
        report(name, broken({ expected, actual: excerpt(shown), pointer, exchange }));
      }
    }
  },
  async check({ operation: id, members, trimmed }, ctx, report) {
    const operation = operationOf(ctx.suite.api, id);
    const input = await freshInput(ctx, id, { name: `${id}, echoed` });
    let first: Exchange | undefined;
    if (input !== null) {
      for (const [label, body] of bodiesOf(ctx.suite, operation, Object.keys(members), input.body, { trimmed })) {
        // Only observed exchanges are judged; which requests a server accepts is open.
        const exchange = await send(ctx, operation, { ...input, body }, label);
        first ??= exchange;
      }
    }
    for (const name of Object.keys(members)) {
      if (first !== undefined && !isSuccess(first)) report(name, blockedBy(first));
      else report(name, inconclusive(`${id} accepted no request with ${name}`, inputsHint(id)));
    }
  },
  candidates: echoesCandidates,
  mutants: echoesMutants,
} satisfies Family<Echoes>;
