export * from '@wallet-services/contract/lending/models';
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
export { createClient, type LendingClient, type LendingOptions } from './client.ts';
export { paginate, paginatePages } from './pages.ts';
