/** Finds out whether a service is at its address, before anything is checked. */

import { exampleInput } from '../../generate/inputs.ts';
import { callOf, strayCall } from '../../model/call.ts';
import type { ApiModel, Operation } from '../../model/document/api.ts';
import { type Exchange, type HttpCall, isSuccess, outcomeText } from '../../model/exchange.ts';
import type { ServiceTarget } from '../../model/target.ts';
import type { Client } from './client.ts';
import { TICK } from './clock.ts';

/** Addresses that are often confused with an address: documents seldom give the prefix of their paths. */
function neighbours(url: string): readonly string[] {
  return url.endsWith('/api') ? [url.slice(0, -'/api'.length)] : [`${url}/api`];
}

/** The request that is sent first: a GET, preferably without required parameters. */
function first({ operations }: ApiModel): Operation | undefined {
  const gets = operations.filter(({ method }) => method === 'GET');
  return gets.find(({ parameters }) => !parameters.some(({ required }) => required)) ?? gets[0];
}

/** The number of operations that show whether an address is wrong. One that is missing is a finding of its own. */
const [FEWEST, MOST] = [2, 4];

/**
 * Operations that any server has at their path, whatever its data: reading ones, then those that reject an empty body.
 */
function fixed({ operations }: ApiModel, readOnly: boolean): readonly Operation[] {
  const paths = operations.filter(({ path, isDraft }) => !path.includes('{') && !isDraft);
  const posts = paths.filter(({ method, body }) => method === 'POST' && body?.required === true);
  return [...paths.filter(({ method }) => method === 'GET'), ...(readOnly ? [] : posts)];
}

function callTo(operation: Operation): HttpCall {
  const input = exampleInput(operation, 'required');
  const options = { label: `knock at ${operation.path}`, intent: 'open' } as const;
  if (operation.method === 'GET') return callOf(operation, input, options);
  return callOf(operation, { ...input, body: {} }, { ...options, credentials: 'none' });
}

/** Whether a response is that of a path that a server does not have: a 404, or a page for people. */
function isElsewhere({ outcome }: Exchange, operation: Operation): boolean {
  if (outcome.kind === 'failure') return false;
  if (outcome.status === 404) return true;
  const contents = operation.responses.flatMap((response) => response.contents);
  const isPage = outcome.contentType?.startsWith('text/html') === true;
  const hasPages = contents.some(({ mediaType }) => /html|[*]/.test(mediaType));
  return isPage && !hasPages && outcome.status < 400;
}

/** A response in words: `status 404`, `an HTML page`. */
function formOf(exchange: Exchange): string {
  const { outcome } = exchange;
  const isPage = outcome.kind === 'answer' && outcome.contentType?.startsWith('text/html') === true;
  return isPage ? `${outcomeText(exchange)} and an HTML page` : outcomeText(exchange);
}

/** The beginning that all paths of an API share: `/api/v1`; empty where there is none. */
function prefixOf({ operations }: ApiModel): string {
  const [first = [], ...others] = operations.map(({ path }) => path.split('/').slice(1, -1));
  const end = first.findIndex((part, place) => others.some((other) => other[place] !== part));
  return (end < 0 ? first : first.slice(0, end)).map((part) => `/${part}`).join('');
}

/** Whether a server has an operation without the prefix of all paths: then its paths are wrong, not the address. */
async function isWithoutPrefix(api: ApiModel, client: Client, operation: Operation): Promise<boolean> {
  const prefix = prefixOf(api);
  if (prefix === '' || operation.method !== 'GET') return false;
  const call = callTo(operation);
  const exchange = await client.send({ ...call, operation: null, path: call.path.slice(prefix.length) });
  return isSuccess(exchange) && !isElsewhere(exchange, operation);
}

/** The part of a path in front of its first parameter. */
const DOCUMENTED = /^\/[^/{]*/;

/** Why an address seems wrong; null where a request reaches an operation. */
async function wrongAddress(
  api: ApiModel,
  client: Client,
  { url }: ServiceTarget,
  readOnly: boolean,
): Promise<string | null> {
  const operations = fixed(api, readOnly).slice(0, MOST);
  if (operations.length < FEWEST) return null;
  const stray = formOf(await client.send(strayCall('/no-such-path', 'unknown path')));
  for (const operation of operations) {
    const exchange = await client.send(callTo(operation));
    if (!isElsewhere(exchange, operation) || formOf(exchange) !== stray) return null;
  }
  for (const operation of operations) if (await isWithoutPrefix(api, client, operation)) return null;
  const begins = [...new Set(operations.flatMap(({ path }) => DOCUMENTED.exec(path) ?? []))].join(', ');
  return `${api.service} answers every path with ${stray}: ${url} is not the address in front of ${begins}`;
}

/**
 * Why no requests can be sent; null when the service answers.
 *
 * @param readOnly sends nothing that may change data.
 * @param answered called with the first exchange, and a function that sends the request again a while later.
 */
export async function unreachable(
  api: ApiModel,
  client: Client,
  target: ServiceTarget,
  readOnly: boolean,
  answered: (exchange: Exchange, later: () => Promise<Exchange>) => Promise<void>,
): Promise<string | null> {
  const operation = first(api);
  if (operation === undefined) return null;
  const call = callTo(operation);
  const exchange = await client.send(call);
  const { outcome, url } = exchange;
  await answered(exchange, () => client.send({ ...call, pauseMs: TICK }));
  if (outcome.kind === 'failure') {
    if (outcome.reason !== 'unreachable') return null;
    return `${api.service} cannot be reached at ${new URL(url).origin}: ${outcome.message}`;
  }
  if (!isElsewhere(exchange, operation)) return null;
  for (const address of neighbours(target.url)) {
    client.useTarget({ ...target, url: address });
    const there = await client.send(call);
    client.useTarget(target);
    if (isSuccess(there) && !isElsewhere(there, operation))
      return `${api.service} is at ${address}, not at ${target.url}, where ${call.path} is ${formOf(exchange).replace('status ', '')}`;
  }
  return wrongAddress(api, client, target, readOnly);
}
