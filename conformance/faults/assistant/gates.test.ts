import { describeGates } from '../gates.ts';

await describeGates('assistant');
