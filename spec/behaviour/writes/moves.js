// @ts-check
// `moves`: the operation changes a number that another operation reads.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';
import { holderOf, lastName } from '../parts/types.js';

export const moves = family({
  name: 'moves',
  members(use) {
    const { by, read, pointer, options } = use.args;
    const other = use.other(read);
    if (other === null || use.at(pointer, other) === null) return null;
    if (!use.operation.writes) return use.contradiction(`${use.operation.id} moves a number`, 'it only reads');
    const { at, keeps, parameter } = options;
    if (at !== undefined && use.at(at) === null) return null;
    for (const name of keeps ?? []) if (use.at(`${holderOf(pointer)}/${name}`, other) === null) return null;
    const own = use.operation.parameters.flatMap((one) => (one.in === 'path' ? [one.name] : []));
    const needed = other.parameters.flatMap((one) => (one.in === 'path' ? [one.name] : []));
    if (parameter !== undefined && !own.includes(parameter) && use.bodyMember(parameter) === null) return null;
    const missing = (parameter === undefined ? needed : needed.slice(0, -1)).find((name) => !own.includes(name));
    if (missing !== undefined) {
      const hint = `the path of ${use.operation.id} names no ${missing}: say what does as \`parameter\``;
      return use.contradiction(`${other.id} reads the number by its ${missing}`, hint);
    }
    return {
      ...(at === undefined ? {} : { at }),
      by,
      read: other.id,
      pointer,
      ...(keeps === undefined ? {} : { keeps }),
      ...(parameter === undefined ? {} : { parameter }),
    };
  },
  aspects: (_, { at, by, read, pointer, keeps }) => [
    {
      aspect: 'count',
      text: `The operation ${by > 0 ? 'raises' : 'lowers'} the ${lastName(pointer)} that ${read} returns by one.`,
    },
    ...(keeps === undefined
      ? []
      : [
          {
            aspect: 'kept',
            text: `It stays as ${read} returned it before${at === undefined ? '' : ', in the response too'}: ${keeps.join(', ')}.`,
          },
        ]),
  ],
  tell: ({ pointer }) => lastName(pointer),
  against(use, { by, read, pointer }, others) {
    for (const other of others) {
      if (other.read !== read || other.pointer !== pointer || other.by === by) continue;
      use.contradiction(`${pointer} of ${read} moves by ${by}`, `also by ${other.by}`);
    }
  },
});

export const $decorators = { Behaviour: { moves: decorator(moves, ['by', 'read', 'pointer']) } };
