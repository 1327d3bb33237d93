// @ts-check
// `moment`: a member of an answer is a time, in a unit.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';
import { named } from '../parts/search.js';
import { alternatives, formOf, holderOf, lastName } from '../parts/types.js';

export const moment = family({
  name: 'moment',
  members(use) {
    const { at, unit, options } = use.args;
    const { zone, now, past } = options;
    if (zone !== undefined && unit !== 'iso') return use.contradiction(`${at} has a zone`, `it counts ${unit}`);
    if (now && past) return use.contradiction(`${at} is the moment of the answer`, 'it has passed');
    if (use.place === undefined) {
      if (holderOf(at) !== '')
        return use.report('unknown-pointer', {
          pointer: at,
          operation: 'every operation: of a service it is / and a name',
        });
      const answers = [...use.service.operations.values()].flatMap((operation) => operation.answers);
      if (!named(use.program, answers, lastName(at)))
        return use.report('unknown-member-anywhere', { name: lastName(at) });
    } else {
      const types = use.at(at);
      if (types === null) return null;
      const form = unit === 'iso' ? 'a number' : 'text';
      if (types.flatMap(alternatives).some((type) => formOf(use.program, type) === form)) {
        return use.contradiction(`${at} is in ${unit}`, `its schema is ${form}`);
      }
    }
    return {
      at,
      unit,
      ...(zone === undefined ? {} : { zone }),
      ...(now ? { now: true } : {}),
      ...(past ? { past: true } : {}),
    };
  },
  aspects(use, { at, unit, zone, now, past }) {
    const name = lastName(at);
    const who =
      use.place === undefined
        ? `Every ${name}`
        : `The ${name} of ${/\*/.test(holderOf(at)) ? 'every' : 'the'} ${use.thing(holderOf(at))}`;
    const zones = zone === undefined ? '' : zone === 'utc' ? ' in UTC' : ' with its offset from UTC';
    const form = unit === 'iso' ? `is an ISO 8601 time${zones}` : `counts ${unit} since the epoch`;
    return [
      {
        aspect: name,
        text: `${who} ${form}${now ? ', and is the time of the response' : ''}.`,
      },
      // With a time zone, a future time is an error, such as a local time that is written as UTC; otherwise only the
      // name of the member implies that the time has passed.
      ...(past
        ? [
            {
              aspect: `${name}-past`,
              text: `${who} is not in the future.`,
              level: zone === undefined ? /** @type {const} */ ('should') : /** @type {const} */ ('must'),
            },
          ]
        : []),
    ];
  },
  tell: ({ at }) => at,
  against(use, { at, unit, zone }, others) {
    for (const other of others) {
      if (other.at !== at || (other.unit === unit && other.zone === zone)) continue;
      use.contradiction(`${at} is in ${zone ?? unit}`, `also in ${other.zone ?? other.unit}`);
    }
  },
});

export const $decorators = { Behaviour: { moment: decorator(moment, ['at', 'unit']) } };
