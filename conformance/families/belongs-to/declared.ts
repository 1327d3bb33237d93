import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `belongs-to`. */
export type BelongsTo = Declared<'belongs-to'>;
