/** Another user than the caller. */
import type { Operation } from '../model/document/api.ts';
import type { Scene } from '../rules/rule.ts';

/** Whether the target has another user's credentials for an operation that needs some. Those of other schemes do not help. */
export function hasOther({ target }: Scene, { security }: Pick<Operation, 'security'>): boolean {
  const isKnown = (name: string) => target.otherCredentials[name] !== undefined;
  return security.some((schemes) => schemes.length > 0 && schemes.every(isKnown));
}
