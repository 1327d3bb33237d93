import { describeTwins } from '../testing/twins.ts';
import { twins } from './vault.ts';

await describeTwins('vault', twins);
