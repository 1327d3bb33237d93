// @ts-check
// `envelope`: every answer has its payload in one member and the time in another.

import { family } from '../parts/family.js';
import { all } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';
import { alternatives, formOf, hasMember, typesAt } from '../parts/types.js';

export const envelope = family({
  name: 'envelope',
  members(use) {
    const { payload, options } = use.args;
    const time = use.args['time'] || undefined;
    const { except = [] } = options;
    const names = time === undefined ? [payload] : [payload, time];
    for (const name of except) if (use.other(name) === null) return null;
    for (const { id, answers } of use.service.operations.values()) {
      if (except.includes(id) || answers.length === 0) continue;
      for (const name of names) {
        if (!hasMember(use.program, answers, name)) {
          return use.contradiction('every answer has an envelope', `that of ${id} has no "${name}"`);
        }
      }
      const isText =
        time !== undefined &&
        typesAt(use.program, answers, `/${time}`)
          .flatMap(alternatives)
          .some((type) => formOf(use.program, type) === 'text');
      if (isText) return use.contradiction(`${time} is in milliseconds`, `in the answer of ${id} it is text`);
    }
    return { payload, ...(time === undefined ? {} : { time }), except };
  },
  aspects(_, { payload, time, except }) {
    const apart = except.length === 0 ? '' : `, other than that of ${all(except)}`;
    const beside = time === undefined ? '' : `, beside ${time}`;
    return [
      { aspect: 'present', text: `Every successful response carries its payload in ${payload}${beside}${apart}.` },
      ...(time === undefined
        ? []
        : [{ aspect: 'moment', text: `${time} is the server's time, in milliseconds since the epoch.` }]),
    ];
  },
  against(use, _, others) {
    if (others.length > 0) use.contradiction(`${use.service.title} has an envelope`, 'it has a second one');
  },
});

export const $decorators = { Behaviour: { envelope: decorator(envelope, ['payload', 'time']) } };
