export { type Control, type ControlOptions, mountNoControl, openControl } from './control.ts';
export { WorldClock } from './worlds/clock.ts';
