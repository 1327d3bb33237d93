/** Headers and query parameters of one name, of which one chooses what the other does. */
import type { Candidate, Observed } from '../../core/family.ts';
import { membersAt } from '../../model/document/members.ts';
import { plain } from '../../model/values/near.ts';
import { within } from '../../model/values/pointer.ts';
import { thingsAt } from '../observed.ts';

export function chosenByCandidates({ api }: Observed): readonly Candidate[] {
  return api.operations.flatMap((operation) => {
    const { id, parameters } = operation;
    const [headers, queries] = (['header', 'query'] as const).map((place) =>
      parameters.filter((one) => one.in === place),
    );
    const pairs = (queries ?? []).flatMap((query) => {
      const header = headers?.find(({ name }) => plain(name).endsWith(plain(query.name)));
      return header === undefined ? [] : [[header.name, query.name] as const];
    });
    const [first] = pairs;
    if (first === undefined) return [];
    const at = thingsAt(api, operation);
    const members = membersAt(api, id, at).map(({ name }) => name);
    const query = pairs.map(([, name]) => name);
    const shown = query.filter((name) => members.includes(name)).map((name) => within(at, name));
    const subject = first[1].replace(/[_-]?id$/i, '') || first[1];
    return [{ operation: id, members: { headers: pairs.map(([name]) => name), query, subject, shown } }];
  });
}
