import { describeMutants } from '@wallet-services/conformance/testing/mutants';

await describeMutants('vault');
