/** Servers that lose, or change, new items. */

import { type Mutant, mutantsOf, type Wrongs } from '../../core/mutant.ts';
import type { At, Mutation } from '../../core/place.ts';
import { chooserOf } from '../../discovery/choices.ts';
import { type New, newIn } from '../../discovery/made.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import { inPath, neededBy } from '../../discovery/paths.ts';
import { freeMembers } from '../../discovery/texts.ts';
import { operationOf } from '../../model/document/api.ts';
import { declaredAt } from '../../model/document/lists.ts';
import { isObject } from '../../model/values/json.ts';
import { valueAt } from '../../model/values/pointer.ts';
import { altered } from '../../mutation/language/alter.ts';
import { together } from '../../mutation/language/at.ts';
import { edited, editedReply, withHeader } from '../../mutation/language/edit.ts';
import { bodyOf, isSuccessful, type Reply, type Request, sentIn, successOf } from '../../mutation/proxy/reply.ts';
import { textMutants } from '../echoes/mutants.ts';
import { membersOf, ordersOf, type ReadBack, readAt, reportedAs } from './declared.ts';

/** The beginning of a text, for which there is room in a list. */
function begun(text: unknown): unknown {
  return typeof text === 'string' ? text.slice(0, 12) : text;
}

export function readBackMutants(declared: ReadBack, at: At): readonly Mutant[] {
  const { operation: id, read, parameter = '', lists = [] } = declared;
  const { api } = at;
  const [maker, reader] = [at(id), at(read ?? id)];
  const place = readAt(api, declared);
  const newAt = (reply: Reply, request: Request): New | null => {
    if (!isSuccessful(reply)) return null;
    const [, location] = Object.entries(reply.headers ?? {}).find(([name]) => /^location$/i.test(name)) ?? [];
    const shown = { path: request.path, sent: bodyOf(request), json: successOf(reply), location };
    return newIn(api, declared, shown);
  };
  /** A mutant of another operation that knows the ids of new items. */
  const knowing =
    (faulty: (made: ReadonlySet<string>) => Mutation): Mutation =>
    () => {
      const made = new Set<string>();
      const learning = maker.reply((reply, request) => {
        made.add(newAt(reply, request)?.id ?? '');
        return reply;
      });
      return together(learning, faulty(made))();
    };
  const free = freeMembers(api, operationOf(api, id));
  const echoed = declaredAt(api, id, 'echoes').flatMap(({ members: reported }) =>
    free.flatMap((name) => (isObject(reported) && typeof reported[name] === 'string' ? [reported[name]] : [])),
  );
  const missing = knowing((made) => reader.refused(({ inputs }) => made.has(inputs[parameter] ?? ''), 404));
  const first = reader.asBefore('first');
  const members = membersOf(api, declared);
  const texts = members.filter((member) => echoed.some((pointer) => pointer.endsWith(member)));
  const spoilt = [
    'is cut after 140 characters',
    'is escaped for HTML',
    'has question marks for letters beyond Latin-1',
  ].flatMap((what) => {
    const change = textMutants[what];
    return change === undefined ? [] : [[what, change] as const];
  });
  const latest =
    (member: string): Mutation =>
    () => {
      const last: unknown[] = [];
      const noted = maker.reply((reply, request) => {
        const made = newAt(reply, request);
        if (made !== null) last.push(valueAt(made.item, member));
        return reply;
      });
      const shown = reader.value(`${place}${member}`, (value) => last.at(-1) ?? value);
      return together(noted, shown)();
    };
  const chooser = chooserOf(api, id);
  /** A caller with another choice gets the id of the first new item. */
  const countsApart = maker.remembering<Readonly<Record<string, string>>>(async (first, request, next) => {
    const reply = await next(request);
    const made = inPath(valueAt(successOf(reply), declared.id));
    const name = chooser?.parts[0]?.header?.toLowerCase() ?? '';
    const chosen = request.headers[name] ?? '';
    if (made === null) return reply;
    const { id: known = made, of = chosen } = first.value ?? {};
    first.value = { id: known, of };
    const isNumber = typeof valueAt(successOf(reply), declared.id) === 'number';
    const shown = isNumber ? Number(known) : known;
    return of === chosen ? reply : editedReply(reply, declared.id, () => shown);
  });
  const listed = (listing: string): Wrongs => {
    const list = pagedListOf(api, listing);
    if (list === null) return {};
    const { items } = at(listing);
    const isMade = (made: ReadonlySet<string>) => (item: Readonly<Record<string, unknown>>) =>
      made.has(String(item[list.key]));
    return {
      'lacks what was just made': knowing((made) => items.all((all) => all.filter((item) => !isMade(made)(item)))),
      ...Object.fromEntries(
        ordersOf(api, listing).flatMap((order) =>
          Object.entries(order).map(([name, value]) => [
            `with ${name} ${value} lacks what was just made`,
            knowing((made) =>
              at(listing)
                .when(({ query }) => query.get(name) === value)
                .items.all((all) => all.filter((item) => !isMade(made)(item))),
            ),
          ]),
        ),
      ),
      ...(list.by === 'offset' && {
        'keeps its pages behind the first as they were': () => {
          const kept = new Map<string, unknown>();
          return at(listing).answer((json, { path, query, headers }) => {
            const key = JSON.stringify([
              path,
              query.toString(),
              chooser?.parts.map(({ header }) => headers[header?.toLowerCase() ?? '']),
            ]);
            if (Number(query.get(list.cursor) ?? 0) > 0 && !kept.has(key)) kept.set(key, json);
            return kept.get(key) ?? json;
          })();
        },
      }),
      'has what was just made twice': knowing((made) =>
        items.all((all) => [...all, ...all.filter(isMade(made)).slice(0, 1)]),
      ),
      ...Object.fromEntries(
        texts.map((member) => [
          `has only the beginning of the ${member.slice(1)} of what was just made`,
          knowing((made) =>
            items.all((all) => all.map((item) => (isMade(made)(item) ? edited(item, member, begun) : item))),
          ),
        ]),
      ),
    };
  };
  const readable = mutantsOf(`${id}: ${read} `, {
    readable: {
      'does not find what was just made': missing,
      'answers with what was read first': first,
      ...(declared.from === 'location' && {
        'does not say where what was just made is': maker.reply((reply) => withHeader(reply, 'Location', () => null)),
        'says that what was just made is elsewhere': maker.reply((reply) =>
          withHeader(reply, 'Location', (at) => `${at}0`),
        ),
      }),
      ...(chooser !== null &&
        declared.from === undefined &&
        neededBy(operationOf(api, id)).length === 0 && {
          'counts its ids anew for each choice': countsApart,
        }),
      ...Object.fromEntries(
        members.flatMap((member) => {
          const there = reportedAs(api, declared, member, read ?? id);
          const shown = there === null ? null : reader.value(`${place}${there}`, altered);
          return shown === null ? [] : [[`returns another ${member.slice(1)}`, shown] as const];
        }),
      ),
      ...Object.fromEntries(
        texts.map((member) => [`returns the ${member.slice(1)} of what was made last`, latest(member)]),
      ),
      ...Object.fromEntries(
        texts.flatMap((member) =>
          spoilt.map(([what, change]) => [
            `returns ${member.slice(1)} so that it ${what}`,
            reader.value(`${place}${member}`, change),
          ]),
        ),
      ),
    },
  });
  /** Members that the last change of an item left out have other values from then on. */
  const spoils =
    (member: string): Mutation =>
    () => {
      const spoilt = new Map<string, boolean>();
      const noted = maker.reply((reply, request) => {
        spoilt.set(request.inputs[parameter] ?? '', sentIn(request)[member] === undefined);
        return reply;
      });
      const there = reportedAs(api, declared, `/${member}`, read ?? id) ?? `/${member}`;
      const shown = reader.value(`${place}${there}`, (value, { inputs }) =>
        spoilt.get(inputs[parameter] ?? '') ? altered(value) : value,
      );
      return together(noted, shown)();
    };
  const kept = Object.fromEntries(
    (declared.keeps ?? []).map((member) => [`returns another ${member} after a change without it`, spoils(member)]),
  );
  return [
    ...(read === undefined ? [] : [...readable, ...mutantsOf(`${id}: ${read} `, { kept })]),
    ...lists.flatMap((listing) => mutantsOf(`${id}: ${listing} `, { listed: listed(listing) })),
  ];
}
