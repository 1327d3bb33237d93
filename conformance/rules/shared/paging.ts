/** Lists that are read page by page with `cursor` and `limit`. */
export { type Page, type PagedList, type PageQuery, pageCall, pageOf } from './paging/list.ts';
export { walkWhole } from './paging/walk.ts';
