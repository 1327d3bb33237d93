import { describeTwins } from '../testing/twins.ts';
import { twins } from './comment.ts';

await describeTwins('comment', twins);
