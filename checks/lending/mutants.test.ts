import { describeGates } from '@wallet-services/conformance/testing/mutants';

await describeGates('lending');
