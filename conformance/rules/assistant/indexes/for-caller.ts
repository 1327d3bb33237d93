/** Records are added for the application that calls: every one, and so that it finds them (document 3, Endpoints). */
import type { Asked, At } from '../../../fault/at.ts';
import type { FaultMaker } from '../../../fault/fault.ts';
import { type JsonObject, objectsOf } from '../../../model/json.ts';
import { broken, pass } from '../../judgement.ts';
import { named, type OwnRule } from '../../own.ts';
import { done } from '../faults.ts';
import { demandHits, foundIds, idsOf, includesAll, MOST_HITS, search, stock } from '../searches.ts';

function itemsAs(at: At, change: (items: readonly JsonObject[]) => readonly JsonObject[]): FaultMaker {
  return at('createIndexes').body((body) => ({ ...body, items: change(objectsOf(body['items'])) }));
}

/** The request, made by the application that made another one. */
function as({ headers }: Asked, asked: Asked): Asked {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-assistant-'));
  return { ...asked, headers: { ...asked.headers, ...Object.fromEntries(own) } };
}

export default {
  id: 'assistant.createIndexes.for-caller',
  async check(talk, say) {
    for (const { credentials, word, records, refusals } of await stock(talk)) {
      const ids = idsOf(records);
      const searching = { keywords: word, credentials, n: MOST_HITS };
      say(...refusals);
      if (refusals.length > 0) continue;
      if (ids.length < MOST_HITS) {
        say(
          ...(await demandHits(talk, searching, {
            present: ids,
            why: 'hits for the records that this application added',
          })),
        );
        continue;
      }
      const exchange = await search(talk, searching, 'many');
      const found = foundIds(exchange);
      if (found.length >= MOST_HITS || includesAll(ids)(found)) say(pass);
      else {
        const expected = `${MOST_HITS} hits: this application added ${ids.length} records, and n is ${MOST_HITS}`;
        say(broken({ expected, actual: `${found.length} hits`, pointer: '/data', about: 'many', exchange }));
      }
    }
  },
  faults: (at) =>
    named({
      'records are always added for the first application': at('createIndexes').remembering<Asked>(
        (first, asked, next) => {
          first.value ??= asked;
          return next(as(first.value, asked));
        },
      ),
      'records are added for the application that called before': at('createIndexes').remembering<Asked>(
        (before, asked, next) => {
          const caller = before.value ?? asked;
          before.value = asked;
          return next(as(caller, asked));
        },
      ),
      'only the first record of a request is added': itemsAs(at, (all) => all.slice(0, 1)),
      'the last record of a request is lost': itemsAs(at, (all) => (all.length > 1 ? all.slice(0, -1) : all)),
      'a request with one record adds nothing': at('createIndexes').instead((asked, next) =>
        asked.body.split('"object_id"').length === 2 ? done() : next(asked),
      ),
      'an n above 16 is brought down to 16': at('searchIndexes').query(({ query }) =>
        Number(query.get('n')) > 16 ? { n: '16' } : {},
      ),
      'a search gives 100 hits at most': at('searchIndexes').query(({ query }) =>
        Number(query.get('n')) > 100 ? { n: '100' } : {},
      ),
    }),
} satisfies OwnRule;
