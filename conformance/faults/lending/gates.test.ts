import { describeGates } from '../gates.ts';
import { mutants } from './mutants/index.ts';

await describeGates('lending', { mutants, twins: [] });
