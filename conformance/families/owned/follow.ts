/** Whether traffic shows an item in the lists of two users: to and fro, as nothing goes that changes hands. */

import { isAnswerOf } from '../../core/answers.ts';
import type { SuiteContext } from '../../core/context.ts';
import { aspectOf, type Follower, type User } from '../../core/family.ts';
import { broken, pass } from '../../core/judgement.ts';
import { pagedListOf, pageOf } from '../../discovery/pages.ts';
import { Recent } from '../../model/recent.ts';
import { within } from '../../model/values/pointer.ts';
import type { Owned } from './declared.ts';

/** The number of items that are remembered; this many of one page are compared. */
const MOST = 5000;
const MOST_IN_ONE = 500;

/** So often must an item go from one user's list to the other's. */
const SWITCHES = 3;

interface Observation {
  readonly user: User;
  readonly switches: number;
}

export function followOwned(declared: Owned, { api }: SuiteContext): Follower {
  const { operation } = declared;
  const list = pagedListOf(api, operation);
  const seen = new Recent<Observation>(MOST);

  return ({ exchange, user }, report) => {
    const page = list === null || user === null || !isAnswerOf(exchange, operation) ? null : pageOf(list, exchange);
    if (list === null || user === null || page === null) return;
    let isAnothers = false;
    for (const [index, key] of page.keys.slice(0, MOST_IN_ONE).entries()) {
      const before = seen.get(key);
      // Names of different issuers cannot be compared.
      const isOther = before !== undefined && before.user.issuer === user.issuer && before.user.name !== user.name;
      const switches = (before?.switches ?? 0) + (isOther ? 1 : 0);
      seen.set(key, { user, switches });
      isAnothers ||= switches > 0;
      if (!isOther || switches < SWITCHES) continue;
      const expected = `none of the ${list.noun} that belong to another user`;
      const pointer = within(list.items, index);
      report(
        aspectOf(declared),
        broken({ expected, actual: key, pointer, about: 'foreign items', exchange, values: [key] }),
      );
    }
    if (page.keys.length > 0 && !isAnothers) report(aspectOf(declared), pass);
  };
}
