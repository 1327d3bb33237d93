/** A derived mutant as a proxy in front of a correct server, to see that the replay of a run tells the truth. */

import type { Fault, Reply, Request } from '../../fault/proxy/reply.ts';
import type { ApiModel } from '../../model/document/api.ts';
import { operationFor } from '../../model/document/requests.ts';
import type { Answer } from '../../model/exchange.ts';
import { readBody } from '../../run/send/body.ts';
import type { DerivedMutant } from './mutant.ts';
import { isSuccess, seenOf, type WireAnswer, wireOf } from './seen.ts';

const MOST_BYTES = 2 ** 26;

function answerIn(reply: Reply): Answer | null {
  if (reply.kind !== 'reply' || reply.binary === true) return null;
  const body = readBody(Buffer.from(reply.body), undefined, MOST_BYTES);
  return { kind: 'answer', status: reply.status, contentType: reply.contentType, retryAfter: null, body };
}

function replyOf({ status, contentType, body }: WireAnswer): Reply {
  return { kind: 'reply', status, contentType, body: body.toString('latin1'), binary: true };
}

function urlOf({ path, query }: Request): URL {
  const url = new URL(path, 'http://localhost');
  url.search = query.toString();
  return url;
}

/**
 * The fault of a mutant.
 *
 * @param api of the service whose requests pass.
 */
export function faultOf(api: ApiModel, { operation: id, change }: DerivedMutant): () => Fault {
  return () => {
    let success: WireAnswer | null = null;
    return async (request, next) => {
      const reply = await next(request);
      const operation = operationFor(api, request.method, request.path);
      const answer = operation?.id === id ? answerIn(reply) : null;
      if (operation === undefined || answer === null) return reply;
      const seen = seenOf(operation, { url: urlOf(request), headers: request.headers, body: request.body }, answer);
      if (isSuccess(seen)) success ??= wireOf(seen);
      const changed = change(seen, { success });
      return changed === null || changed === 'allowed' ? reply : replyOf(changed);
    };
  };
}
