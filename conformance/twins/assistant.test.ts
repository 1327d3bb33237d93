import { describeTwins } from '../testing/twins.ts';
import { twins } from './assistant.ts';

await describeTwins('assistant', twins);
