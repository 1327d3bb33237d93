import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `refers-to`. */
export type RefersTo = Declared<'refers-to'>;
