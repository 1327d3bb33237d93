export { type AnyRequest, createGate, type Gate, openGate } from './gate.ts';
