import { describeTwins } from '../testing/twins.ts';

await describeTwins('swap');
