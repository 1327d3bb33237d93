/** Servers that forget a key, or remember too much by it. */
import { randomUUID } from 'node:crypto';
import { type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, MatchedRequest, Mutation } from '../../core/place.ts';
import { isSuccessful, jsonReply, type Reply } from '../../mutation/proxy/reply.ts';
import { headerOf, type Idempotent } from './declared.ts';
import { listsOf } from './once.ts';

export function idempotentMutants(declared: Idempotent, at: At): readonly Mutant[] {
  const { operation, conflict } = declared;
  const header = headerOf(declared);
  const place = at(operation);
  const bodyIn = ({ path, body }: MatchedRequest) => `${path} ${body}`;
  const keyIn = ({ headers }: MatchedRequest) => `${headers[header]}`;
  /** Remembers successful answers by what a request has. @param answer to a request that has been answered before. */
  const known = (
    name: (request: MatchedRequest) => string,
    answer: (first: Reply, send: (key?: string) => Promise<Reply>) => Reply | Promise<Reply>,
  ): Mutation =>
    place.remembering<Map<string, Reply>>(async (kept, request, next) => {
      kept.value ??= new Map();
      const own = name(request);
      const first = kept.value.get(own);
      const sendWith = (key = keyIn(request)) => next({ ...request, headers: { ...request.headers, [header]: key } });
      if (first !== undefined) return answer(first, sendWith);
      const reply = await sendWith();
      if (isSuccessful(reply)) kept.value.set(own, reply);
      return reply;
    });
  const both = (request: MatchedRequest) => `${keyIn(request)} ${bodyIn(request)}`;
  return mutantsOf(`${operation}: `, {
    same: {
      'a repeated request is done again': known(both, (_, sendWith) => sendWith(randomUUID())),
      'a repeated request is rejected': known(both, () => jsonReply(409, { msg: 'it was done' })),
      'a repeated request is answered with nothing': known(both, () => jsonReply(200, {})),
      ...(listsOf(at.api, declared).length > 0 && {
        'a repeated request is done again, and answered as before': known(both, async (first, sendWith) => {
          await sendWith(randomUUID());
          return first;
        }),
      }),
    },
    anew: { 'the same body is answered as before, whatever its key': known(bodyIn, (first) => first) },
    ...(conflict === true && {
      'other-body': { 'another body is answered as the first was': known(keyIn, (first) => first) },
    }),
  });
}
