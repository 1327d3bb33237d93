/** Servers that do without what a case requires. */
import type { At } from '../../fault/at.ts';
import { type Reply, sentIn, successOf } from '../../fault/proxy/reply.ts';
import { aspectOf, type FamilyFault } from '../family.ts';
import { casesOf, type RequiredWhen } from './declared.ts';

export function requiredWhenFaults(declared: RequiredWhen, at: At): readonly FamilyFault[] {
  const { operation: id, member } = declared;
  return casesOf(declared).map(([name, value]) => ({
    id: `${id}: ${name} ${String(value)} needs no ${member}`,
    kills: aspectOf(declared),
    fault: at(id).remembering<Reply>(async (kept, asked, next) => {
      const body = sentIn(asked);
      const isMeant = body[name] === value && body[member] === undefined;
      const reply = await next(asked);
      if (successOf(reply) !== undefined) kept.value = reply;
      return isMeant ? (kept.value ?? reply) : reply;
    }),
  }));
}
