/** Servers that keep what they took away, or take away too much. */

import { type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, Mutation } from '../../core/place.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { type JsonObject, objectsOf } from '../../model/values/json.ts';
import { together } from '../../mutation/language/at.ts';
import { isSuccessful, type Reply } from '../../mutation/proxy/reply.ts';
import { nameIn, namingMember, type Removes } from './declared.ts';

export function removesMutants(declared: Removes, at: At): readonly Mutant[] {
  const { operation, read, lists = [] } = declared;
  const { api } = at;
  const [remover, reader] = [at(operation), at(read)];
  /** Serves what was read before, even if it was removed since. */
  const asRead: Mutation = () => {
    const reported = new Map<string, Reply>();
    return reader.reply((reply, { path }) => {
      if (isSuccessful(reply)) reported.set(path, reply);
      return reported.get(path) ?? reply;
    })();
  };
  /** A mutant of another operation that knows the removed items. */
  const knowing =
    (faulty: (gone: ReadonlySet<string>) => Mutation): Mutation =>
    () => {
      const gone = new Set<string>();
      const noting = remover.reply((reply, { inputs }) => {
        if (isSuccessful(reply)) gone.add(nameIn(api, declared, inputs));
        return reply;
      });
      return together(noting, faulty(gone))();
    };
  const all = knowing((gone) => reader.refused(() => gone.size > 0, 404));
  const listed = lists.flatMap((id) => {
    const list = pagedListOf(api, id);
    if (list === null) return [];
    const member = namingMember(api, declared, list);
    const seen = new Map<string, JsonObject>();
    const stale = knowing((gone) =>
      at(id).items.all((items) => {
        for (const item of items) seen.set(String(item[member]), item);
        const kept = [...gone].flatMap((name) => seen.get(name) ?? []);
        return [...items, ...objectsOf(kept).filter((item) => !items.includes(item))];
      }),
    );
    const emptied = knowing((gone) => at(id).items.all((items) => (gone.size > 0 ? [] : items)));
    return [
      [`${id} still lists it`, stale],
      [`${id} lists nothing any more`, emptied],
    ] as const;
  });
  return mutantsOf(`${operation}: `, {
    gone: { 'it is still read as before': asRead, 'all others are gone as well': all },
    unlisted: Object.fromEntries(listed),
  });
}
