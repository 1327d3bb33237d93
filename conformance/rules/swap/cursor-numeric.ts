/** A cursor is a number going in and a text coming out (document 2): the text reads as a whole number. */
import { together } from '../../fault/at.ts';
import { walksOf } from '../../find/walks.ts';
import { excerpt } from '../../model/json.ts';
import { broken, inconclusive, pass } from '../judgement.ts';
import type { OwnRule } from '../own.ts';

const lists = ['listTransactions', 'listPairTransactions', 'listMyTransactions'] as const;

const NEXT = '/data/pagination/next_cursor';

export default {
  id: 'swap.paged.cursor-numeric',
  async check(talk, say) {
    let seen = false;
    for (const operation of lists) {
      const walks = await walksOf(talk, operation);
      if ('refusal' in walks) continue;
      const pages = [walks.whole, ...walks.others.map(({ walked }) => walked)].flatMap((walk) => walk.pages);
      const followed = pages.filter(({ more }) => more === true);
      const wrong = followed.find(({ next }) => !/^\d+$/.test(next));
      seen ||= followed.length > 0;
      if (wrong !== undefined) {
        const { next, exchange } = wrong;
        say(broken({ expected: 'a whole number', actual: excerpt(next), pointer: NEXT, exchange }));
      } else if (followed.length > 0) say(pass);
    }
    if (!seen) say(inconclusive('no list has a second page', 'put more transactions into the data'));
  },
  faults: (at) => [
    {
      id: 'cursors are words',
      fault: together(
        ...lists.flatMap((operation) => [
          at(operation).query(({ query }) => ({ cursor: query.get('cursor')?.replace('after-', '') })),
          at(operation).value(NEXT, (cursor) => (cursor === '' ? '' : `after-${cursor}`)),
        ]),
      ),
    },
    {
      id: 'the cursors of later pages are words',
      fault: at('listPairTransactions').value(NEXT, (cursor, { query }) =>
        query.has('cursor') ? `x${cursor}` : cursor,
      ),
    },
  ],
} satisfies OwnRule;
