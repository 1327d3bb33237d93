// @ts-check
// `chosen-by`: the request selects something by header or by query.

import { family } from '../parts/family.js';
import { all, one } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';

export const chosenBy = family({
  name: 'chosen-by',
  members(use) {
    const { subject, choice } = use.args;
    const { headers = [], query = [], shown = [] } = choice;
    for (const name of headers) if (use.parameter(name, use.operation, ['header']) === null) return null;
    for (const name of query) if (use.parameter(name, use.operation, ['query']) === null) return null;
    for (const pointer of shown) if (use.at(pointer) === null) return null;
    if (headers.length + query.length === 0)
      return use.contradiction(`the ${subject} is chosen`, 'by no header and no query parameter');
    return { headers, query, subject, shown };
  },
  aspects(_, { headers, query, subject }) {
    const aspects = [{ aspect: 'required', text: `A request without a choice of ${subject} is refused.` }];
    if (headers.length > 0)
      aspects.push({
        aspect: 'in-header',
        text: `${all(headers)} ${headers.length > 1 ? 'choose' : 'chooses'} the ${subject}.`,
      });
    if (query.length > 0)
      aspects.push({
        aspect: 'in-query',
        text: `The query's ${all(query)} ${query.length > 1 ? 'choose' : 'chooses'} the ${subject}.`,
      });
    if (headers.length > 0 && query.length > 0) {
      aspects.push({
        aspect: 'header-wins',
        text: `If the header names ${one(subject)} and the query another, the one in the header is used.`,
      });
    }
    return aspects;
  },
  tell: ({ subject }) => subject,
});

export const $decorators = { Behaviour: { chosenBy: decorator(chosenBy, ['subject', 'choice']) } };
