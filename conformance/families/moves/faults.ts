/** Servers whose numbers do not move as they should. */
import { altered } from '../../fault/alter.ts';
import { type Asked, type At, callerIn, together } from '../../fault/at.ts';
import type { FaultMaker } from '../../fault/fault.ts';
import { isSuccessful, sentIn } from '../../fault/proxy/reply.ts';
import { opposite, takesAway } from '../../find/fresh.ts';
import { neededBy } from '../../find/paths.ts';
import { demandOf } from '../../generate/demands.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { type FamilyFault, faultsOf } from '../family.ts';
import { besides, keptBy, type Moves, neighbours, readingPath } from './declared.ts';
import { type Lister, listerOf } from './listed.ts';

/** The number in the form that it has. */
function changed(value: unknown, change: (number: number) => number): unknown {
  return typeof value === 'string' ? String(change(Number(value))) : typeof value === 'number' ? change(value) : value;
}

export function movesFaults(declared: Moves, at: At): readonly FamilyFault[] {
  const { operation, at: told, by, read, pointer } = declared;
  const [mover, reader] = [at(operation), at(read)];
  const number = pointer.split('/').at(-1);
  const pathOf = (asked: Asked) => readingPath(at.api, declared, { path: asked.inputs, body: sentIn(asked) });
  const keyOf = (asked: Asked) => JSON.stringify(pathOf(asked));
  /** What is read is so much off, by how often it was moved. */
  const off =
    (change: (times: number) => number, where = pointer, isCounted = (status: number) => status < 300): FaultMaker =>
    () => {
      const moved = new Map<string, number>();
      const counting = mover.reply((reply, asked) => {
        const key = keyOf(asked);
        if (isCounted(reply.status)) moved.set(key, (moved.get(key) ?? 0) + 1);
        return reply;
      });
      const telling = reader.value(where, (value, asked) =>
        changed(value, (one) => one + change(moved.get(keyOf(asked)) ?? 0)),
      );
      return together(counting, telling)();
    };
  /** Of several at once only the first counts: each adds to the number that it read when it came. */
  const lost: FaultMaker = () => {
    const [busy, missing] = [new Map<string, number>(), new Map<string, number>()];
    const add = (counts: Map<string, number>, key: string, more: number) =>
      counts.set(key, (counts.get(key) ?? 0) + more);
    const moving = mover.instead(async (asked, next) => {
      const key = keyOf(asked);
      const isFirst = (busy.get(key) ?? 0) === 0;
      add(busy, key, 1);
      const reply = await next(asked);
      await new Promise((resolve) => setTimeout(resolve, 30));
      add(busy, key, -1);
      if (!isFirst && isSuccessful(reply)) add(missing, key, by);
      return reply;
    });
    const telling = reader.value(pointer, (value, asked) =>
      changed(value, (one) => one - (missing.get(keyOf(asked)) ?? 0)),
    );
    return together(moving, telling)();
  };
  /** Who moves it again moves nothing. */
  const onceEach: FaultMaker = () => {
    const [seen, again] = [new Set<string>(), new Map<string, number>()];
    const moving = mover.reply((reply, asked) => {
      const key = keyOf(asked);
      const who = `${key} ${callerIn(at.api, asked)}`;
      if (reply.status < 300 && seen.has(who)) again.set(key, (again.get(key) ?? 0) + 1);
      if (reply.status < 300) seen.add(who);
      return reply;
    });
    const telling = reader.value(pointer, (value, asked) =>
      changed(value, (one) => one - by * (again.get(keyOf(asked)) ?? 0)),
    );
    return together(moving, telling)();
  };
  /** Moving one moves back all that the caller moved: then nothing is left of the others to be moved. */
  const sweeping =
    (raiser: string): FaultMaker =>
    () => {
      const [raised, kept] = [new Map<string, Set<string>>(), new Map<string, number>()];
      const ofCaller = (asked: Asked) => {
        const who = callerIn(at.api, asked);
        const own = raised.get(who) ?? new Set();
        raised.set(who, own);
        return own;
      };
      const raising = at(raiser).noting((asked) => void ofCaller(asked).add(keyOf(asked)));
      const moving = mover.noting((asked) => {
        const [own, key] = [ofCaller(asked), keyOf(asked)];
        if (!own.has(key)) kept.set(key, (kept.get(key) ?? 0) + 1);
        own.clear();
      });
      const telling = reader.value(pointer, (value, asked) =>
        changed(value, (one) => one - by * (kept.get(keyOf(asked)) ?? 0)),
      );
      return together(raising, moving, telling)();
    };
  /** Who came with a credential before is told what he was told then. */
  const keptForEach: FaultMaker = () => {
    const told = new Map<string, unknown>();
    return reader.value(pointer, (value, asked) => {
      const who = callerIn(at.api, asked);
      const key = `${keyOf(asked)} ${who}`;
      if (who !== '' && !told.has(key)) told.set(key, value);
      return told.get(key) ?? value;
    })();
  };
  /** Lists by the number in the order in which it did first, what is new at the end. */
  const stale =
    ({ list, member, inOrder }: Lister): FaultMaker =>
    () => {
      const places = new Map<unknown, number>();
      const place = (item: JsonObject) => places.get(item[member]) ?? 0;
      return at(list.operation)
        .when(({ query }) => Object.entries(inOrder ?? {}).every(([name, value]) => query.get(name) === String(value)))
        .items.all((items) => {
          for (const item of items) if (!places.has(item[member])) places.set(item[member], places.size);
          return items.toSorted((one, other) => place(one) - place(other));
        })();
    };
  const [lister, back] = [listerOf(at.api, { read, pointer }), opposite(at.api, declared)];
  /** In the list the number of all others moves as well. */
  const all =
    ({ list, member, parameter, number: told }: Lister): FaultMaker =>
    () => {
      const own: unknown[] = [];
      const moving = mover.noting((asked) => void own.push(pathOf(asked)[parameter]));
      const add = (value: unknown) => changed(value, (one) => one + own.length);
      const telling = at(list.operation).items.each((item) =>
        own.includes(String(item[member])) ? item : { ...item, [told]: add(item[told]) },
      );
      return together(moving, telling)();
    };
  // Without what its body says nothing is named whose number could move.
  const isNamed = declared.parameter === undefined || neededBy(mover.operation).includes(declared.parameter);
  const isGone = takesAway(at.api, mover.operation);
  /** A member of what was moved is another from then on, where it is read. */
  const spoilt =
    (where: string): FaultMaker =>
    () => {
      const moved = new Set<string>();
      const moving = mover.noting((asked) => void moved.add(keyOf(asked)));
      const telling = reader.value(where, (value, asked) => (moved.has(keyOf(asked)) ? altered(value) : value));
      return together(moving, telling)();
    };
  const kept = keptBy(declared);
  return faultsOf(`${operation}: `, {
    ...(kept.length > 0 && {
      kept: Object.fromEntries(
        kept.flatMap(({ name, read: where, told: shown }) => [
          [`the ${name} of what it moves is another then`, spoilt(where)],
          ...(shown === null ? [] : ([[`the answer tells another ${name}`, mover.value(shown, altered)]] as const)),
        ]),
      ),
    }),
    count: {
      ...(lister !== null &&
        by > 0 && {
          [`${number} is none in the list`]: at(lister.list.operation).items.each((item) => ({
            ...item,
            [lister.number]: changed(item[lister.number], () => 0),
          })),
        }),
      ...(!isGone && {
        [`${number} loses what moves it at once`]: lost,
        [`${number} moves for the first caller only`]: off((times) => -by * Math.max(0, times - 1)),
      }),
      ...(isNamed &&
        demandOf(at.api.document, mover.operation, 'body') === 'must' && {
          [`${number} moves by what is refused`]: off(
            (times) => by * times,
            pointer,
            (status) => status >= 400,
          ),
        }),
      [`${number} does not move`]: off((times) => -by * times),
      [`${number} moves by two`]: off((times) => by * times),
      [`${number} moves the wrong way`]: off((times) => -2 * by * times),
      [`${number} is told each caller as it was when he first asked`]: keptForEach,
      ...(back !== null &&
        by < 0 && { [`${number} moves of the first only, of those that a caller may move`]: sweeping(back.id) }),
      ...(back === null &&
        !isGone && {
          [`${number} moves once for each caller`]: onceEach,
        }),
      // What falls may fall off the page.
      ...(lister?.inOrder != null &&
        by > 0 && {
          [`the order by ${number} is that of before`]: stale(lister),
          [`${number} of all others in the list moves as well`]: all(lister),
        }),
      ...Object.fromEntries(
        besides(at.api, declared)
          .slice(0, neighbours(at.api, declared).length + 1)
          .map((other) => [`${other.split('/').at(-1)} moves as well`, off((times) => times, other)]),
      ),
      ...(told !== undefined && {
        [`the answer tells the ${number} from before`]: mover.value(told, (value) => changed(value, (one) => one - by)),
      }),
    },
  });
}
