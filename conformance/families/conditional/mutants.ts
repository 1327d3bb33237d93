/** Servers that answer as if a tag meant nothing, or always the same. */
import { type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, MatchedRequest, Mutation, Place } from '../../core/place.ts';
import { withHeaders } from '../../mutation/language/at.ts';
import { withHeader } from '../../mutation/language/edit.ts';
import { isSuccessful, jsonReply, type Reply } from '../../mutation/proxy/reply.ts';
import { type Conditional, FAILED, NOT_MODIFIED } from './declared.ts';

const unmodified: Reply = { kind: 'reply', status: NOT_MODIFIED, contentType: null, body: '' };

const has = (name: string) => (request: MatchedRequest) => request.headers[name] !== undefined;

/** Answers in full what was answered in full before. */
function inFull(place: Place): Mutation {
  return place.remembering<Map<string, Reply>>(async (kept, request, next) => {
    kept.value ??= new Map();
    const address = `${request.path}?${request.query}`;
    const reply = await next(request);
    if (isSuccessful(reply)) kept.value.set(address, reply);
    const known = reply.kind === 'reply' && reply.status === NOT_MODIFIED ? kept.value.get(address) : undefined;
    return known ?? reply;
  });
}

/** Writes without a look at the tag. @param answer of the write that should have failed. */
function careless(place: Place, answer: (reply: Reply, written: Reply) => Reply): Mutation {
  return place.instead(async (request, next) => {
    const reply = await next(request);
    if (reply.kind !== 'reply' || reply.status !== FAILED) return reply;
    return answer(reply, await next(withHeaders(request, { 'if-match': '*' })));
  });
}

function readMutants(declared: Conditional, at: At): readonly Mutant[] {
  const place = at(declared.operation);
  return mutantsOf(`${declared.operation}: `, {
    unchanged: {
      'what the caller has is sent again': inFull(place),
      'there is no ETag': place.reply((reply) => withHeader(reply, 'etag', () => null)),
      'each answer has a new ETag': place.remembering<number>(async (count, request, next) => {
        count.value = (count.value ?? 0) + 1;
        return withHeader(await next(request), 'etag', () => `"${count.value}"`);
      }),
    },
    changed: { 'any tag is taken for the current one': place.when(has('if-none-match')).reply(() => unmodified) },
  });
}

/** The tag of what was there first, whatever became of it. */
function lasting(place: Place): Mutation {
  return place.remembering<Map<string, string>>(async (kept, request, next) => {
    kept.value ??= new Map();
    const tags = kept.value;
    return withHeader(await next(request), 'etag', (tag) => {
      const first = tags.get(request.path) ?? tag;
      tags.set(request.path, first);
      return first;
    });
  });
}

export function conditionalMutants(declared: Conditional, at: At): readonly Mutant[] {
  const { operation, read, required } = declared;
  if (read === undefined) return readMutants(declared, at);
  const place = at(operation);
  const failed = jsonReply(FAILED, { msg: 'it has another tag' });
  const unconditional = place.when((request) => !has('if-match')(request));
  return mutantsOf(`${operation}: `, {
    stale: {
      'a stale tag is taken': careless(place, (_, written) => written),
      'a stale tag is rejected, and the change is made': careless(place, (reply) => reply),
      'a stale tag is said to be taken': place.reply((reply) => (reply.status === FAILED ? jsonReply(200, {}) : reply)),
      'a stale tag is a conflict': place.reply((reply) =>
        reply.status === FAILED ? { ...reply, status: 409 } : reply,
      ),
    },
    current: {
      'the current tag is rejected as well': place.when(has('if-match')).reply(() => failed),
      ...(place.operation.method !== 'DELETE' && { 'the tag stays after a change': lasting(at(read)) }),
    },
    ...(required === true && {
      required: {
        'no tag is needed': unconditional.headers({ 'if-match': '*' }),
        'a write without a tag is said to be done': unconditional.reply(() => jsonReply(200, {})),
      },
    }),
  });
}
