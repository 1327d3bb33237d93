/** Parameters of which what is answered has the value, by name. */

import { isAnswerOf } from '../../core/answers.ts';
import type { Candidate, Observed } from '../../core/family.ts';
import type { Operation, Parameter } from '../../model/document/api.ts';
import { bare } from '../../model/document/hierarchy.ts';
import { declaredAt, listOf } from '../../model/document/lists.ts';
import { membersAt } from '../../model/document/members.ts';
import { sentPath } from '../../model/document/requests.ts';
import { successJson } from '../../model/exchange.ts';
import { isObject } from '../../model/values/json.ts';
import { plain } from '../../model/values/near.ts';
import { everyAt } from '../../model/values/pointer.ts';
import { chosenByCandidates } from '../chosen-by/candidates.ts';
import { isLongerForm, singular, thingsAt } from '../observed.ts';

/** The member that has the value of a parameter: of its name, or the id of a thing that the path names last. */
function memberFor({ name }: Parameter, members: readonly string[], isOwn: boolean): string | undefined {
  const short = plain(name);
  const alike = [short, `${short}id`, short.replace(/id$/, '')].filter((one) => one !== '');
  const found = alike.map((one) => members.find((member) => plain(member) === one)).find((one) => one !== undefined);
  const more = found ?? members.find((member) => isLongerForm(member, name));
  return isOwn ? (members.find((member) => member === 'id') ?? more) : more;
}

/** Whether the last part of a path, but for the words of what is done, is a parameter: what is answered is what it names. */
const isParameter = (parts: readonly string[]) => parts.at(-1)?.startsWith('{') === true;

function isNamedLast({ path, method }: Operation, { name }: Parameter): boolean {
  const parts = bare(path).split('/');
  const index = parts.indexOf(`{${name}}`);
  const last = plain(parts.at(-1) ?? '');
  // A collection below it has things of its own, and what is posted to it as well.
  return index === parts.length - 1
    ? method !== 'POST'
    : index === parts.length - 2 && !isParameter(parts) && singular(last) === last;
}

/** So many different values must agree before a member is taken for what a parameter names. */
const FEWEST = 2;

/** The member that was seen to have the value of a parameter, whatever it was. */
function memberSeen({ api, exchanges }: Observed, operation: Operation, { name, in: place }: Parameter, at: string) {
  const answers = exchanges.filter((exchange) => isAnswerOf(exchange, operation.id));
  const pairs = answers.flatMap((exchange) => {
    const { searchParams } = new URL(exchange.url);
    const sent = place === 'path' ? sentPath(api, exchange)[name] : searchParams.get(name);
    const things = everyAt(successJson(exchange), at)
      .map(({ value }) => value)
      .filter(isObject);
    return sent === undefined || sent === null || things.length === 0 ? [] : [{ sent, things }];
  });
  if (new Set(pairs.map(({ sent }) => sent)).size < FEWEST) return undefined;
  const [first] = pairs.flatMap(({ things }) => things);
  return Object.keys(first ?? {}).find((member) =>
    pairs.every(({ sent, things }) => things.every((one) => String(one[member]).toLowerCase() === sent.toLowerCase())),
  );
}

export function belongsToCandidates(observed: Observed): readonly Candidate[] {
  const { api } = observed;
  const choices = chosenByCandidates(observed).map(({ operation, members }) => ({
    operation,
    query: members['query'],
  }));
  return api.operations.flatMap((operation) => {
    const list = listOf(api, operation);
    const at = thingsAt(api, operation);
    const members = membersAt(api, operation.id, at).map(({ name }) => name);
    // What one thing has of a choice is for `chosen-by` to say.
    const chosen = list === null ? choices.flatMap((one) => (one.operation === operation.id ? one.query : [])) : [];
    const isOneOf = declaredAt(api, operation.id, 'one-of').length > 0;
    return operation.parameters.flatMap((parameter) => {
      const { name, in: place, required } = parameter;
      if (place === 'header' || (isOneOf && place === 'path') || chosen.includes(name)) return [];
      const member =
        memberSeen(observed, operation, parameter, at) ??
        memberFor(parameter, members, place === 'path' && list === null && isNamedLast(operation, parameter));
      if (member === undefined) return [];
      const whole = list !== null && place === 'query' && !required ? { of: operation.id } : {};
      return [
        { operation: operation.id, members: { parameter: name, member, ...(list === null ? { at } : {}), ...whole } },
      ];
    });
  });
}
