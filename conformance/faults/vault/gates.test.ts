import { describeGates } from '../gates.ts';
import { mutants } from './mutants/index.ts';

await describeGates('vault', { mutants, twins: [] });
