/** Servers with numbers that do not change as they should. */
import { setTimeout as wait } from 'node:timers/promises';
import { each, type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, MatchedRequest, Mutation } from '../../core/place.ts';
import { opposite, takesAway } from '../../discovery/fresh.ts';
import { neededBy } from '../../discovery/paths.ts';
import { demandOf } from '../../generate/demands.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { altered, renumbered } from '../../mutation/language/alter.ts';
import { anew, callerIn, together } from '../../mutation/language/at.ts';
import { isSuccessful, sentIn } from '../../mutation/proxy/reply.ts';
import { besides, keptBy, type Moves, neighbours, readingPath } from './declared.ts';
import { type Lister, listerOf } from './listed.ts';

export function movesMutants(declared: Moves, at: At): readonly Mutant[] {
  const { operation, at: reported, by, read, pointer } = declared;
  const [mover, reader] = [at(operation), at(read)];
  const number = pointer.split('/').at(-1);
  const pathOf = (request: MatchedRequest) =>
    readingPath(at.api, declared, { path: request.inputs, body: sentIn(request) });
  const keyOf = (request: MatchedRequest) => JSON.stringify(pathOf(request));
  /** A reader sees numbers that are off by what a mutant of the changing operation counts, item by item. */
  const off = (
    moving: (count: (request: MatchedRequest) => void) => Mutation,
    by: number | ((times: number) => number),
    where = pointer,
  ): Mutation =>
    anew(() => {
      const counts = new Map<string, number>();
      const count = (request: MatchedRequest) => counts.set(keyOf(request), (counts.get(keyOf(request)) ?? 0) + 1);
      const offBy = (times: number) => (typeof by === 'number' ? by * times : by(times));
      const reporting = reader.value(where, (value, request) =>
        renumbered(value, (one) => one + offBy(counts.get(keyOf(request)) ?? 0)),
      );
      return together(moving(count), reporting);
    });
  /** Counts the matching responses. */
  const answered =
    (isMeant: (status: number, request: MatchedRequest) => boolean) => (count: (request: MatchedRequest) => void) =>
      mover.reply((reply, request) => {
        if (isMeant(reply.status, request)) count(request);
        return reply;
      });
  const [taken, refused] = [answered((status) => status < 300), answered((status) => status >= 400)];
  /** Of several at once only the first counts: each adds to the number that it read when it came. */
  const lost = off((count) => {
    const busy = new Map<string, number>();
    return mover.instead(async (request, next) => {
      const key = keyOf(request);
      const before = busy.get(key) ?? 0;
      busy.set(key, before + 1);
      const reply = await next(request);
      await wait(30);
      busy.set(key, (busy.get(key) ?? 0) - 1);
      if (before > 0 && isSuccessful(reply)) count(request);
      return reply;
    });
  }, -by);
  /** A repeated change by the same caller has no effect. */
  const onceEach = off((count) => {
    const seen = new Set<string>();
    return answered((status, request) => {
      const who = `${keyOf(request)} ${callerIn(at.api, request)}`;
      const isAgain = status < 300 && seen.has(who);
      if (status < 300) seen.add(who);
      return isAgain;
    })(count);
  }, -by);
  /** Moving one moves back all that the caller moved: then nothing is left of the others to be moved. */
  const sweeping = (raiser: string) =>
    off((count) => {
      const raised = new Map<string, Set<string>>();
      const ofCaller = (request: MatchedRequest) => {
        const who = callerIn(at.api, request);
        const own = raised.get(who) ?? new Set();
        raised.set(who, own);
        return own;
      };
      const raising = at(raiser).noting((request) => void ofCaller(request).add(keyOf(request)));
      const moving = mover.noting((request) => {
        if (!ofCaller(request).has(keyOf(request))) count(request);
        ofCaller(request).clear();
      });
      return together(raising, moving);
    }, -by);
  /** A caller with credentials gets the response of their earlier request. */
  const keptForEach = anew(() => {
    const reported = new Map<string, unknown>();
    return reader.value(pointer, (value, request) => {
      const who = callerIn(at.api, request);
      const key = `${keyOf(request)} ${who}`;
      if (who !== '' && !reported.has(key)) reported.set(key, value);
      return reported.get(key) ?? value;
    });
  });
  /** Lists by the order that the number had at first, with new items at the end. */
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
  const all = ({ list, member, parameter, number: reported }: Lister) =>
    anew(() => {
      const own: unknown[] = [];
      const moving = mover.noting((request) => void own.push(pathOf(request)[parameter]));
      const add = (value: unknown) => renumbered(value, (one) => one + own.length);
      const reporting = at(list.operation).items.each((item) =>
        own.includes(String(item[member])) ? item : { ...item, [reported]: add(item[reported]) },
      );
      return together(moving, reporting);
    });
  // Without its body, the request names no item with a number.
  const isNamed = declared.parameter === undefined || neededBy(mover.operation).includes(declared.parameter);
  const isGone = takesAway(at.api, mover.operation);
  /** From then on, a member of the changed item has another value where it is read. */
  const spoilt = (where: string) =>
    anew(() => {
      const moved = new Set<string>();
      const moving = mover.noting((request) => void moved.add(keyOf(request)));
      const reporting = reader.value(where, (value, request) => (moved.has(keyOf(request)) ? altered(value) : value));
      return together(moving, reporting);
    });
  const kept = keptBy(declared);
  return mutantsOf(`${operation}: `, {
    ...(kept.length > 0 && {
      kept: Object.fromEntries(
        kept.flatMap(({ name, read: where, reported: shown }) => [
          [`the ${name} of what it moves is another then`, spoilt(where)],
          ...(shown === null ? [] : ([[`the response has another ${name}`, mover.value(shown, altered)]] as const)),
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
      [`${number} is returned to each caller as it was at their first request`]: keptForEach,
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
      ...(reported !== undefined && {
        [`the response has the ${number} from before`]: mover.value(reported, (value) =>
          renumbered(value, (one) => one - by),
        ),
      }),
    },
  });
}
