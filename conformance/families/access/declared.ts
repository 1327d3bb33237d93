import type { Declared } from '../../model/document/behaviour.ts';

/** A declaration of the family `access`. */
export type Access = Declared<'access'>;
