/** Servers that implement the documents of this folder. */

import type { JsonObject } from '../../model/values/json.ts';
import { type Handler, jsonReply, type Reply, type Request, sentIn } from '../../mutation/proxy/reply.ts';

function answer(status: number, value: unknown, contentType = 'application/json'): Reply {
  return { ...jsonReply(status, value), contentType };
}

const WELL = { kind: 'reply', status: 200, contentType: 'text/plain; charset=utf-8', body: 'well' } as const;

const nothing = (status: number): Reply => ({ kind: 'reply', status, contentType: null, body: '' });

const problem = (status: number, title: string) => answer(status, { title }, 'application/problem+json');

const species = ['cat', 'dog', 'newt'];

function isNewPet({ name, species: kind, born, grams }: JsonObject): boolean {
  const isDay = born === undefined || born === null || (typeof born === 'string' && /^\d{4}-\d\d-\d\d$/.test(born));
  const isName = typeof name === 'string' && /^[\w\- ]{1,20}$/.test(name);
  return isName && isDay && species.includes(String(kind)) && isWeight(grams);
}

function isWeight(grams: unknown): grams is number {
  return typeof grams === 'number' && grams > 0 && Number.isInteger(grams * 2);
}

/** `pets.yaml`, with credentials `vet:secret`. */
export function petClinic(): Handler {
  const pets = new Map<number, JsonObject>([
    [4, { id: 4, name: 'Olm', species: 'newt', grams: 20, born: null, kin: [] }],
  ]);
  const isVet = ({ headers }: Request) => headers['authorization'] === `Basic ${btoa('vet:secret')}`;
  return (request) => {
    const { method, path, query } = request;
    const [, resource, id, part] = path.split('/');
    const pet = pets.get(Number(id));
    if (path === '/health') return { ...WELL, headers: { 'X-Checked': 'now' } };
    if (resource === 'owners' && part === 'pets') return answer(200, id === 'nobody' ? null : []);
    if (resource !== 'pets') return problem(404, 'no such path');
    if (method === 'GET' && id === undefined) {
      const [page, kind] = [query.get('page') ?? '1', query.get('species') ?? 'newt'];
      const tags = (query.get('tags') ?? 'calm').split(',');
      const isRight =
        /^[1-9]\d*$/.test(page) && species.includes(kind) && tags.every((tag) => /^(calm|wild)$/.test(tag));
      return isRight ? answer(200, page === '1' ? [...pets.values()] : []) : problem(422, 'not understood');
    }
    if (method !== 'GET' && !isVet(request)) return problem(401, 'who are you?');
    const body = sentIn(request);
    if (method === 'POST') {
      if (!isNewPet(body)) return problem(400, 'no pet');
      const { name, species: kind, grams, born } = body;
      const made = { id: pets.size + 10, name, species: kind, grams, ...(born === undefined ? {} : { born }) };
      pets.set(made.id, made);
      return answer(202, made);
    }
    if (!/^[1-9]\d*$/.test(id ?? '')) return part === undefined ? problem(404, 'no number') : nothing(400);
    if (pet === undefined) return part === undefined ? problem(404, 'not there') : nothing(404);
    if (method === 'GET') return answer(200, pet);
    if (method === 'DELETE') return nothing(204);
    if (request.headers['content-type'] !== 'application/merge-patch+json') return nothing(400);
    return isWeight(body['grams']) ? nothing(204) : nothing(400);
  };
}

function isNote({ kind, text, seconds }: JsonObject): boolean {
  return (kind === 'text' && typeof text === 'string') || (kind === 'call' && Number.isInteger(seconds));
}

/** `tickets.json`: a key in the query or a cookie, a token for writes; cursors of other users are rejected. */
export function tickets(): Handler {
  return (request) => {
    const { method, path, query, headers } = request;
    if (path.endsWith('/notes')) {
      return isNote(sentIn(request)) ? answer(200, { taken: true }, 'application/vnd.note+json') : nothing(400);
    }
    if (method === 'POST' && headers['authorization'] === undefined) return nothing(401);
    if (method === 'POST') return nothing(headers['content-type']?.startsWith('multipart/') === true ? 201 : 415);
    if (query.get('api_key') !== 'key-in-query' && headers['cookie'] !== 'sid=a%20cookie') return nothing(401);
    if (query.has('cursor')) return nothing(400);
    return answer(200, { items: [{ id: 'T1', cost: '1.50' }], self: { items: [] } }, 'application/hal+json');
  };
}
