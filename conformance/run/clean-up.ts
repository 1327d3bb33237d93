/** Records what a run creates, and deletes it at the end where the API has an operation for that. */

import { jsonOf } from '@wallet-services/kit/exchange';
import { likelyIdsOf, sentIdsOf } from '../discovery/made.ts';
import { isOwnId } from '../discovery/own-id.ts';
import { isFreshText } from '../discovery/texts.ts';
import { callOf } from '../model/call.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import { bare, collectionOf, isOfOne, isSamePath } from '../model/document/hierarchy.ts';
import { pathNames } from '../model/document/requests.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { noInput } from '../model/input.ts';
import type { LeftOut } from './left-out.ts';
import type { RemainingItems } from './report.ts';
import type { Client } from './send/client.ts';

/** The number of items that are deleted one by one. */
const MOST = 2000;

/** Whether a text or number is anywhere in a value. */
function contains(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some((one) => contains(one, text));
  return String(value) === text;
}

/** Whether the status says that the item is new. */
const isNew = ({ outcome }: Exchange) => outcome.kind === 'answer' && outcome.status === 201;

/** Whether an id was made by the suite, so that no item had it before. */
const isMine = (api: ApiModel, id: string) => isOwnId(api, id) || isFreshText(id);

/**
 * Whether an exchange may have replaced an item that was there before: the request chose the id, which is none of the
 * suite's own, and the status does not say that the item is new.
 */
function mayReplace(api: ApiModel, exchange: Exchange, id: string): boolean {
  return contains(jsonOf(exchange.requestBody ?? ''), id) && !isNew(exchange) && !isMine(api, id);
}

/** Whether a server has nothing to delete at a path. */
const isAbsent = ({ outcome }: Exchange) =>
  outcome.kind === 'answer' && (outcome.status === 404 || outcome.status === 410);

/** An item that a run created. */
interface MadeItem {
  /** The operationId of the operation that created it. */
  readonly maker: string;
  readonly remover: Operation;
  /** Paths that it may have instead. */
  readonly others: readonly string[];
}

/** The items that a run created and has not deleted. */
export class Made {
  readonly #removers = new Map<string, { readonly remover: Operation; readonly parameter: string }>();
  /** By the PUT of an item, the operation that removes it. */
  readonly #putters = new Map<string, Operation>();
  /** By the path of an item. */
  readonly #paths = new Map<string, MadeItem>();
  /** Items that are not deleted, by the operation that created them and the reason. */
  readonly #kept = new Map<string, RemainingItems>();
  /** Paths without an item, as a read has shown. */
  readonly #absent = new Set<string>();
  readonly #api: ApiModel;

  constructor(api: ApiModel, leftOut: LeftOut) {
    this.#api = api;
    const { operations } = api;
    for (const remover of operations) {
      const parameter = pathNames(remover.path).at(-1) ?? '';
      const above = collectionOf(remover.path);
      if (remover.method !== 'DELETE' || !isOfOne(remover.path) || leftOut.has(remover.id)) continue;
      const maker = operations.find(({ method, path }) => method === 'POST' && isSamePath(path, above));
      if (maker !== undefined) this.#removers.set(maker.id, { remover, parameter });
      const putter = operations.find(({ method, path }) => method === 'PUT' && isSamePath(path, remover.path));
      if (putter !== undefined) this.#putters.set(putter.id, remover);
    }
  }

  /** Records what an exchange created or deleted. */
  note(exchange: Exchange): void {
    const { call, outcome } = exchange;
    if (call.kind !== 'http' || call.operation === null) return;
    const path = bare(call.path.replace(/\?.*$/, ''));
    const isRead = call.method === 'GET' && call.credentials === 'given';
    if (isRead && outcome.kind === 'answer' && outcome.status === 404) this.#absent.add(path);
    if (!isSuccess(exchange)) return;
    if (call.method === 'DELETE') {
      this.#forget(path);
      return;
    }
    const items = this.#itemsIn(exchange, call.operation, path);
    for (const [first, item] of items) {
      if (this.#paths.size < MOST) this.#paths.set(first, item);
      else this.#keep(item.maker, `a run deletes no more than ${MOST}`);
    }
    if (items.length === 0 && isNew(exchange)) this.#keep(call.operation, 'the document shows no way to delete them');
  }

  #keep(operation: string, why: string): void {
    const key = JSON.stringify([operation, why]);
    this.#kept.set(key, { operation, count: (this.#kept.get(key)?.count ?? 0) + 1, why });
  }

  /** The items that an exchange created, as far as they can be deleted, each with its path. */
  #itemsIn(exchange: Exchange, maker: string, path: string): readonly (readonly [path: string, item: MadeItem])[] {
    const remover = this.#putters.get(maker);
    if (remover !== undefined && (isNew(exchange) || this.#absent.has(path))) {
      return [[path, { maker, remover, others: [] }]];
    }
    const found = this.#removers.get(maker);
    if (found === undefined) return [];
    const shown = likelyIdsOf(this.#api, exchange, found.remover.id, found.parameter);
    const sent = sentIdsOf(exchange, found.parameter).filter((id) => isMine(this.#api, id));
    return (shown.length > 0 ? [shown] : sent.map((id) => [id])).flatMap((names) => {
      const [first, ...others] = names
        .filter((name) => !mayReplace(this.#api, exchange, name))
        .map((name) => `${path}/${encodeURIComponent(name)}`);
      return first === undefined ? [] : [[first, { maker, remover: found.remover, others }] as const];
    });
  }

  /** Forgets an item that was deleted, by any path that it may have. */
  #forget(path: string): void {
    for (const [first, { others }] of this.#paths) {
      if (first === path || others.includes(path)) this.#paths.delete(first);
    }
  }

  /** Deletes what is left. @throws when the run is interrupted */
  async takeAway({ send }: Pick<Client, 'send'>): Promise<void> {
    for (const [first, { remover, others }] of [...this.#paths].toReversed()) {
      const call = callOf(remover, noInput, { label: 'clean up', intent: 'open', patient: false });
      let isLeft = false;
      for (const path of [first, ...others]) {
        const exchange = await send({ ...call, path: remover.path.endsWith('/') ? `${path}/` : path });
        // After the server has gone away there is nothing left to delete.
        if (exchange.outcome.kind === 'failure') return;
        if (isSuccess(exchange)) {
          isLeft = false;
          break;
        }
        isLeft ||= !isAbsent(exchange);
      }
      if (!isLeft) this.#paths.delete(first);
    }
  }

  /** What the run created and did not delete, by the operation that created it. */
  remaining(): readonly RemainingItems[] {
    const refused = Map.groupBy(this.#paths.values(), ({ maker }) => maker);
    const why = 'the server did not delete them';
    return [
      ...this.#kept.values(),
      ...Array.from(refused, ([operation, { length: count }]) => ({ operation, count, why })),
    ];
  }
}
