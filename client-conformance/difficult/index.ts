/** Every difficult service, by class. */
import { bodies } from './bodies.ts';
import { connections } from './connection.ts';
import { lists } from './lists.ts';
import { oddities } from './odd.ts';
import { parsers } from './parsers.ts';
import { retries } from './retries.ts';
import type { Scenario } from './scenario.ts';
import { secrets } from './secrets.ts';
import { difficultStep } from './step.ts';
import { transport } from './transport.ts';

const scenarios: readonly Scenario[] = [
  ...transport,
  ...connections,
  ...parsers,
  ...oddities,
  ...bodies,
  ...retries,
  ...secrets,
  ...lists,
];

/** Turns scenarios into steps of the script. */
export const difficultSteps = scenarios.map(difficultStep);
