/**
 * Tries a derived mutant in a real run, to confirm its replay: the case that detected it sends its requests to a proxy
 * in front of a correct server.
 */

import { addressesIn } from '../../model/addresses.ts';
import type { ApiModel } from '../../model/document/api.ts';
import { operationFor } from '../../model/document/requests.ts';
import type { Answer } from '../../model/exchange.ts';
import { runCases } from '../../run/cases.ts';
import { type JudgedCase, judgeCase } from '../../run/judge/judge.ts';
import { readBody } from '../../run/send/body.ts';
import { openClient } from '../../run/send/client.ts';
import type { Fault, Reply } from '../proxy/reply.ts';
import { behindProxy, type CorrectServer } from '../trial.ts';
import type { DerivedMutant } from './mutant.ts';
import { fallenOver, type Recording, reportingOf } from './replay.ts';
import { isSuccess, observedOf, type WireAnswer, wireOf } from './seen.ts';

const LIMITS = { timeoutMs: 3_000, maxBytes: 2 ** 24 };

/** The rules that detect the mutant. */
export function tryLive(
  server: CorrectServer,
  { suite: recorded, rules }: Recording,
  mutant: DerivedMutant,
  { conversation }: JudgedCase,
): Promise<readonly string[]> {
  const { api } = recorded;
  const { service } = mutant;
  return behindProxy(server, service, { mutation: mutationOf(api, mutant) }, async ({ services }) => {
    const url = services[service]?.url ?? recorded.target.url;
    const target = { ...recorded.target, url };
    const suite = { ...recorded, target, found: new Map() };
    const client = openClient(api, target, null, { limits: LIMITS, concurrency: 1 });
    try {
      const judged = await runCases([conversation], client, {
        suite,
        concurrency: 1,
        readOnly: false,
        onFinished: (finished) => judgeCase(finished, rules, suite),
      });
      const reporting = reportingOf({ rules });
      return judged.flatMap((finished) => fallenOver(finished, reporting));
    } finally {
      client.close();
    }
  });
}

const MOST_BYTES = 2 ** 26;

function answerIn(reply: Reply): Answer | null {
  if (reply.kind !== 'reply' || reply.binary === true) return null;
  const body = readBody(Buffer.from(reply.body), undefined, MOST_BYTES);
  const { status, contentType, headers = {} } = reply;
  return { kind: 'answer', status, contentType, retryAfter: null, addresses: addressesIn(headers), body };
}

/**
 * The proxy of a mutant.
 * @param api of the service with the requests.
 */
export function mutationOf(api: ApiModel, { operation: id, change }: DerivedMutant): () => Fault {
  return () => {
    let success: WireAnswer | null = null;
    return async (request, next) => {
      const reply = await next(request);
      const operation = operationFor(api, request.method, request.path);
      const answer = operation?.id === id ? answerIn(reply) : null;
      if (operation === undefined || answer === null) return reply;
      const { path, query, headers, body } = request;
      const seen = observedOf(
        operation,
        { url: new URL(`${path}?${query}`, 'http://localhost'), headers, body },
        answer,
      );
      if (isSuccess(seen)) success ??= wireOf(seen);
      const changed = change(seen, { success });
      if (changed === null || changed === 'allowed') return reply;
      return { ...changed, kind: 'reply', body: changed.body.toString('latin1'), binary: true };
    };
  };
}
