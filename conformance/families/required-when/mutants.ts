/** Servers that do without what a case requires. */

import { aspectOf } from '../../core/family.ts';
import type { Mutant } from '../../core/mutant.ts';
import type { At } from '../../core/place.ts';
import { operationOf } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import { sampleOf } from '../../model/document/sample.ts';
import { typeName } from '../../model/values/json.ts';
import { isSuccessful, type Reply, sentIn } from '../../mutation/proxy/reply.ts';
import { casesOf, type RequiredWhen } from './declared.ts';

export function requiredWhenMutants(declared: RequiredWhen, at: At): readonly Mutant[] {
  const { operation: id, member } = declared;
  return casesOf(declared).map(([name, value]) => ({
    id: `${id}: ${name} ${String(value)} needs no ${member}`,
    kills: aspectOf(declared),
    mutation: at(id).asBefore('last', (request) => {
      const body = sentIn(request);
      return body[name] === value && body[member] === undefined;
    }),
  }));
}

/** The last accepted body, with the member's value. */
interface Taken {
  readonly reply: Reply;
  readonly value: unknown;
  /** The case in which it was required. */
  readonly of: string;
}

/** A server that takes any value of the member where it is required. */
export function takesAnything({ operation: id, member, when }: RequiredWhen, at: At): Pick<Mutant, 'id' | 'mutation'> {
  const { document } = at.api;
  const { properties = {} } = resolved(document, operationOf(at.api, id).body?.schema ?? {});
  const { enum: names } = resolved(document, properties[member] ?? {});
  const usual = sampleOf(document, properties[member] ?? {});
  const mutation = at(id).remembering<Taken>(async (kept, request, next) => {
    const body = sentIn(request);
    const value = body[member];
    const reply = await next(request);
    const isMeant = Object.entries(when).some(([name, values]) => values.some((one) => one === body[name]));
    const of = JSON.stringify(Object.keys(when).map((name) => body[name]));
    if (!isMeant || value === undefined) return reply;
    if (isSuccessful(reply)) kept.value = { reply, value, of };
    const right = kept.value?.value ?? usual;
    const isRight = typeName(value) === typeName(right) && (names?.some((one) => one === value) ?? true);
    if (isRight) return reply;
    const done = await next({ ...request, body: JSON.stringify({ ...body, [member]: right }) });
    return isSuccessful(done) || kept.value?.of !== of ? done : kept.value.reply;
  });
  return { id: `${id}: takes any ${member} where it is required`, mutation };
}
