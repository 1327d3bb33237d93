/** Servers that are wrong about searches: what is found, how it looks, and how much of it. */

import type { Fault } from '../../../fault/proxy/reply.ts';
import { type JsonObject, objectsOf } from '../../../model/json.ts';
import type { Mutant } from '../../mutant.ts';
import { CREATE_INDEXES, eachHit, hits, query, SEARCH, sent } from '../edit.ts';

function items(change: (items: readonly JsonObject[]) => readonly JsonObject[]): Fault {
  return sent(CREATE_INDEXES, (body) => ({ ...body, items: change(objectsOf(body['items'])) }));
}

const FINDS = 'assistant.search.finds-record';
const AS_INDEXED = 'assistant.search.hit-as-indexed';
const SECONDS = 'assistant.search.created-at-seconds';

function ofMember(name: string, change: (value: unknown) => unknown): Fault {
  return eachHit((hit) => (Object.hasOwn(hit, name) ? { ...hit, [name]: change(hit[name]) } : hit));
}

const found: readonly Mutant[] = [
  { id: 'a search finds nothing', kills: FINDS, fault: () => hits(() => []) },
  {
    id: 'a search looks for all keywords as one word',
    kills: FINDS,
    fault: () => query(SEARCH, (all) => all.set('keywords', (all.get('keywords') ?? '').replaceAll(' ', ''))),
  },
  {
    id: 'only the beginning of a text is indexed',
    kills: FINDS,
    fault: () =>
      items((all) => all.map((item) => ({ ...item, data: String(item['data']).split(' ').slice(0, 4).join(' ') }))),
  },
  {
    id: 'with n=1 a search finds nothing',
    kills: FINDS,
    fault: () => hits((all, { query: asked }) => (asked.get('n') === '1' ? [] : all)),
  },
  { id: 'a hit has lost its properties', kills: AS_INDEXED, fault: () => eachHit(({ properties: _, ...hit }) => hit) },
  {
    id: 'properties are written anew',
    kills: AS_INDEXED,
    fault: () =>
      ofMember('properties', (text) => {
        try {
          return JSON.stringify(JSON.parse(String(text)));
        } catch {
          return text;
        }
      }),
  },
  {
    id: 'the text of a hit is an excerpt',
    kills: AS_INDEXED,
    fault: () => ofMember('data', (text) => String(text).slice(0, 500)),
  },
  {
    id: 'the text of a hit is in small letters',
    kills: AS_INDEXED,
    fault: () => ofMember('data', (text) => String(text).toLowerCase()),
  },
  {
    id: 'the text of a hit has lost its line breaks',
    kills: AS_INDEXED,
    fault: () => ofMember('data', (text) => String(text).replaceAll(/\s+/g, ' ')),
  },
  {
    id: 'the id of a hit is encoded',
    kills: AS_INDEXED,
    fault: () => ofMember('object_id', (id) => encodeURIComponent(String(id))),
  },
  {
    id: 'the object_id of a hit is in small letters',
    kills: AS_INDEXED,
    fault: () => ofMember('object_id', (id) => String(id).toLowerCase()),
  },
  {
    id: 'the last hit has the category of another',
    kills: AS_INDEXED,
    fault: () =>
      hits((all) => all.map((hit, index) => (index === all.length - 1 ? { ...hit, category: 'text' } : hit))),
  },
  {
    id: 'the properties of a hit are those of the one before',
    kills: AS_INDEXED,
    fault: () => hits((all) => all.map((hit, index) => ({ ...hit, properties: all[index - 1]?.['properties'] ?? '' }))),
  },
  {
    id: 'created_at counts milliseconds',
    kills: SECONDS,
    fault: () => ofMember('created_at', (seconds) => Number(seconds) * 1000),
  },
  {
    id: 'created_at has lost its UTC offset',
    kills: SECONDS,
    fault: () => ofMember('created_at', (seconds) => Number(seconds) - 8 * 3_600),
  },
  {
    id: 'the last hit was created at 0',
    kills: SECONDS,
    fault: () => hits((all) => all.map((hit, index) => (index === all.length - 1 ? { ...hit, created_at: 0 } : hit))),
  },
];

export const searchMutants: readonly Mutant[] = found;
