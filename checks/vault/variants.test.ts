import { describeTwins } from '@wallet-services/conformance/testing/variants';

await describeTwins('vault');
