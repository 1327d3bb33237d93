// @ts-check
// `paged`: a list with pages, by cursor, by offset or by page number.

import { getHeaderFieldName, isHeader } from '@typespec/http';
import { family } from '../parts/family.js';
import { markedPath } from '../parts/marked.js';
import { one, singular } from '../parts/nouns.js';
import { decorator } from '../parts/record.js';
import { pointerTo } from '../parts/services.js';
import { lastName } from '../parts/types.js';

const more = Symbol.for('@wallet-services/behaviour.hasNext');
const total = Symbol.for('@wallet-services/behaviour.total');

export const paged = family({
  name: 'paged',
  members(use) {
    const list = use.list();
    if (list === null) return null;
    const { input, output } = list.paging;
    const cursor = wireName(use, input.continuationToken);
    const offset = wireName(use, input.offset);
    const page = wireName(use, input.pageIndex);
    const limit = wireName(use, input.pageSize);
    const ways = Object.entries({ cursor, offset, page }).filter(([, name]) => name !== null);
    const [one, other] = ways.map(([way, name]) => `by the ${way} "${name}"`);
    if (other !== undefined) return use.contradiction(`${use.operation.id} is paged ${one}`, `also ${other}`);
    const limits = limit === null ? {} : { limit };
    if (cursor !== null && output.continuationToken !== undefined) {
      const next = pointerTo(use.program, output.continuationToken.path);
      return { by: 'cursor', cursor, ...limits, next, ...marked(use, 'more', more), ...marked(use, 'total', total) };
    }
    if (cursor !== null && output.nextLink !== undefined) {
      const link = linkOf(use, output.nextLink);
      return { by: 'cursor', cursor, ...limits, link, ...marked(use, 'more', more), ...marked(use, 'total', total) };
    }
    if (marked(use, 'more', more)['more'] !== undefined)
      return use.contradiction(`${use.operation.id} has a @hasNext`, 'no @continuationToken beside it');
    if (offset !== null) return { by: 'offset', offset, ...limits, ...marked(use, 'total', total) };
    if (page !== null) return { by: 'page', page, ...limits, ...marked(use, 'total', total) };
    return use.report('not-paged', { operation: use.operation.id });
  },
  aspects(use, { by, cursor, offset, page, limit, next, link, more, total }) {
    const noun = use.operation.list?.noun ?? 'items';
    const item = singular(noun);
    const count = { aspect: 'total', text: `${lastName(total ?? '')} is the number of ${noun} in all the pages.` };
    const counted = total === undefined ? [] : [count];
    if (by !== 'cursor') {
      const text = `Pages of ${noun} that follow each other by ${offset ?? page} neither repeat nor leave out ${one(item)}.`;
      const items = { aspect: 'items', text: `${offset} counts ${noun}, not pages.` };
      return [{ aspect: 'continues', text }, ...(by === 'offset' ? [items] : []), ...counted];
    }
    const aspects = [
      {
        aspect: 'first',
        text: `Without ${limit === undefined ? cursor : `${cursor} and ${limit}`} the first page of ${noun} is returned.`,
      },
      {
        aspect: 'continues',
        text: `The page asked for with ${lastName(next ?? link) || link} continues the one before: no ${item} is repeated or left out.`,
      },
    ];
    const told = {
      aspect: 'more',
      text: `${lastName(more ?? '')} is true exactly when another page of ${noun} exists.`,
    };
    return [...aspects, ...(more === undefined ? [] : [told]), ...counted];
  },
});

/**
 * Whether standard decorators of TypeSpec, or one of this library, declare that a list has pages.
 *
 * @param {import('@typespec/compiler').Program} program
 * @param {import('../parts/services.js').Operation} operation
 */
export function saysPaged(program, { list, answers }) {
  if (list === null) return false;
  const { continuationToken, offset, pageIndex } = list.paging.input;
  const isAsked = (continuationToken ?? offset ?? pageIndex) !== undefined;
  return isAsked || [more, total].some((mark) => markedPath(program, answers, mark) !== null);
}

/** @param {import('../parts/uses.js').Use} use @param {import('@typespec/compiler').PagingProperty | undefined} paging */
function wireName(use, paging) {
  if (paging === undefined) return null;
  return use.operation.parameters.find(({ property }) => property === paging.property)?.name ?? paging.property.name;
}

/**
 * Place of the next page's address: a header, or a pointer.
 *
 * @param {import('../parts/uses.js').Use} use
 * @param {import('@typespec/compiler').PagingProperty} paging
 */
function linkOf({ program }, { property, path }) {
  return isHeader(program, property) ? getHeaderFieldName(program, property) : pointerTo(program, path);
}

/** @param {import('../parts/uses.js').Use} use @param {string} member @param {symbol} mark */
function marked(use, member, mark) {
  const path = markedPath(use.program, use.operation.answers, mark);
  return path === null ? {} : { [member]: path };
}

/** @param {symbol} key @returns {(context: import('@typespec/compiler').DecoratorContext, target: any) => void} */
const mark = (key) => (context, target) => void context.program.stateSet(key).add(target);

export const $decorators = { Behaviour: { paged: decorator(paged), hasNext: mark(more), total: mark(total) } };
