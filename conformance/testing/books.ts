/** A small API of books without declarations, and a server of it with common behaviour. */
import type { Handler } from '@wallet-services/kit/exchange';
import { jsonReply } from '@wallet-services/kit/exchange';
import type { OpenApiDocument } from '../model/document/document.ts';
import type { JsonObject } from '../model/values/json.ts';
import { smallDocument } from './api.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const book = {
  type: 'object',
  required: ['id', 'title', 'shelf', 'added_at'],
  properties: { id: text, title: text, shelf: text, added_at: { ...text, format: 'date-time' }, rank: whole },
};
const books = { type: 'array', items: book };
const page = { type: 'object', required: ['books', 'total'], properties: { books, total: whole } };

/** The document, as it is published: without any declared behaviour. */
export const bookDocument: OpenApiDocument = {
  ...smallDocument({
    operations: {
      listBooks: { request: 'GET /books', query: ['offset', 'limit'], answer: page },
      readBook: { request: 'GET /books/{book}', answer: book },
      addBook: {
        request: 'POST /books',
        body: {
          schema: { type: 'object', required: ['title'], properties: { title: text } },
          example: { title: 'Emma' },
        },
        answer: book,
      },
    },
  }),
  openapi: '3.1.0',
} as OpenApiDocument;

const TITLES = ['Emma', 'Ulysses', 'Dracula', 'Walden', 'Candide', 'Momo', 'Heidi', 'Orlando'];

/**
 * Titles in their order, with ids in another order; every book is on the same shelf, with a rank in the order of
 * insertion.
 */
function shelved(): JsonObject[] {
  return TITLES.toSorted().map((title, index) => ({
    id: `b-${(index * 5) % 8}-${title.length}`,
    title,
    shelf: 'north',
    rank: index + 1,
    added_at: `2026-0${((index * 3) % 8) + 1}-07T12:00:00+02:00`,
  }));
}

/** A server of it; each server has its own books. */
export function bookServer(): Handler {
  const all = shelved();
  return ({ method, path, query, body }) => {
    if (method === 'POST') {
      const added = { ...all[0], id: `n-${all.length}`, ...JSON.parse(body) };
      if (typeof added.title !== 'string') return jsonReply(400, {});
      all.push(added);
      all.sort((left, right) => (String(left['title']) < String(right['title']) ? -1 : 1));
      return jsonReply(200, added);
    }
    const [, , id] = path.split('/');
    const found = all.find((one) => one['id'] === id);
    if (id !== undefined) return found === undefined ? jsonReply(404, {}) : jsonReply(200, found);
    const number = (name: string, usual: number) => Number(query.get(name) ?? usual);
    const [offset, limit] = [number('offset', 0), number('limit', 20)];
    if (!(offset >= 0 && limit > 0)) return jsonReply(400, {});
    return jsonReply(200, { books: all.slice(offset, offset + limit), total: all.length });
  };
}
