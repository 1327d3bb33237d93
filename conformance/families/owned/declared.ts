import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `owned`. */
export type Owned = Declared<'owned'>;
