// @ts-check
// `belongs-to`: the answer belongs to the resource that a parameter identifies.

import { isArrayModelType } from '@typespec/compiler';
import { family } from '../parts/family.js';
import { singular } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';
import { alternatives, pointerOf, typesAt } from '../parts/types.js';

export const belongsTo = family({
  name: 'belongs-to',
  members(use) {
    const { parameter, member, options } = use.args;
    const found = use.parameter(parameter);
    if (found === null) return null;
    // An operation that is not a list answers with one object.
    const at = options.at ?? (use.operation.list === null ? use.payload() : undefined);
    const types = at === undefined ? use.list()?.types : use.at(at);
    if (types === null || types === undefined || !use.member(types, member)) return null;
    const mayLack = at === undefined && found.in === 'query' && found.property.optional;
    const wider = options.of === undefined ? (mayLack ? use.operation : undefined) : use.other(options.of);
    if (wider === null) return null;
    if (wider !== undefined && wider.list === null) return use.report('not-a-list', { operation: wider.id });
    return {
      parameter: found.name,
      member,
      ...(at === undefined ? {} : { at }),
      ...(wider === undefined ? {} : { of: wider.id }),
    };
  },
  aspects(use, { parameter, member, at, of }) {
    const noun = singular(use.operation.list?.noun ?? 'item');
    const thing = at === undefined ? `every ${noun}` : `the ${use.thing(at)}`;
    const isNamed = use.operation.parameters.some(({ name, property }) => name === parameter && property.optional);
    const condition = isNamed ? `With ${parameter}, the` : 'The';
    const types =
      at === undefined ? (use.operation.list?.types ?? []) : typesAt(use.program, use.operation.answers, at);
    const values = typesAt(use.program, types, pointerOf([member])).flatMap(alternatives);
    const is = values.some((type) => type.kind === 'Model' && isArrayModelType(type)) ? 'include' : 'is';
    const whole = of === use.operation.id ? `is listed without ${parameter}` : `${of} lists`;
    return [
      { aspect: member, text: `${condition} ${member} of ${thing} ${is} the ${parameter} of the request.` },
      ...(of === undefined
        ? []
        : [
            {
              aspect: `${member}-complete`,
              text: `Every ${noun} that ${whole}, and whose ${member} ${is} the ${parameter} of the request, is listed, and no other.`,
            },
          ]),
    ];
  },
  tell: ({ parameter }) => parameter,
  against(use, { parameter, member, at }, others) {
    for (const other of others) {
      if (other.member !== member || other.at !== at || other.parameter === parameter) continue;
      use.contradiction(`${member} is what ${parameter} names`, `also what ${other.parameter} names`);
    }
  },
});

export const $decorators = { Behaviour: { belongsTo: decorator(belongsTo, ['parameter', 'member']) } };
