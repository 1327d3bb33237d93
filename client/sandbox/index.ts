export { SandboxError } from './error.ts';
export { type WorldFixtures, type WorldHooks, worldFixtures, worldInTests } from './fixtures.ts';
export { openSandbox, Sandbox, type SandboxOptions, type WorldOptions } from './sandbox.ts';
export { type ExchangeFilter, type SwitchedOn, type WhatHappens, World } from './world.ts';
