import { describeGates } from '../gates.ts';

// A reset is of all records of an application.
await describeGates('assistant', true);
