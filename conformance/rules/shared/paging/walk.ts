/** Walks through the pages of a list, and puts together what the walks saw. */
import type { Input } from '../../../model/call.ts';
import { type Call, type Exchange, isSuccess, type Trace } from '../../../model/exchange.ts';
import type { Scene } from '../../rule.ts';
import { type Page, type PagedList, pageCall, pageOf } from './list.ts';

/** A larger one may be cut, or refused: the documents leave that open. */
const LARGE = 500;

/** A walk through a list that does not end earlier is given up after so many pages. */
const MOST_PAGES = 200;

/** Names of the walks that every rule about pages begins with. */
export const WHOLE = 'large pages';
export const PLAIN = 'pages without a limit';
/** Instead of large pages, where those are refused. */
export const FALLBACK = 'pages as the server likes';
/** Read again at the end, to see whether the list changed meanwhile. */
export const AGAIN = 'first page, again';

/** One way to go through a list. */
export interface Walk {
  /** Labels of its exchanges begin with it. */
  readonly name: string;
  readonly limit?: number;
  readonly most: number;
}

/** Asks page after page, until the last, a page that brings nothing new, or enough. */
export function* walkPages(
  scene: Scene,
  list: PagedList,
  input: Input,
  { name, limit, most }: Walk,
): Generator<Call, readonly Page[], Exchange> {
  const pages: Page[] = [];
  const seen = new Set<string>();
  const size = limit === undefined ? {} : { limit };
  for (let cursor: string | undefined; pages.length < most; ) {
    const query = cursor === undefined ? size : { ...size, cursor };
    const label = `${name}, page ${pages.length + 1}`;
    const intent = limit === LARGE ? 'open' : 'valid';
    const page = pageOf(list, yield pageCall(scene, list, input, query, { label, intent }));
    if (page === null) return pages;
    pages.push(page);
    const before = seen.size;
    for (const key of page.keys) seen.add(key);
    if (seen.size === before || page.next === '' || page.hasNext !== true) return pages;
    cursor = page.next;
  }
  return pages;
}

/** Goes through the whole list, in pages as large as the server gives them. */
export function* walkWhole(
  scene: Scene,
  list: PagedList,
  input: Input,
  most = MOST_PAGES,
): Generator<Call, readonly Page[], Exchange> {
  const pages = yield* walkPages(scene, list, input, { name: WHOLE, limit: LARGE, most });
  if (pages.length > 0) return pages;
  return yield* walkPages(scene, list, input, { name: FALLBACK, most });
}

/** The exchanges of a walk, in order. */
export function exchangesOf({ exchanges }: Trace, name: string): readonly Exchange[] {
  return exchanges.filter(({ call }) => call.label.startsWith(`${name}, page `));
}

/** The pages of a walk, in order. */
export function pagesOf(list: PagedList, trace: Trace, name: string): readonly Page[] {
  return exchangesOf(trace, name).flatMap((exchange) => pageOf(list, exchange) ?? []);
}

/** What is known of a list after it was walked through. */
export interface Survey {
  /** What tells its items apart, in order, each once. */
  readonly keys: readonly string[];
  /** Place of each. */
  readonly places: ReadonlyMap<string, number>;
  /** The last page was seen, so that the keys are all there are. */
  readonly ended: boolean;
  /** Something new stood on the first page when it was read again. */
  readonly changing: boolean;
}

/** Whether nothing comes after the pages of a walk, as far as they tell. */
function hasEnded(pages: readonly Page[]): boolean {
  const last = pages.at(-1);
  if (last === undefined) return false;
  const before = new Set(pages.slice(0, -1).flatMap(({ keys }) => keys));
  return last.hasNext === false || last.next === '' || last.keys.every((key) => before.has(key));
}

/** Puts together what a trace tells of the list: the longest of its walks. */
export function survey(list: PagedList, trace: Trace): Survey {
  const keysOf = (pages: readonly Page[]) => [...new Set(pages.flatMap(({ keys }) => keys))];
  const walks = [WHOLE, FALLBACK, PLAIN].map((name) => pagesOf(list, trace, name));
  const [longest = []] = walks.toSorted((left, right) => keysOf(right).length - keysOf(left).length);
  const keys = keysOf(longest);
  const seen = new Set(
    trace.exchanges
      .filter(({ call }) => call.label !== AGAIN)
      .flatMap((exchange) => pageOf(list, exchange)?.keys ?? []),
  );
  const again = trace.exchanges.find(({ call }) => call.label === AGAIN);
  return {
    keys,
    places: new Map(keys.map((key, place) => [key, place])),
    ended: hasEnded(longest),
    changing: (pageOf(list, again)?.keys ?? []).some((key) => !seen.has(key)),
  };
}

/** The first exchange about a list that brought no page; undefined when all did. */
export function firstRefusal(list: PagedList, trace: Trace): Exchange | undefined {
  return trace.exchanges.find(
    (exchange) =>
      exchange.call.kind === 'http' &&
      exchange.call.operation === list.operation &&
      exchange.call.intent === 'valid' &&
      (!isSuccess(exchange) || pageOf(list, exchange) === null),
  );
}
