export { type AnyRequest, createGate, type Gate, openGate } from './gate.ts';
export type { Ear } from './hold-answers.ts';
export { Overloaded } from './turns.ts';
