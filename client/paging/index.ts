export { byCursor, type CursorPage } from './by-cursor.ts';
export { byRow, type RowPage } from './by-row.ts';
export { byTime, type TimePage } from './by-time.ts';
export { type ItemOf, type PagedArguments, type PageReaders, PagingError, pagesOf, queryOf } from './pages.ts';
