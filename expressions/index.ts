export { BadExpression, compile, type Expression, isUndecided, type Requested, type Undecided } from './compile.ts';
export {
  type Answered,
  type BrokenInvariant,
  type DeclaringDocument,
  type Invariant,
  type Invariants,
  openInvariants,
} from './invariants.ts';
export { type IsoTime, parseIso } from './iso.ts';
export type { Names } from './names.ts';
export { componentFinder, type Finder, memberFinder, type Placed, schemaFinder } from './places.ts';
export type { Document, Schema } from './schema.ts';
