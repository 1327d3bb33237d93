/** Servers that do without what a case requires. */
import type { At } from '../../fault/at.ts';
import { bodyOf, type Reply, successOf } from '../../fault/proxy/reply.ts';
import { isObject } from '../../model/json.ts';
import { aspectOf, type FamilyFault } from '../family.ts';
import { casesOf, type RequiredWhen } from './declared.ts';

export function requiredWhenFaults(declared: RequiredWhen, at: At): readonly FamilyFault[] {
  const { operation: id, member } = declared;
  return casesOf(declared).map(([name, value]) => ({
    id: `${id}: ${name} ${String(value)} needs no ${member}`,
    kills: aspectOf(declared),
    fault: at(id).remembering<Reply>(async (kept, asked, next) => {
      const body = bodyOf(asked);
      const isMeant = isObject(body) && body[name] === value && body[member] === undefined;
      const reply = await next(asked);
      if (successOf(reply) !== undefined) kept.value = reply;
      return isMeant ? (kept.value ?? reply) : reply;
    }),
  }));
}
