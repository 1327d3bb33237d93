import { describeGates } from '@wallet-services/conformance/testing/mutants';

// A reset is of all records of an application.
await describeGates('assistant', true);
