// @ts-check
// `invariant`: a relation within a value, in CEL.

import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';
import { expression, oneLine } from './expression.js';

export const invariant = family({
  name: 'invariant',
  bare: true,
  members(use) {
    const { name } = use.args;
    const text = oneLine(use.args['expression']);
    const of = use.model === undefined ? use.operation.answers : [use.model];
    return expression(use, text, of) ? { name, expression: text } : null;
  },
  aspects: (use, { name }) => [{ aspect: name, text: use.args['text'] }],
});

export const $decorators = { Behaviour: { invariant: decorator(invariant, ['name', 'text', 'expression']) } };
