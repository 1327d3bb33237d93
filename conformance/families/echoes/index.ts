/** Answers that repeat what the request said: `echoes`. */

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
import { type Echoes, memberSchema } from './declared.ts';
import { echoesFaults } from './mutants.ts';
import { isSame } from './same.ts';

export default {
  name: 'echoes',
  watch({ operation: id, members, trimmed }, exchange, scene, say) {
    if (!isAnswerOf(exchange, id)) return;
    const [sent, json] = [sentObject(exchange), successJson(exchange)];
    if (json === undefined) return;
    const operation = operationOf(scene.api, id);
    for (const [name, pointer] of Object.entries(members)) {
      if (sent[name] === undefined) continue;
      const shown = valueAt(json, pointer);
      const schema = memberSchema(scene, operation, name);
      if (isSame(scene.api.document, name, schema, sent[name], shown, trimmed)) say(name, pass);
      else {
        const expected = `the ${name} that was sent: ${excerpt(sent[name])}`;
        say(name, broken({ expected, actual: excerpt(shown), pointer, exchange }));
      }
    }
  },
  async check({ operation: id, members, trimmed }, talk, say) {
    const operation = operationOf(talk.scene.api, id);
    const input = await freshInput(talk, id, { name: `${id}, echoed` });
    let first: Exchange | undefined;
    if (input !== null) {
      for (const [label, body] of bodiesOf(talk.scene, operation, Object.keys(members), input.body, { trimmed })) {
        // What passes by is judged; what a server takes is open.
        const exchange = await send(talk, operation, { ...input, body }, label);
        first ??= exchange;
      }
    }
    for (const name of Object.keys(members)) {
      if (first !== undefined && !isSuccess(first)) say(name, blockedBy(first));
      else say(name, inconclusive(`${id} accepted no request with ${name}`, inputsHint(id)));
    }
  },
  faults: echoesFaults,
} satisfies Family<Echoes>;
