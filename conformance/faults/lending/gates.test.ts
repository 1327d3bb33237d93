import { describeGates } from '../gates.ts';
import { mutants } from './mutants/index.ts';

// Its twins are servers of their own: see twins.test.ts.
await describeGates('lending', { mutants, twins: [] });
