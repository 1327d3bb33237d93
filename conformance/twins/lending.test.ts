import { describeTwins } from '../testing/twins.ts';
import { twins } from './lending.ts';

await describeTwins('lending', twins);
