import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `lifetime`. */
export type Lifetime = Declared<'lifetime'>;
