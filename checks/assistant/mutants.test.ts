import { describeMutants } from '@wallet-services/conformance/testing/mutants';

// A reset applies to all records of an application.
await describeMutants('assistant', true);
