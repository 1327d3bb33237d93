export * from '@wallet-services/contract/comment/models';
export {
  CallError,
  type CallEvent,
  InputError,
  ServiceError,
  type Token,
  type TokenSource,
  unwrap,
} from '../http/index.ts';
export { PagingError } from '../paging/index.ts';
export { type CommentClient, type CommentOptions, createClient } from './client.ts';
export { type LoginOptions, login } from './login.ts';
export { paginate, paginatePages } from './pages.ts';
export type { SiteChoice } from './site.ts';
