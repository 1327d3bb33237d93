/** Servers whose numbers do not move as they should. */
import { setTimeout as wait } from 'node:timers/promises';
import { each, faultsOf, type Mutant } from '../../core/mutant.ts';
import type { Asked, At, FaultMaker } from '../../core/place.ts';
import { opposite, takesAway } from '../../discovery/fresh.ts';
import { neededBy } from '../../discovery/paths.ts';
import { demandOf } from '../../generate/demands.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { altered, renumbered } from '../../mutation/language/alter.ts';
import { anew, callerIn, together } from '../../mutation/language/at.ts';
import { isSuccessful, sentIn } from '../../mutation/proxy/reply.ts';
import { besides, keptBy, type Moves, neighbours, readingPath } from './declared.ts';
import { type Lister, listerOf } from './listed.ts';

export function movesFaults(declared: Moves, at: At): readonly Mutant[] {
  const { operation, at: told, by, read, pointer } = declared;
  const [mover, reader] = [at(operation), at(read)];
  const number = pointer.split('/').at(-1);
  const pathOf = (asked: Asked) => readingPath(at.api, declared, { path: asked.inputs, body: sentIn(asked) });
  const keyOf = (asked: Asked) => JSON.stringify(pathOf(asked));
  /** What is read is off by how often a fault of the moving operation counts it, thing by thing. */
  const off = (
    moving: (count: (asked: Asked) => void) => FaultMaker,
    by: number | ((times: number) => number),
    where = pointer,
  ): FaultMaker =>
    anew(() => {
      const counts = new Map<string, number>();
      const count = (asked: Asked) => counts.set(keyOf(asked), (counts.get(keyOf(asked)) ?? 0) + 1);
      const offBy = (times: number) => (typeof by === 'number' ? by * times : by(times));
      const telling = reader.value(where, (value, asked) =>
        renumbered(value, (one) => one + offBy(counts.get(keyOf(asked)) ?? 0)),
      );
      return together(moving(count), telling);
    });
  /** Counts what is answered so, as far as it is meant. */
  const answered = (isMeant: (status: number, asked: Asked) => boolean) => (count: (asked: Asked) => void) =>
    mover.reply((reply, asked) => {
      if (isMeant(reply.status, asked)) count(asked);
      return reply;
    });
  const [taken, refused] = [answered((status) => status < 300), answered((status) => status >= 400)];
  /** Of several at once only the first counts: each adds to the number that it read when it came. */
  const lost = off((count) => {
    const busy = new Map<string, number>();
    return mover.instead(async (asked, next) => {
      const key = keyOf(asked);
      const before = busy.get(key) ?? 0;
      busy.set(key, before + 1);
      const reply = await next(asked);
      await wait(30);
      busy.set(key, (busy.get(key) ?? 0) - 1);
      if (before > 0 && isSuccessful(reply)) count(asked);
      return reply;
    });
  }, -by);
  /** Who moves it again moves nothing. */
  const onceEach = off((count) => {
    const seen = new Set<string>();
    return answered((status, asked) => {
      const who = `${keyOf(asked)} ${callerIn(at.api, asked)}`;
      const isAgain = status < 300 && seen.has(who);
      if (status < 300) seen.add(who);
      return isAgain;
    })(count);
  }, -by);
  /** Moving one moves back all that the caller moved: then nothing is left of the others to be moved. */
  const sweeping = (raiser: string) =>
    off((count) => {
      const raised = new Map<string, Set<string>>();
      const ofCaller = (asked: Asked) => {
        const who = callerIn(at.api, asked);
        const own = raised.get(who) ?? new Set();
        raised.set(who, own);
        return own;
      };
      const raising = at(raiser).noting((asked) => void ofCaller(asked).add(keyOf(asked)));
      const moving = mover.noting((asked) => {
        if (!ofCaller(asked).has(keyOf(asked))) count(asked);
        ofCaller(asked).clear();
      });
      return together(raising, moving);
    }, -by);
  /** Who came with a credential before is told what he was told then. */
  const keptForEach = anew(() => {
    const told = new Map<string, unknown>();
    return reader.value(pointer, (value, asked) => {
      const who = callerIn(at.api, asked);
      const key = `${keyOf(asked)} ${who}`;
      if (who !== '' && !told.has(key)) told.set(key, value);
      return told.get(key) ?? value;
    });
  });
  /** Lists by the number in the order in which it did first, what is new at the end. */
  const stale = ({ list, member, inOrder }: Lister) =>
    anew(() => {
      const places = new Map<unknown, number>();
      const place = (item: JsonObject) => places.get(item[member]) ?? 0;
      return at(list.operation)
        .when(({ query }) => Object.entries(inOrder ?? {}).every(([name, value]) => query.get(name) === String(value)))
        .items.all((items) => {
          for (const item of items) if (!places.has(item[member])) places.set(item[member], places.size);
          return items.toSorted((one, other) => place(one) - place(other));
        });
    });
  const [lister, back] = [listerOf(at.api, { read, pointer }), opposite(at.api, declared)];
  /** In the list the number of all others moves as well. */
  const all = ({ list, member, parameter, number: told }: Lister) =>
    anew(() => {
      const own: unknown[] = [];
      const moving = mover.noting((asked) => void own.push(pathOf(asked)[parameter]));
      const add = (value: unknown) => renumbered(value, (one) => one + own.length);
      const telling = at(list.operation).items.each((item) =>
        own.includes(String(item[member])) ? item : { ...item, [told]: add(item[told]) },
      );
      return together(moving, telling);
    });
  // Without what its body says nothing is named whose number could move.
  const isNamed = declared.parameter === undefined || neededBy(mover.operation).includes(declared.parameter);
  const isGone = takesAway(at.api, mover.operation);
  /** A member of what was moved is another from then on, where it is read. */
  const spoilt = (where: string) =>
    anew(() => {
      const moved = new Set<string>();
      const moving = mover.noting((asked) => void moved.add(keyOf(asked)));
      const telling = reader.value(where, (value, asked) => (moved.has(keyOf(asked)) ? altered(value) : value));
      return together(moving, telling);
    });
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
            [lister.number]: renumbered(item[lister.number], () => 0),
          })),
        }),
      ...(!isGone && {
        [`${number} loses what moves it at once`]: lost,
        [`${number} moves for the first caller only`]: off(taken, (times) => -by * Math.max(0, times - 1)),
      }),
      ...(isNamed &&
        demandOf(at.api.document, mover.operation, 'body') === 'must' && {
          [`${number} moves by what is refused`]: off(refused, by),
        }),
      [`${number} does not move`]: off(taken, -by),
      [`${number} moves by two`]: off(taken, by),
      [`${number} moves the wrong way`]: off(taken, -2 * by),
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
      ...each(besides(at.api, declared).slice(0, neighbours(at.api, declared).length + 1), (other) => [
        `${other.split('/').at(-1)} moves as well`,
        off(taken, 1, other),
      ]),
      ...(told !== undefined && {
        [`the answer tells the ${number} from before`]: mover.value(told, (value) =>
          renumbered(value, (one) => one - by),
        ),
      }),
    },
  });
}
