/** Records what a run creates, and deletes it at the end where the API has an operation for that. */

import { likelyIdOf } from '../discovery/made.ts';
import { callOf } from '../model/call.ts';
import type { ApiModel, Operation } from '../model/document/api.ts';
import { pathNames } from '../model/document/requests.ts';
import { type Exchange, isSuccess } from '../model/exchange.ts';
import { noInput } from '../model/input.ts';
import type { LeftOut } from './left-out.ts';
import type { Client } from './send/client.ts';

/** More items than this are not deleted one by one. */
const MOST = 2000;

/** The items that a run created and has not deleted. */
export class Made {
  readonly #removers = new Map<string, { readonly remover: Operation; readonly parameter: string }>();
  readonly #paths = new Map<string, Operation>();
  readonly #api: ApiModel;

  constructor(api: ApiModel, leftOut: LeftOut) {
    this.#api = api;
    const { operations } = api;
    for (const remover of operations) {
      const parameter = pathNames(remover.path).at(-1) ?? '';
      const above = remover.path.replace(/\/\{[^}]+\}$/, '');
      if (remover.method !== 'DELETE' || above === remover.path || leftOut.has(remover.id)) continue;
      const maker = operations.find(({ method, path }) => method === 'POST' && path === above);
      if (maker !== undefined) this.#removers.set(maker.id, { remover, parameter });
    }
  }

  /** Records what an exchange created or deleted. */
  note(exchange: Exchange): void {
    const { call } = exchange;
    if (call.kind !== 'http' || call.operation === null || !isSuccess(exchange)) return;
    const path = call.path.replace(/\?.*$/, '');
    if (call.method === 'DELETE') this.#paths.delete(path);
    const found = this.#removers.get(call.operation);
    const name = found === undefined ? null : likelyIdOf(this.#api, exchange, found.remover.id, found.parameter);
    if (found === undefined || name === null || this.#paths.size >= MOST) return;
    this.#paths.set(`${path}/${encodeURIComponent(name)}`, found.remover);
  }

  /** Deletes what is left. @throws when the run is interrupted */
  async takeAway({ send }: Pick<Client, 'send'>): Promise<void> {
    for (const [path, remover] of [...this.#paths].toReversed()) {
      const call = callOf(remover, noInput, { label: 'clean up', intent: 'open', patient: false });
      const { outcome } = await send({ ...call, path });
      // After the server has gone away there is nothing left to delete.
      if (outcome.kind === 'failure') return;
    }
  }
}
