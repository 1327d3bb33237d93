export { byCursor } from './by-cursor.ts';
export { byRow } from './by-row.ts';
export { byTime } from './by-time.ts';
export { itemsOf } from './items.ts';
export {
  type ItemOf,
  type PagedArguments,
  type PagePlaces,
  type PagesOptions,
  PagingError,
  type Row,
  readingOf,
} from './pages.ts';
