// @ts-check
// `removes`: a resource that an operation removes can no longer be read.

import { family } from '../parts/family.js';
import { all } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';

export const removes = family({
  name: 'removes',
  members(use) {
    const { read, options } = use.args;
    const { lists } = options;
    const other = use.other(read);
    if (other === null) return null;
    if (other.list !== null) return use.contradiction(`${other.id} reads what is gone`, 'it is a list, for `lists`');
    if (!use.operation.writes) return use.contradiction(`${use.operation.id} takes something away`, 'it only reads');
    if (use.pathParameter(other) === null) return null;
    for (const parameter of other.parameters.filter((one) => one.in === 'path'))
      if (use.parameter(parameter.name, use.operation, ['path']) === null) return null;
    for (const list of lists ?? []) {
      const listing = use.other(list);
      if (listing === null) return null;
      if (listing.list === null) return use.report('not-a-list', { operation: list });
    }
    return { read: other.id, ...(lists === undefined ? {} : { lists }) };
  },
  aspects(use, { read, lists }) {
    const thing = use.thing('', use.other(read) ?? use.operation);
    const gone = { aspect: 'gone', text: `The ${thing} that the path names cannot be read with ${read} any more.` };
    const text = `It is no more in the list of ${all(lists ?? [])}.`;
    return lists === undefined ? [gone] : [gone, { aspect: 'unlisted', text }];
  },
  tell: ({ read }) => read,
});

export const $decorators = { Behaviour: { removes: decorator(removes, ['read']) } };
