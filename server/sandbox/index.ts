export { type Control, type ControlOptions, mountNoControl, openControl } from './control.ts';
export { isLoopback } from './guard.ts';
export { WorldClock } from './worlds/clock.ts';
