import { describeMutants } from '@wallet-services/conformance/testing/mutants';

// A reset is of all records of an application.
await describeMutants('assistant', true);
