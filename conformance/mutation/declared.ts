/** The faulty servers that follow from what a document declares: every operation, and every use of every family. */

import { ACCEPTED, REFUSED } from '../builtin/inputs/planned.ts';
import { absentMutants } from '../builtin/inputs/served.ts';
import { status } from '../builtin/wire/status.ts';
import type { Mutant } from '../core/mutant.ts';
import { pagedListOf } from '../discovery/pages.ts';
import { familyOf, ruleIdOf } from '../families/index.ts';
import { takesAnything } from '../families/required-when/mutants.ts';
import type { ApiModel } from '../model/document/api.ts';
import { declaredAt } from '../model/document/lists.ts';
import { mutationsAt } from './language/at.ts';

/** Servers that fail on valid requests: on a page after the first. */
function fallenMutants(api: ApiModel): readonly Mutant[] {
  const at = mutationsAt(api);
  return api.operations.flatMap(({ id }) => {
    const list = pagedListOf(api, id);
    if (list === null || list.by === null) return [];
    const mutation = at(id).refused(({ query }) => !['', '0'].includes(query.get(list.cursor) ?? ''), 500);
    return [{ id: `${id}: a further page ends in a server error`, kills: status.id, operation: id, mutation }];
  });
}

/** Servers that check whether a member is present, and not its value. */
function carelessMutants(api: ApiModel): readonly Mutant[] {
  const at = mutationsAt(api);
  const declared = api.operations.flatMap(({ id }) => declaredAt(api, id, 'required-when'));
  return declared.map((one) => ({ ...takesAnything(one, at), kills: REFUSED, operation: one.operation }));
}

/** Servers that lack an operation, and every mutant of every declared aspect that is demanded. */
export function declaredMutants(api: ApiModel): readonly Mutant[] {
  const at = mutationsAt(api);
  const broken = api.declarations.flatMap((declared) => {
    const mutants = declared.rules.length === 0 ? [] : (familyOf(declared)?.mutants(declared, at) ?? []);
    return mutants.flatMap(({ kills, ...mutation }): Mutant[] => {
      const id = ruleIdOf(declared, kills);
      return id === undefined ? [] : [{ ...mutation, kills: id }];
    });
  });
  return [...absentMutants(api, ACCEPTED), ...fallenMutants(api), ...carelessMutants(api), ...broken];
}

/** Rules of declarations that no mutant tests. */
export function unprovenRules(api: ApiModel): readonly string[] {
  const proven = new Set(declaredMutants(api).map(({ kills }) => kills));
  return api.declarations
    .filter((declared) => familyOf(declared) !== undefined)
    .flatMap(({ rules }) => rules.map(({ id }) => id))
    .filter((id) => !proven.has(id));
}
