/** Servers that show a user the items of another. */

import { type Mutant, mutantsOf } from '../../core/mutant.ts';
import type { At, MatchedRequest, Mutation, Place } from '../../core/place.ts';
import { pagedListOf } from '../../discovery/pages.ts';
import type { Operation } from '../../model/document/api.ts';
import type { JsonObject } from '../../model/values/json.ts';
import { mixedUp } from '../../mutation/language/another.ts';
import { anew } from '../../mutation/language/at.ts';
import type { Reply } from '../../mutation/proxy/reply.ts';
import { type Carriers, carriersOf, withThoseOf } from '../access/carriers.ts';
import type { Owned } from './declared.ts';

function filled({ path }: Operation, inputs: MatchedRequest['inputs']): string {
  return path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(inputs[name] ?? ''));
}

/** Answers with everybody's list instead. */
function everybodys(own: Place, of: Operation, when: (request: MatchedRequest) => boolean): Mutation {
  return own.instead(async (request, next) => {
    const end = filled(own.operation, request.inputs);
    const reply = await next(request);
    const isRefused = reply.kind === 'reply' && (reply.status === 401 || reply.status === 403);
    if (isRefused || !when(request) || !request.path.endsWith(end)) return reply;
    return next({ ...request, path: `${request.path.slice(0, -end.length)}${filled(of, request.inputs)}` });
  });
}

/** The response to the first caller is cached for everyone. */
function kept(own: Place, carriers: Carriers): Mutation {
  return anew(() => {
    const answers = new Map<string, Reply>();
    return own.reply((reply, request) => {
      const anonymous = { ...request, query: new URLSearchParams(), headers: {} };
      const key = `${request.path}?${withThoseOf(anonymous, request, carriers).query}`;
      const known = answers.get(key) ?? reply;
      if (reply.status < 300) answers.set(key, known);
      return reply.status < 300 ? known : reply;
    });
  });
}

/** Shows the first item of the previous caller in place of the last one. */
function mixed(own: Place): Mutation {
  return anew(() => {
    let before: JsonObject | undefined;
    return own.items.all((shown) => {
      const foreign = before;
      before = shown[0] ?? before;
      return foreign === undefined || shown.length === 0 ? shown : [...shown.slice(1), foreign];
    });
  });
}

export function ownedMutants({ operation, of, member }: Owned, at: At): readonly Mutant[] {
  const own = at(operation);
  const list = pagedListOf(at.api, operation);
  const others = of === undefined ? null : pagedListOf(at.api, of);
  if (list === null) return [];
  const { cursor, limit, by } = list;
  const carriers = carriersOf(at.api, own.operation.security.flat());
  const all = others?.items === list.items ? at(others.operation).operation : null;
  return mutantsOf(`${operation}: `, {
    'own-only': {
      ...(all !== null && {
        'everybody is shown all as his own': everybodys(own, all, () => true),
        "everybody's list is that of whoever shows who he is": everybodys(
          at(all.id),
          own.operation,
          ({ headers }) => headers['authorization'] !== undefined,
        ),
        ...(by !== null && { "later pages show everybody's": everybodys(own, all, ({ query }) => query.has(cursor)) }),
        ...(limit !== null && {
          "without a limit it shows everybody's": everybodys(own, all, ({ query }) => !query.has(limit)),
        }),
      }),
      'the answer of the first caller is kept for everybody': kept(own, carriers),
      'callers at once are mixed up': mixedUp(own, (request, latest) => withThoseOf(latest, request, carriers)),
      "an item of another caller is among the caller's": mixed(own),
      ...(member !== undefined && {
        ...(others !== null && { 'one of his own is missing': own.items.all((items) => items.slice(0, -1)) }),
        [`the last item is of another ${member}`]: own.items.last((item) => ({ ...item, [member]: 'somebody-else' })),
      }),
    },
  });
}
