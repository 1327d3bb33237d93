/** A successful RPC answer is the documented message. */

import { broken, pass, withoutJson } from '../../core/judgement.ts';
import type { GeneralRule } from '../../core/rule.ts';
import { messageProblem, rpcMethod } from '../../model/document/rpc.ts';
import { isSuccess } from '../../model/exchange.ts';

export const rpcMessage: GeneralRule = {
  id: 'wire.rpc-message',
  text: 'A successful RPC response is the documented message.',
  watch: (exchange, { rpc }) => {
    const { call, outcome } = exchange;
    if (call.kind !== 'rpc' || rpc === null || outcome.kind !== 'answer' || !isSuccess(exchange)) return [];
    const { output } = rpcMethod(rpc, call.method);
    const expected = `the JSON form of a ${output.typeName}`;
    const { json } = outcome.body;
    if (!json.ok) return [withoutJson(json, { expected, exchange })];
    const problem = messageProblem(output, json.value);
    return [problem === null ? pass : broken({ expected, actual: problem, exchange })];
  },
};
