/** The inputs of a request, as expressions see them. */
import { compile, type Expression, isUndecided, type Requested } from '@wallet-services/expressions';
import type { MatchedRequest } from '../core/place.ts';
import { type ApiModel, operationOf } from '../model/document/api.ts';
import { pathInputs } from '../model/document/requests.ts';
import type { Exchange } from '../model/exchange.ts';
import { bodyOf } from '../mutation/proxy/reply.ts';

function lowered(headers: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name.toLowerCase(), value]])),
  );
}

function parsed(text: string | null): unknown {
  try {
    return text === null || text === '' ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws when the API has no such operation. */
export function requestIn(api: ApiModel, operation: string, { url, headers, requestBody, call }: Exchange): Requested {
  const { pathname, searchParams } = new URL(url);
  const sent = call.kind === 'http' ? call.headers : {};
  return {
    path: pathInputs(operationOf(api, operation), pathname),
    query: Object.fromEntries(searchParams),
    headers: lowered({ ...headers, ...sent }),
    body: parsed(requestBody),
  };
}

/** The same of a request that a faulty server gets. */
export function requestOf({ inputs, query, headers, ...request }: MatchedRequest): Requested {
  const body = bodyOf({ ...request, query, headers });
  return { path: inputs, query: Object.fromEntries(query), headers: lowered(headers), body: body ?? null };
}

/** Expressions that were compiled, by their text. */
const compiled = new Map<string, Expression>();

/** The expression of a declaration, compiled once. @throws BadExpression when it is invalid. */
export function expressionOf(text: string): Expression {
  const known = compiled.get(text) ?? compile(text);
  compiled.set(text, known);
  return known;
}

/** Whether an expression certainly holds; without one, it does. */
export function holds(text: string | undefined, self: unknown, request: Requested): boolean {
  if (text === undefined) return true;
  const result = expressionOf(text).evaluate(self, request);
  return !isUndecided(result) && result;
}
