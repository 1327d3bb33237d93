import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `paged`. */
export type Paged = Declared<'paged'>;
