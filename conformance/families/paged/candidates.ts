/** Lists of operations with parameters and answers that have the names of pages. */
import type { Candidate, Observed } from '../../core/family.ts';
import type { ApiModel, Operation } from '../../model/document/api.ts';
import { resolved } from '../../model/document/document.ts';
import { plain } from '../../model/values/near.ts';
import { LIMIT, listsOf, namedParameter, scalarsOf } from '../observed.ts';

const CURSOR = /^(cursor|after|pagetoken|startingafter|continuationtoken|continuation|marker|startafter|startkey)$/;
const OFFSET = /^(offset|skip|start|startindex|first)$/;
const PAGE = /^(page|pagenumber|pageindex|pageno)$/;
const NEXT = /^(next|nextcursor|nextpagetoken|nexttoken|nextmarker|continuationtoken|cursor|endcursor)$/;
const MORE = /^(hasnext|hasmore|more|hasnextpage|istruncated)$/;
const TOTAL = /^(total|totalcount|totalitems|totalresults|count)$/;

/** The pointer of the member of an answer that a name and a type mean. */
function pointerTo(api: ApiModel, operation: Operation, name: RegExp, types: readonly string[]): string | undefined {
  // Beside the list, or one object away from it.
  return scalarsOf(api, operation, '', 2).find(({ name: own, schema }) => {
    const { type, anyOf = [] } = resolved(api.document, schema);
    const all = [type, ...anyOf.map((one) => resolved(api.document, one).type)].flat();
    return name.test(plain(own)) && all.some((one) => one !== undefined && types.includes(one));
  })?.at;
}

export function pagedCandidates({ api }: Observed): readonly Candidate[] {
  return listsOf(api).flatMap(([operation]): readonly Candidate[] => {
    const named = (name: RegExp) => namedParameter(operation, 'query', name)?.name;
    const [cursor, offset, page, limit] = [named(CURSOR), named(OFFSET), named(PAGE), named(LIMIT)];
    const next = pointerTo(api, operation, NEXT, ['string', 'integer']);
    const more = pointerTo(api, operation, MORE, ['boolean']);
    const total = pointerTo(api, operation, TOTAL, ['integer', 'number']);
    const beside = { ...(limit === undefined ? {} : { limit }), ...(total === undefined ? {} : { total }) };
    const ways: readonly (Candidate['members'] | null)[] = [
      cursor === undefined || next === undefined
        ? null
        : { by: 'cursor', cursor, next, ...(more && { more }), ...beside },
      offset === undefined ? null : { by: 'offset', offset, ...beside },
      page === undefined ? null : { by: 'page', page, ...beside },
    ];
    return ways.flatMap((members) => (members === null ? [] : [{ operation: operation.id, members }]));
  });
}
