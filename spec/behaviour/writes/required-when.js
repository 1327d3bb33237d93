// @ts-check
// `required-when`: a member of the request is required when another one has a certain value.

import { family } from '../parts/family.js';
import { all, any } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';
import { valuesOf } from '../parts/types.js';

export const requiredWhen = family({
  name: 'required-when',
  members(use) {
    const { member, when } = use.args;
    const property = use.bodyMember(member);
    if (property === null) return null;
    if (!property.optional)
      return use.contradiction(`${member} is required in some cases`, 'the schema always requires it');
    for (const [name, values] of Object.entries(when)) {
      const other = use.bodyMember(name);
      if (other === null) return null;
      if (name === member) return use.contradiction(`${member} depends on ${name}`, 'that is itself');
      const known = valuesOf([other.type]);
      for (const value of values) {
        if (known.length > 0 && !known.includes(value))
          return use.report('unknown-value', { value: String(value), name });
      }
    }
    return { member, when };
  },
  aspects(_, { member, when }) {
    const conditions = Object.entries(when).map(([name, values]) => `${name} ${any(values)}`);
    return [{ aspect: member, text: `With ${all(conditions)} a request without ${member} is refused.` }];
  },
  tell: ({ when }) => Object.values(when).flat().join('-'),
});

export const $decorators = { Behaviour: { requiredWhen: decorator(requiredWhen, ['member', 'when']) } };
