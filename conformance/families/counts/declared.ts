import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `counts`. */
export type Counts = Declared<'counts'>;
