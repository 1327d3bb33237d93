import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `chosen-by`. */
export type ChosenBy = Declared<'chosen-by'>;
