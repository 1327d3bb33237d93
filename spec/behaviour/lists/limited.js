// @ts-check
// `limited`: an answer has at most a given number of items, and as many as possible.

import { getMaxValue } from '@typespec/compiler';
import { family } from '../parts/family.js';
import { decorator } from '../parts/record.js';

export const limited = family({
  name: 'limited',
  members(use) {
    const list = use.list();
    if (list === null) return null;
    const { default: usual, maximum, parameter } = use.options;
    const marked = list.paging.input.pageSize?.property;
    const limit =
      parameter === undefined
        ? use.operation.parameters.find(({ property }) => property === marked)
        : use.parameter(parameter);
    if (limit === null) return null;
    const members = {
      ...(limit === undefined ? {} : { limit: limit.name }),
      ...(usual === undefined ? {} : { default: usual }),
      ...(maximum === undefined ? {} : { maximum }),
    };
    if (Object.keys(members).length === 0)
      return use.contradiction(`${use.operation.id} is limited`, 'neither a parameter nor a number says how');
    compare(use, usual, maximum, limit?.property);
    return members;
  },
  aspects(use, { limit, default: usual, maximum }) {
    const { list } = use.operation;
    const noun = list?.noun ?? 'items';
    const { continuationToken, offset, pageIndex } = list?.paging.input ?? {};
    const page = (continuationToken ?? offset ?? pageIndex) ? 'page' : 'response';
    /** @type {import('../parts/family.js').Aspect[]} */
    const aspects = [];
    if (limit !== undefined) {
      aspects.push(
        { aspect: 'at-most', text: `The ${page} holds at most ${limit} ${noun}.` },
        {
          aspect: 'filled',
          text: `As long as there are more ${noun}, ${page === 'page' ? `no page is empty, and pages of any ${limit} together hold what large pages hold` : `the response holds as many as ${limit} says`}.`,
        },
      );
    }
    if (usual !== undefined)
      aspects.push({
        aspect: 'default',
        text:
          limit === undefined
            ? `The ${page} holds at most ${usual} ${noun}.`
            : `Without ${limit} the ${page} holds as many ${noun} as with ${limit}=${usual}.`,
      });
    if (maximum !== undefined)
      aspects.push({
        aspect: 'maximum',
        text: `No ${page} holds more than ${maximum} ${noun}${limit === undefined ? '' : `, whatever ${limit} says`}.`,
      });
    return aspects;
  },
  against(use, _, others) {
    if (others.length > 0) use.contradiction(`${use.operation.id} is limited`, 'it is limited a second time');
  },
});

/**
 * @param {import('../parts/uses.js').Use} use
 * @param {number | undefined} usual
 * @param {number | undefined} maximum
 * @param {import('@typespec/compiler').ModelProperty | undefined} property
 */
function compare(use, usual, maximum, property) {
  if (usual !== undefined && maximum !== undefined && usual > maximum) {
    use.contradiction(`the default is ${usual}`, `the maximum is ${maximum}`);
  }
  if (property === undefined) return;
  const schema = getMaxValue(use.program, property);
  if (maximum !== undefined && schema !== undefined && schema !== maximum) {
    use.contradiction(`the maximum is ${maximum}`, `@maxValue of ${property.name} is ${schema}`);
  }
  const value = property.defaultValue;
  const written =
    value?.valueKind === 'NumericValue'
      ? value.value.asNumber()
      : value?.valueKind === 'StringValue'
        ? Number(value.value)
        : undefined;
  if (usual !== undefined && written !== undefined && written !== usual) {
    use.contradiction(`the default is ${usual}`, `${property.name} is ${written} when it is left out`);
  }
}

export const $decorators = { Behaviour: { limited: decorator(limited) } };
