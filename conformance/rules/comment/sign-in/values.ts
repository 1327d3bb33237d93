/** Values of the fields of a message, right and wrong ones. */
import type { MessageFields } from '../../../sign-in/message.ts';
import type { Rule } from '../../rule.ts';
import { type Kit, messageRule, type Variant } from './ask.ts';

/** Values that a field must not have. */
export function wrong<Name extends keyof MessageFields>(
  id: string,
  name: Name,
  values: readonly (readonly [what: string, value: MessageFields[Name]])[],
  more: (kit: Kit) => readonly Variant[] = () => [],
): Rule {
  const variants = values.map(([what, value]) => ({ what, options: { fields: { [name]: value } } }));
  return messageRule(id, (kit) => [...variants, ...more(kit)]);
}

/** A time some minutes from now, written as UTC or with the offset of a place. */
export function timeAt(now: number, minutes: number, offsetHours = 0): string {
  const local = new Date(now + minutes * 60_000 + offsetHours * 3_600_000).toISOString().replace(/\.\d+Z$/, '');
  const sign = offsetHours < 0 ? '-' : '+';
  return offsetHours === 0 ? `${local}Z` : `${local}${sign}${String(Math.abs(offsetHours)).padStart(2, '0')}:00`;
}
