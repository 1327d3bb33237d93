/** The server of `shop.yaml`. */
import type { JsonObject } from '../../model/values/json.ts';
import { type Handler, jsonReply, type Reply, type Request, sentIn } from '../../mutation/proxy/reply.ts';

interface Product extends JsonObject {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly created_at: string;
}

const nothing = (status: number): Reply => ({ kind: 'reply', status, contentType: null, body: '' });
const refusal = (status: number) => jsonReply(status, { error: 'no' });

const DAY = 86_400_000;

function isNew({ name, price }: JsonObject): boolean {
  return typeof name === 'string' && name !== '' && typeof price === 'number' && price >= 0;
}

/** Answers of one product, by its version. */
class Shelf {
  readonly #versions = new Map<string, number>();
  readonly products = new Map<string, Product>();
  #count = 0;

  constructor(prices: readonly number[]) {
    for (const [index, price] of prices.entries()) this.add({ name: `product ${prices.length - index}`, price });
  }

  add(sent: JsonObject): Product {
    this.#count += 1;
    const created = new Date(Date.UTC(2026, 0, 1) + this.#count * DAY).toISOString();
    return this.put(`p${this.#count}`, sent, created);
  }

  put(id: string, { name, price }: JsonObject, created: string): Product {
    const product = { id, name: String(name), price: Number(price), created_at: created };
    this.products.set(id, product);
    this.#versions.set(id, (this.#versions.get(id) ?? 0) + 1);
    return product;
  }

  tag(id: string): string {
    return `"${id}-${this.#versions.get(id)}"`;
  }

  shown(status: number, { id, ...product }: Product): Reply {
    return jsonReply(status, { id, ...product }, { ETag: this.tag(id) });
  }
}

function change(shelf: Shelf, { id, created_at }: Product, request: Request): Reply {
  const condition = request.headers['if-match'];
  if (condition === undefined && request.method === 'PUT') return refusal(428);
  if (condition !== undefined && condition !== '*' && condition !== shelf.tag(id)) return refusal(412);
  if (request.method === 'DELETE') {
    shelf.products.delete(id);
    return nothing(204);
  }
  const sent = sentIn(request);
  return isNew(sent) ? shelf.shown(200, shelf.put(id, sent, created_at)) : refusal(400);
}

/** Adds a product, once for each key. */
function adding(shelf: Shelf): Handler {
  const done = new Map<string, readonly [body: string, reply: Reply]>();
  return (request) => {
    const key = request.headers['idempotency-key'];
    const sent = sentIn(request);
    if (key === undefined || !isNew(sent)) return refusal(400);
    const [body, reply] = done.get(key) ?? [request.body, shelf.shown(201, shelf.add(sent))];
    done.set(key, [body, reply]);
    return body === request.body ? reply : refusal(422);
  };
}

/** The products that a request asks for, in its order; null where that is not understood. */
function listed(shelf: Shelf, { query }: Request): readonly Product[] | null {
  const [from, to] = [Number(query.get('min_price') ?? 0), Number(query.get('max_price') ?? Number.MAX_VALUE)];
  const after = Date.parse(query.get('created_after') ?? '1970-01-01T00:00:00Z');
  const [, minus = '', by = ''] = /^(-?)(name|price)$/.exec(query.get('sort') ?? '') ?? [];
  if ([from, to, after].some(Number.isNaN) || (by === '' && query.has('sort'))) return null;
  const found = [...shelf.products.values()].filter(
    ({ price, created_at }) => price >= from && price <= to && Date.parse(created_at) > after,
  );
  const way = minus === '' ? 1 : -1;
  const step = (one: Product, other: Product) =>
    by === 'price' ? one.price - other.price : one.name < other.name ? -1 : one.name > other.name ? 1 : 0;
  return by === '' ? found : found.toSorted((one, other) => way * step(one, other));
}

export function shop(): Handler {
  const shelf = new Shelf([12, 45, 7, 30, 7, 19]);
  const add = adding(shelf);
  return (request) => {
    const { method, path, headers } = request;
    const [, , id] = path.split('/');
    if (id === undefined && method === 'GET') {
      const products = listed(shelf, request);
      return products === null ? refusal(400) : jsonReply(200, products);
    }
    if (id === undefined) return add(request);
    const product = shelf.products.get(id);
    if (product === undefined) return refusal(404);
    if (method !== 'GET') return change(shelf, product, request);
    return headers['if-none-match'] === shelf.tag(id) ? nothing(304) : shelf.shown(200, product);
  };
}
