/** The requests of comment. */
import { operationOf } from '../../model/api.ts';
import { callOf, type Input } from '../../model/call.ts';
import type { CredentialUse, HttpCall, Intent } from '../../model/exchange.ts';
import type { Scene } from '../rule.ts';

/** What of a request chooses its site: the number of the site, the page, or both. */
export interface SiteChoice {
  readonly id?: number | undefined;
  readonly slug?: string | undefined;
}

export interface Ask {
  readonly label: string;
  /** The number in the path. */
  readonly id?: number | string;
  /** The site that the headers choose. */
  readonly header?: SiteChoice;
  /** The site that the query chooses. */
  readonly query?: SiteChoice;
  /** Further parameters of the query. */
  readonly page?: Readonly<Record<string, string | number>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly credentials?: CredentialUse;
  /** Default: valid. */
  readonly intent?: Intent;
}

function texts(members: Readonly<Record<string, string | number | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function headersOf({ id, slug }: SiteChoice): Record<string, string> {
  return texts({ 'X-COMMENT-SITE-ID': id, 'X-COMMENT-SITE-SLUG': slug });
}

function queryOf({ id, slug }: SiteChoice): Record<string, string> {
  return texts({ site_id: id, slug });
}

/** The name of the path parameter of each operation that has one. */
const pathNames: Readonly<Record<string, string>> = { readSite: 'site_id', readUser: 'user_id' };

/** The inputs of a request. */
export function inputOf(
  operationId: string,
  { id, header = {}, query = {}, page = {}, headers, body }: Omit<Ask, 'label'>,
): Input {
  return {
    path: id === undefined ? {} : { [pathNames[operationId] ?? 'comment_id']: String(id) },
    query: { ...queryOf(query), ...texts(page) },
    headers: { ...headersOf(header), ...headers },
    ...(body === undefined ? {} : { body }),
  };
}

/** A request of an operation. */
export function ask({ api }: Scene, operationId: string, options: Ask): HttpCall {
  const { label, credentials = 'given', intent = 'valid' } = options;
  return callOf(operationOf(api, operationId), inputOf(operationId, options), { label, credentials, intent });
}
