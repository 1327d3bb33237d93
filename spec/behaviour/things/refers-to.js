// @ts-check
// `refers-to`: an id in the answer is that of an existing resource.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';
import { holderOf, lastName } from '../parts/types.js';

export const refersTo = family({
  name: 'refers-to',
  members(use) {
    const { at, other: named, options } = use.args;
    const other = use.other(named);
    if (other === null || use.at(at) === null) return null;
    if (other.list !== null && options.parameter === undefined) return { at, list: other.id };
    const parameter =
      options.parameter === undefined ? use.pathParameter(other) : use.parameter(options.parameter, other, ['path']);
    return parameter === null ? null : { at, read: other.id, parameter: parameter.name };
  },
  aspects(use, { at, list, read }) {
    const noun = use.service.operations.get(list)?.list?.noun;
    const thing = use.thing(holderOf(at));
    const end = noun === undefined ? `names what ${read} reads` : `names one of the ${noun} that ${list} returns`;
    return [
      {
        aspect: lastName(at),
        text: `The ${lastName(at)} of ${/\*/.test(holderOf(at)) ? 'every' : 'the'} ${thing} ${end}.`,
      },
    ];
  },
  tell: ({ at, list, read }) => `${at}-${list ?? read}`,
});

export const $decorators = { Behaviour: { refersTo: decorator(refersTo, ['at', 'other']) } };
