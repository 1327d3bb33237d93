/** What `conditional` declares: entity tags, and requests that depend on them (RFC 9110, 8.8.3 and 13). */
import type { Declared } from '../../model/document/behaviour.ts';
import type { Exchange } from '../../model/exchange.ts';

export type Conditional = Declared<'conditional'>;

/** The entity tag of an answer. */
export function tagOf({ outcome }: Exchange): string | undefined {
  return outcome.kind === 'answer' ? outcome.etag : undefined;
}

/** Whether a tag only says that two answers are about equal: no write may depend on it. */
export function isWeak(tag: string): boolean {
  return tag.startsWith('W/');
}

/** Whether two tags name the same version, as a cache compares them. */
export function isSameVersion(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.replace(/^W\//, '') === other?.replace(/^W\//, '');
}

/** The status of a read of what the caller already has. */
export const NOT_MODIFIED = 304;

/** The status of a write that depends on another version. */
export const FAILED = 412;
