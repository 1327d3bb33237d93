/** Rules of lists that are read page by page with `cursor` and `limit`. */
export { firstPage } from './paging/first-page.ts';
export { hasNext } from './paging/has-next.ts';
export { pageLimit } from './paging/limit.ts';
export { type Page, type PagedList, type PageQuery, pageCall, pageOf } from './paging/list.ts';
export { nextCursor } from './paging/next-cursor.ts';
export { walkWhole } from './paging/walk.ts';
