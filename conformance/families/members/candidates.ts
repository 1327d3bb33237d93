/**
 * Members that another view of the same things has and this one was never seen to have, optional members that every item
 * was seen to have, and no payload in answers without the envelope.
 */
import { isAnswerOf } from '../../core/answers.ts';
import type { Candidate, Observed } from '../../core/family.ts';
import type { ApiModel, Operation } from '../../model/document/api.ts';
import { declaredOf, payloadOf } from '../../model/document/lists.ts';
import { type Member, membersAt } from '../../model/document/members.ts';
import { successJson } from '../../model/exchange.ts';
import { isObject, type JsonObject } from '../../model/values/json.ts';
import { everyAt, within } from '../../model/values/pointer.ts';
import { thingsAt, valuesSeen } from '../observed.ts';

/** Views with so large a share of common members are of the same things. */
const ALIKE = 2 / 3;

/** So many different things must lack a member, or have one. */
const FEWEST_WITHOUT = 2;
const FEWEST_WITH = 5;

interface Viewed {
  readonly operation: Operation;
  readonly at: string;
  readonly members: readonly Member[];
}

/** The places of an operation's answers that show things: its items or its one thing, and the lists within it. */
function viewsOf(api: ApiModel, operation: Operation): readonly Viewed[] {
  const whole = payloadOf(api, operation.id);
  const inner = membersAt(api, operation.id, whole).map(({ name }) => within(within(whole, name), '*'));
  return [...new Set([thingsAt(api, operation), ...inner])]
    .map((at) => ({ operation, at, members: membersAt(api, operation.id, at) }))
    .filter(({ members }) => members.length > 1);
}

/** The different things that answers were seen to have at a place. */
function thingsSeen({ exchanges }: Observed, { operation, at }: Viewed): readonly JsonObject[] {
  const answers = exchanges.filter((exchange) => isAnswerOf(exchange, operation.id));
  const things = answers.flatMap((exchange) => everyAt(successJson(exchange), at).map(({ value }) => value));
  return [...new Map(things.filter(isObject).map((one) => [JSON.stringify(one), one])).values()];
}

function areAlike(one: Viewed, other: Viewed): boolean {
  const names = new Set(one.members.map(({ name }) => name));
  const shared = other.members.filter(({ name }) => names.has(name)).length;
  return shared >= ALIKE * Math.max(names.size, other.members.length);
}

/** Members that only other views of the same things document, and that they were seen to have. */
function elsewhere(observed: Observed, view: Viewed, views: readonly Viewed[]): readonly string[] {
  const own = new Set(view.members.map(({ name }) => name));
  const others = views.filter((other) => other.operation !== view.operation && areAlike(view, other));
  const found = others.flatMap(({ operation, at, members }) =>
    members.filter(({ name }) => !own.has(name) && valuesSeen(observed, operation.id, within(at, name)).length > 0),
  );
  return [...new Set(found.map(({ name }) => name))];
}

export function membersCandidates(observed: Observed): readonly Candidate[] {
  const { api } = observed;
  const views = api.operations.flatMap((operation) => viewsOf(api, operation));
  const bare = declaredOf(api, 'envelope').flatMap(({ payload, except = [] }) =>
    except.map((operation): Candidate => ({ operation, members: { at: '', absent: [payload] } })),
  );
  const reported = views.flatMap((view): readonly Candidate[] => {
    const { operation, at, members } = view;
    const things = thingsSeen(observed, view);
    const optional = members.filter(({ required }) => !required).map(({ name }) => name);
    const isItem = operation.method === 'GET' && at.endsWith('/*') && things.length >= FEWEST_WITH;
    const present = isItem ? optional.filter((name) => things.every((one) => Object.hasOwn(one, name))) : [];
    const candidates = things.length >= FEWEST_WITHOUT ? elsewhere(observed, view, views) : [];
    const absent = candidates.filter((name) => !things.some((one) => Object.hasOwn(one, name)));
    if (present.length === 0 && absent.length === 0) return [];
    return [
      {
        operation: operation.id,
        members: {
          at,
          ...(present.length === 0 ? {} : { present }),
          ...(absent.length === 0 ? {} : { absent }),
        },
      },
    ];
  });
  return [...bare, ...reported];
}
