import { describeGates } from '../gates.ts';

await describeGates('comment');
