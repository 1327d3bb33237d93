import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `limited`. */
export type Limited = Declared<'limited'>;
