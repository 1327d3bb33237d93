/** Mistakes that several faulty vault servers make. */

import { asked, type Fault, isMeant, type Request } from '../../../fault/proxy/reply.ts';
import type { JsonObject } from '../../../model/json.ts';
import { one } from '../change.ts';

export const NOBODY = 'f00dcafe-0000-4000-8000-00000000beef';

const LAST_PART = new RegExp(`(${one})((?:/events)?)$`);

/** Answers about the id that was asked for first, whichever is asked for. */
export function alwaysTheFirst(matcher: RegExp): () => Fault {
  return () => {
    let first: string | undefined;
    return asked(matcher, (request) => {
      first ??= LAST_PART.exec(request.path)?.[1];
      return { ...request, path: request.path.replace(LAST_PART, `${first}$2`) };
    });
  };
}

/** Answers about something else where there is nothing. */
export function neverEmpty(matcher: RegExp): () => Fault {
  return () => {
    let known: string | undefined;
    return async (request, next) => {
      const reply = await next(request);
      if (!isMeant(request, matcher) || reply.kind !== 'reply') return reply;
      if (reply.status === 200) known ??= request.path;
      return reply.status === 404 && known !== undefined ? next({ ...request, path: known }) : reply;
    };
  };
}

export function idOf({ path }: Request): string {
  return LAST_PART.exec(path)?.[1] ?? '';
}

export function number(value: unknown): number {
  return Number(value);
}

export const swapped = (left: string, right: string) => (item: JsonObject) => ({
  [left]: item[right],
  [right]: item[left],
});

/** The time an hour later, as a server does that takes its local time for UTC. */
export function later(text: unknown, hours = 1): string {
  return new Date(Date.parse(String(text)) + hours * 3_600_000).toISOString();
}

export function eastern(text: unknown): string {
  return later(text, 8).replace('Z', '+08:00');
}
