/** The rules of comment, under the ids of the ledger, and the observers of its open questions. */
import type { Rule } from '../rule.ts';
import * as airdrops from './airdrops.ts';
import * as create from './comments/create.ts';
import * as listOrder from './comments/list-order.ts';
import * as listPages from './comments/list-pages.ts';
import * as listSite from './comments/list-site.ts';
import * as favorites from './favorites.ts';
import * as general from './general.ts';
import * as reads from './reads.ts';
import * as replies from './replies.ts';
import * as extras from './sign-in/extras.ts';
import * as fields from './sign-in/fields.ts';
import * as messages from './sign-in/messages.ts';
import * as times from './sign-in/times.ts';
import * as tokens from './sign-in/tokens.ts';

export { commentObservers, notObserved } from './observers/index.ts';
export { commentProfile } from './profile.ts';

/** Files that export nothing but rules hand them on as they are. */
export const commentRules: readonly Rule[] = [
  general,
  tokens,
  messages,
  fields,
  times,
  extras,
  reads,
  listSite,
  listOrder,
  listPages,
  create,
  favorites,
  replies,
  airdrops,
].flatMap((rules): readonly Rule[] => Object.values(rules));
