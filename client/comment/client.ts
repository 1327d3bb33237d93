/** The comment service: comments, replies and favourites on the pages of a site. */
import { credentials, lists, open, type paths, securitySchemes } from '@wallet-services/contract/comment/client';
import { type ClientOptions, createServiceClient, presenter, type ServiceClient, type Token } from '../http/index.ts';
import { type SiteChoice, siteHeaders } from './site.ts';

/** A client of the comment service. */
export type CommentClient = ServiceClient<paths>;

/** The options of the client. */
export interface CommentOptions extends ClientOptions {
  /** Sent with the operations that need one: a token of this service, or a source of tokens, such as `signIn`. */
  readonly token?: Token | undefined;
  /** The site and page of every call that needs one and does not choose one itself. */
  readonly site?: SiteChoice | undefined;
}

/**
 * Makes a client of the comment service.
 *
 * @throws InputError when `baseUrl` is not an address of a service
 * @example
 * const comment = createClient({ baseUrl: 'http://127.0.0.1:4000/comment', site: { id: 21 } });
 * const { data, error } = await comment.GET('/comments');
 */
export function createClient(options: CommentOptions): CommentClient {
  const present = presenter(securitySchemes, credentials, { CommentToken: options.token });
  return createServiceClient<paths>(options, { present, lists, open, headers: siteHeaders(options.site) });
}
