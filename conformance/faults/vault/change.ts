/** Changes to the JSON of vault's answers, for servers that are wrong or choose otherwise. */

import { changed, type Fault, jsonReply, type Matcher, type Request } from '../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../model/json.ts';

/** One id, at the end of a path. */
export const one = '[0-9a-fA-F-]{36}';

export const at = {
  info: /^GET .*\/info$/,
  time: /^GET .*\/time$/,
  assets: /^GET .*\/assets$/,
  asset: new RegExp(`^GET .*/assets/${one}$`),
  cats: /^GET .*\/cats$/,
  cat: new RegExp(`^GET .*/cats/${one}$`),
  flips: /^GET .*\/flips$/,
  flip: new RegExp(`^GET .*/flips/${one}$`),
  flipEvents: new RegExp(`^GET .*/flips/${one}/events$`),
  vats: /^GET .*(?<!\/me)\/vats$/,
  vat: new RegExp(`^GET .*/vats/${one}$`),
  vatEvents: new RegExp(`^GET .*/vats/${one}/events$`),
  myVats: /^GET .*\/me\/vats$/,
} as const;

/** The object at a member; an empty one where there is none. */
export function inside(json: unknown, member: string): JsonObject {
  const value = isObject(json) ? json[member] : undefined;
  return isObject(value) ? value : {};
}

/** An answer with other members at the top. */
export function withTop(json: unknown, members: JsonObject): JsonObject {
  return { ...(isObject(json) ? json : {}), ...members };
}

/** An enveloped answer with other members in its data. */
export function withData(json: unknown, members: JsonObject): JsonObject {
  return withTop(json, { data: { ...inside(json, 'data'), ...members } });
}

/** Changes members of the one thing that is answered. */
export function inItem(
  matcher: Matcher,
  change: (item: JsonObject, request: Request) => JsonObject | Promise<JsonObject>,
): () => Fault {
  return () => changed(matcher, (json, request) => withData(json, { ...change(inside(json, 'data'), request) }));
}

/** Where a list stands in an answer: `data.vaults`, `flips`. */
export type Place = 'assets' | 'events' | 'vaults' | 'flips' | 'collaterals';

function itemsAt(json: unknown, place: Place): readonly JsonObject[] {
  return objectsOf((isObject(json) && Array.isArray(json[place]) ? json : inside(json, 'data'))[place]);
}

/** The answer with other items in its list. */
export function withItems(json: unknown, place: Place, items: unknown): JsonObject {
  return isObject(json) && Object.hasOwn(json, place)
    ? withTop(json, { [place]: items })
    : withData(json, { [place]: items });
}

/** Changes the items of a list. */
export function inList(
  matcher: Matcher,
  place: Place,
  change: (items: readonly JsonObject[], request: Request) => readonly unknown[] | null,
): () => Fault {
  return () => changed(matcher, (json, request) => withItems(json, place, change(itemsAt(json, place), request)));
}

/** Changes each item of a list. */
export function inEach(
  matcher: Matcher,
  place: Place,
  change: (item: JsonObject, index: number, items: readonly JsonObject[]) => JsonObject,
): () => Fault {
  return inList(matcher, place, (items) => items.map((item, index) => ({ ...item, ...change(item, index, items) })));
}

/** Changes the last item of a list. */
export function inLast(matcher: Matcher, place: Place, change: (item: JsonObject) => JsonObject): () => Fault {
  return inEach(matcher, place, (item, index, items) => (index === items.length - 1 ? change(item) : {}));
}

/** Changes the pagination block. */
export function inPagination(
  matcher: Matcher,
  change: (pagination: JsonObject, request: Request, items: readonly JsonObject[]) => JsonObject,
): () => Fault {
  return () =>
    changed(matcher, (json, request) => {
      const items = [...itemsAt(json, 'vaults'), ...itemsAt(json, 'flips')];
      const at = (holder: JsonObject) => {
        const pagination = inside(holder, 'pagination');
        return { pagination: { ...pagination, ...change(pagination, request, items) } };
      };
      return isObject(json) && isObject(json['pagination'])
        ? withTop(json, at(json))
        : withData(json, at(inside(json, 'data')));
    });
}

/** The request with other query parameters; undefined takes one away. */
export function withQuery(request: Request, members: Readonly<Record<string, string | undefined>>): Request {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { ...request, query };
}

/** Refuses the requests that are meant. */
export function refuses(
  isRefused: (request: Request) => boolean,
  status: number,
  body: unknown = { code: status, msg: 'no' },
): () => Fault {
  return () => (request, next) => (isRefused(request) ? jsonReply(status, body) : next(request));
}
