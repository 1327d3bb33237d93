/** Servers that go wrong with pages, the same for each list. */

import { type Fault, isMeant, jsonReply, type Request, successOf } from '../../../fault/proxy/reply.ts';
import { objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { at, inList, inPagination, inside, type Place, withItems, withQuery } from '../change.ts';

interface List {
  readonly rules: string;
  readonly name: string;
  readonly matcher: RegExp;
  readonly place: Place;
}

const lists: readonly List[] = [
  { rules: 'vault.flips', name: 'flips', matcher: at.flips, place: 'flips' },
  { rules: 'vault.vats', name: 'vaults', matcher: at.vats, place: 'vaults' },
  { rules: 'vault.my-vats', name: "the caller's vaults", matcher: at.myVats, place: 'vaults' },
];

function asking(matcher: RegExp, change: (request: Request) => Request): () => Fault {
  return () => (request, next) => next(isMeant(request, matcher) ? change(request) : request);
}

function cursorOf(json: unknown): string {
  const top = inside(json, 'pagination')['next_cursor'];
  return String(top ?? inside(inside(json, 'data'), 'pagination')['next_cursor'] ?? '');
}

/** Without cursor and limit it starts a few items into the list. */
function startsLate(matcher: RegExp): () => Fault {
  return () => async (request, next) => {
    if (!isMeant(request, matcher) || request.query.size > 0) return next(request);
    const first = successOf(await next(withQuery(request, { limit: '2' })));
    return next(withQuery(request, { cursor: cursorOf(first) }));
  };
}

/** Shows the item before the page once more. */
function repeatsLast(matcher: RegExp, place: Place): () => Fault {
  return () => {
    const lastBefore = new Map<string, unknown>();
    return async (request, next) => {
      const reply = await next(request);
      const json = successOf(reply);
      if (!isMeant(request, matcher) || reply.kind !== 'reply' || json === undefined) return reply;
      const holder = Object.hasOwn(Object(json), place) ? json : inside(json, 'data');
      const items = objectsOf(Object(holder)[place]);
      lastBefore.set(cursorOf(json), items.at(-1));
      const repeated = lastBefore.get(request.query.get('cursor') ?? '');
      if (repeated === undefined || items.length < 2) return reply;
      return { ...reply, body: JSON.stringify(withItems(json, place, [repeated, ...items.slice(0, -1)])) };
    };
  };
}

/** Leaves out the first item of every later page from the n-th on. */
function skips(matcher: RegExp, place: Place, from: number): () => Fault {
  return () => {
    const depths = new Map<string, number>();
    return async (request, next) => {
      const reply = await next(request);
      const json = successOf(reply);
      if (!isMeant(request, matcher) || reply.kind !== 'reply' || json === undefined) return reply;
      const cursor = request.query.get('cursor');
      const depth = cursor === null ? 1 : (depths.get(`${request.query.get('limit')} ${cursor}`) ?? 1) + 1;
      depths.set(`${request.query.get('limit')} ${cursorOf(json)}`, depth);
      if (depth < from) return reply;
      return inList(matcher, place, (items) => items.slice(1))()(request, async () => reply);
    };
  };
}

function mutantsOf({ rules, name, matcher, place }: List): readonly Mutant[] {
  const of = (rule: string) => `${rules}.${rule}`;
  return [
    {
      id: `the list of ${name} is refused without a limit`,
      kills: of('inputs-optional'),
      fault: () => (request, next) =>
        isMeant(request, matcher) && !request.query.has('limit')
          ? jsonReply(400, { code: 400, msg: 'limit is missing' })
          : next(request),
    },
    {
      id: `without a cursor the list of ${name} starts late`,
      kills: of('inputs-optional'),
      fault: startsLate(matcher),
    },
    {
      id: `the limit of ${name} is ignored`,
      kills: of('limit'),
      fault: asking(matcher, (request) => withQuery(request, { limit: undefined })),
    },
    {
      id: `a page of ${name} holds one more than its limit`,
      kills: of('limit'),
      fault: asking(matcher, (request) => {
        const limit = request.query.get('limit');
        return limit === null ? request : withQuery(request, { limit: String(Number(limit) + 1) });
      }),
    },
    {
      id: `the limit of ${name} is ignored after the first page`,
      kills: of('limit'),
      fault: asking(matcher, (request) =>
        request.query.has('cursor') ? withQuery(request, { limit: undefined }) : request,
      ),
    },
    {
      id: `the cursor of ${name} is ignored`,
      kills: of('next-cursor'),
      fault: asking(matcher, (request) => withQuery(request, { cursor: undefined })),
    },
    {
      id: `the cursor of ${name} is ignored beside a limit`,
      kills: of('next-cursor'),
      fault: asking(matcher, (request) =>
        request.query.has('limit') ? withQuery(request, { cursor: undefined }) : request,
      ),
    },
    {
      id: `a page of ${name} begins with the last of the page before`,
      kills: of('next-cursor'),
      fault: repeatsLast(matcher, place),
    },
    { id: `between pages one of ${name} is lost`, kills: of('next-cursor'), fault: skips(matcher, place, 2) },
    { id: `before the third page one of ${name} is lost`, kills: of('next-cursor'), fault: skips(matcher, place, 3) },
    {
      id: `the next_cursor of ${name} is refused`,
      kills: of('next-cursor'),
      fault: () => (request, next) =>
        isMeant(request, matcher) && request.query.has('cursor')
          ? jsonReply(400, { code: 400, msg: 'no such cursor' })
          : next(request),
    },
    {
      id: `the last one of ${name} is never shown`,
      kills: of('next-cursor'),
      fault: inList(matcher, place, (items, { query }) => (query.has('cursor') ? items.slice(0, -1) : items)),
    },
    {
      id: `another page of ${name} always follows`,
      kills: of('has-next'),
      fault: inPagination(matcher, () => ({ has_next: true })),
    },
    {
      id: `no other page of ${name} ever follows`,
      kills: of('has-next'),
      fault: inPagination(matcher, () => ({ has_next: false })),
    },
    {
      id: `a full page of ${name} is never the last`,
      kills: of('has-next'),
      fault: inPagination(matcher, ({ has_next: hasNext }, { query }, items) => ({
        has_next: hasNext === true || items.length === Number(query.get('limit')),
      })),
    },
    {
      id: `the last page but one of ${name} says that it is the last`,
      kills: of('has-next'),
      fault: inPagination(matcher, ({ has_next: hasNext }, { query }) => ({
        has_next: hasNext === true && !query.has('cursor'),
      })),
    },
  ];
}

export const pageMutants: readonly Mutant[] = lists.flatMap(mutantsOf);
