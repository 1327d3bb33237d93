/** Changes that make clients differ from ours. */
import type { Changes } from './in-process.ts';

/** A client, and the steps that it is tested with. */
export interface ChangedClient extends Changes {
  readonly name: string;
  readonly steps: readonly string[];
}

export interface WrongClient extends ChangedClient {
  readonly finds: string;
}

/** A client with a mistake, and a finding that each of the steps reports, among others. */
export function wrong(name: string, steps: string | readonly string[], finds: string, changes: Changes): WrongClient {
  return { name, steps: [steps].flat(), finds, ...changes };
}

export type Json = Readonly<Record<string, unknown>>;

export function headersOf(init: RequestInit): Headers {
  return new Headers(init.headers);
}

/** Changes addresses. */
export function addressed(change: (url: string) => string): Changes['fetch'] {
  return (url, init, next) => next(change(url), init);
}

/** Changes bodies. */
export function bodied(change: (body: Json) => Json): Changes['fetch'] {
  return (url, init, next) => {
    if (typeof init.body !== 'string') return next(url, init);
    return next(url, { ...init, body: JSON.stringify(change(JSON.parse(init.body))) });
  };
}

/** Changes results: every text in them. */
export function read(change: (text: string) => unknown): Changes['line'] {
  return (line) =>
    'ok' in line && line.ok
      ? JSON.parse(JSON.stringify(line), (_, value: unknown) => (typeof value === 'string' ? change(value) : value))
      : line;
}

/** Sets headers. */
export function resent(
  change: (init: RequestInit, url: string) => Readonly<Record<string, string | undefined>>,
): Changes['fetch'] {
  return (url, init, next) => {
    const headers = headersOf(init);
    for (const [name, value] of Object.entries(change(init, url))) if (value !== undefined) headers.set(name, value);
    return next(url, { ...init, headers });
  };
}

export const DECIMAL = /^-?\d+\.\d+$/;

export function withQuery(url: string, text: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${text}`;
}

export function without(body: Json, isLeftOut: (value: unknown) => boolean): Json {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) => (isLeftOut(value) ? undefined : value));
}

/** Answers with other JSON than the service did. */
export async function answeredWith(answer: Promise<Response>, change: (json: string) => string): Promise<Response> {
  const response = await answer;
  const { status, headers } = response;
  return new Response(change(await response.text()), { status, headers });
}

/** Keeps the first token of each service forever. */
export function stubborn(): Changes['fetch'] {
  let kept: string | null = null;
  return resent((init) => {
    kept ??= headersOf(init).get('authorization');
    return kept === null ? {} : { authorization: kept };
  });
}

export const repeatedWrites: Changes['fetch'] = async (url, init, next) => {
  const answer = await next(url, init);
  return answer.status === 503 && init.method === 'POST' ? next(url, init) : answer;
};

export const followedRedirects: Changes['fetch'] = async (url, init, next) => {
  const answer = await next(url, { ...init, redirect: 'manual' });
  const location = answer.headers.get('location');
  return location === null ? answer : next(location, init);
};
