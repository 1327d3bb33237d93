import { describeGates } from '../gates.ts';
import { mutants } from './mutants/index.ts';
import { twins } from './twins.ts';

await describeGates('assistant', { mutants, twins });
