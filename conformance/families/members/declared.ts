import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `members`. */
export type Members = Declared<'members'>;
