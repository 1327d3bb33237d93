import { describeGates } from '../gates.ts';

await describeGates('vault', { mutants: [], twins: [] });
