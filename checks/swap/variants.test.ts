import { describeVariants } from '@wallet-services/conformance/testing/variants';

await describeVariants('swap');
