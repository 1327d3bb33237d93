/** Servers that are wrong about records: whose they are, how they are found, and how they go. */

import { asked, changed, type Fault, isMeant, jsonReply, type Request } from '../../../fault/proxy/reply.ts';
import { isObject, type JsonObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import {
  answer,
  as,
  CALLER,
  CREATE_INDEXES,
  DELETE_INDEX,
  hits,
  ID_HEADER,
  inTurn,
  OTHER,
  RESET,
  sent,
} from '../edit.ts';

const CREATE = 'assistant.indexes.create-for-caller';
const DELETE = 'assistant.indexes.delete';
const ANY_ID = 'assistant.indexes.delete-any-id';
const RESET_ALL = 'assistant.indexes.reset-all';
const ONLY_OWN = 'assistant.indexes.reset-only-own';

function items(change: (items: readonly JsonObject[]) => readonly JsonObject[]): Fault {
  return sent(CREATE_INDEXES, (body) => ({ ...body, items: change(objectsOf(body['items'])) }));
}

/** Takes no records, and says that it did. */
function dropped(isDropped: (request: Request) => boolean): Fault {
  return (request, next) => (isMeant(request, CREATE_INDEXES) && isDropped(request) ? answer({}) : next(request));
}

const created: readonly Mutant[] = [
  {
    id: 'records are added for the other application',
    kills: CREATE,
    fault: () =>
      asked(CREATE_INDEXES, (request) => as(request.headers[ID_HEADER] === OTHER.id ? CALLER : OTHER, request)),
  },
  {
    id: 'records are always added for the first application',
    kills: CREATE,
    fault: () => asked(CREATE_INDEXES, (request) => as(CALLER, request)),
  },
  { id: 'only the first record of a request is added', kills: CREATE, fault: () => items((all) => all.slice(0, 1)) },
  {
    id: 'the last record of a request is lost',
    kills: CREATE,
    fault: () => items((all) => (all.length > 1 ? all.slice(0, -1) : all)),
  },
  {
    id: 'a request with one record adds nothing',
    kills: CREATE,
    fault: () => dropped(({ body }) => body.split('"object_id"').length === 2),
  },
  {
    id: 'adding records is answered with their count',
    kills: 'assistant.indexes.create-answer',
    fault: () => changed(CREATE_INDEXES, (json) => (isObject(json) ? { ...json, data: { count: 2 } } : json)),
  },
  {
    id: 'deleting a record is answered with the record',
    kills: 'assistant.indexes.delete-answer',
    fault: () => changed(DELETE_INDEX, (json) => (isObject(json) ? { ...json, data: { object_id: 'x' } } : json)),
  },
  {
    id: 'a reset is answered with how many were removed',
    kills: 'assistant.indexes.reset-answer',
    fault: () => changed(RESET, (json) => (isObject(json) ? { ...json, data: { removed: 3 } } : json)),
  },
];

function objectIdOf({ path }: Request): string {
  return decodeURIComponent(path.split('/').at(-1) ?? '');
}

/** Hides records from every search once they match what was deleted. */
function hiding(isHidden: (id: string, deleted: string) => boolean): Fault {
  const deleted: string[] = [];
  return inTurn(
    async (request, next) => {
      if (isMeant(request, DELETE_INDEX)) deleted.push(objectIdOf(request));
      return next(request);
    },
    hits((all) => all.filter(({ object_id: id }) => !deleted.some((gone) => isHidden(String(id), gone)))),
  );
}

const deleted: readonly Mutant[] = [
  {
    id: 'a deleted record is still found',
    kills: DELETE,
    fault: () => (request, next) => (isMeant(request, DELETE_INDEX) ? answer({}) : next(request)),
  },
  {
    id: 'a delete removes every record whose id begins so',
    kills: DELETE,
    fault: () => hiding((id, gone) => id.startsWith(gone)),
  },
  { id: 'a delete removes everything', kills: DELETE, fault: () => hiding(() => true) },
  {
    id: 'a delete removes the first record as well',
    kills: DELETE,
    fault: () => hiding((id, gone) => id === gone || id.endsWith('-1')),
  },
  { id: 'a deleted id can never be used again', kills: DELETE, fault: () => hiding((id, gone) => id === gone) },
  ...(
    [
      ['a slash ends the id of a record', /%2F/i],
      ['a question mark ends the id of a record', /%3F/i],
      ['letters of other scripts are not found', /%E6/i],
    ] as const
  ).map(
    ([id, pattern]): Mutant => ({
      id,
      kills: ANY_ID,
      fault: () => (request, next) =>
        isMeant(request, DELETE_INDEX) && pattern.test(request.path)
          ? jsonReply(404, { code: 404, msg: 'no such record' })
          : next(request),
    }),
  ),
  {
    id: 'the id of a record is decoded twice',
    kills: ANY_ID,
    fault: () => asked(DELETE_INDEX, (request) => ({ ...request, path: request.path.replaceAll(/%25(?=2F)/gi, '%') })),
  },
  {
    id: 'a plus in the id of a record is read as a space',
    kills: ANY_ID,
    fault: () => asked(DELETE_INDEX, (request) => ({ ...request, path: request.path.replaceAll(/%2B/gi, '%20') })),
  },
  {
    id: 'deleting a record with an unusual id does nothing',
    kills: ANY_ID,
    fault: () => (request, next) =>
      isMeant(request, DELETE_INDEX) && request.path.includes('%') ? answer({}) : next(request),
  },
];

/** After a reset, hides records that were added before it. */
function forgetting(isForgotten: (id: string, app: string, of: string) => boolean): Fault {
  const resets: string[] = [];
  const added = new Map<string, string>();
  return async (request, next) => {
    const app = request.headers[ID_HEADER] ?? '';
    if (isMeant(request, RESET)) resets.push(app);
    if (isMeant(request, CREATE_INDEXES)) {
      const body: unknown = JSON.parse(request.body);
      for (const { object_id: id } of isObject(body) ? objectsOf(body['items']) : []) added.set(String(id), app);
    }
    const hide = hits((all) =>
      all.filter(({ object_id: id }) => !resets.some((of) => isForgotten(String(id), added.get(String(id)) ?? '', of))),
    );
    return hide(request, next);
  };
}

/** Keeps some records over a reset: what they were is remembered, and added again. */
function keeping(isKept: (index: number, count: number) => boolean): Fault {
  let known: JsonObject[] = [];
  return async (request, next) => {
    if (isMeant(request, CREATE_INDEXES) && request.headers[ID_HEADER] === OTHER.id) {
      const body: unknown = JSON.parse(request.body);
      known = [...known, ...(isObject(body) ? objectsOf(body['items']) : [])];
    }
    const reply = await next(request);
    if (!isMeant(request, RESET)) return reply;
    const kept = known.filter((_, index) => isKept(index, known.length));
    known = [];
    const path = request.path.replace(/\/reset$/, '');
    const headers = { ...request.headers, 'content-type': 'application/json' };
    await next({ ...request, path, headers, body: JSON.stringify({ items: kept }) });
    return reply;
  };
}

const resets: readonly Mutant[] = [
  {
    id: 'a reset forgets nothing',
    kills: RESET_ALL,
    fault: () => (request, next) => (isMeant(request, RESET) ? answer({}) : next(request)),
  },
  {
    id: 'a reset leaves the last record',
    kills: RESET_ALL,
    fault: () => keeping((index, count) => index === count - 1),
  },
  { id: 'a reset removes a page of 16 records', kills: RESET_ALL, fault: () => keeping((index) => index >= 16) },
  {
    id: 'a reset removes what was added by the first request only',
    kills: RESET_ALL,
    fault: () => keeping((index) => index >= 12),
  },
  {
    id: 'after a reset nothing can be added',
    kills: RESET_ALL,
    fault: () => {
      let isReset = false;
      return (request, next) => {
        isReset ||= isMeant(request, RESET);
        return isReset && isMeant(request, CREATE_INDEXES) ? answer({}) : next(request);
      };
    },
  },
  { id: 'a reset forgets everything of everybody', kills: ONLY_OWN, fault: () => forgetting(() => true) },
  {
    id: 'a reset removes the latest record of other applications',
    kills: ONLY_OWN,
    fault: () => forgetting((id, app, of) => app !== of && id.endsWith('third')),
  },
];

export const recordMutants: readonly Mutant[] = [...created, ...deleted, ...resets];
