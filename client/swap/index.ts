export * from '@wallet-services/contract/swap/models';
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
export { createClient, type SwapClient, type SwapOptions } from './client.ts';
export { paginate, paginatePages } from './pages.ts';
