import { describeTwins } from '../testing/twins.ts';
import { twins } from './swap.ts';

await describeTwins('swap', twins);
