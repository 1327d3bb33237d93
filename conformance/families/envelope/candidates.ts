/** The member that carries the payload of nearly all answers, and the time beside it. */
import type { Candidate, Observed } from '../../core/family.ts';
import { resolved } from '../../model/document/document.ts';
import { answerSchema, membersAt } from '../../model/document/members.ts';

const PAYLOAD = /^(data|result|payload|response|content)$/;
const TIME = /^(ts|time|timestamp|server_?time)$/i;

/** Of so many answers a member must be. */
const FEWEST = 3;
const SHARE = 0.75;

export function envelopeCandidates({ api }: Observed): readonly Candidate[] {
  const answering = api.operations.filter(({ id }) => answerSchema(api, id) !== undefined);
  const having = (name: RegExp) => {
    const found = answering.flatMap(({ id }) =>
      membersAt(api, id, '')
        .filter((member) => name.test(member.name))
        .map((member) => ({ id, ...member })),
    );
    const groups = [...Map.groupBy(found, (one) => one.name)].toSorted(
      ([, left], [, right]) => right.length - left.length,
    );
    return groups[0]?.[1] ?? [];
  };
  const payload = having(PAYLOAD);
  const [first] = payload;
  if (first === undefined || payload.length < Math.max(FEWEST, answering.length * SHARE)) return [];
  const enveloped = new Set(payload.map(({ id }) => id));
  const times = having(TIME).filter(
    ({ id, schema }) => enveloped.has(id) && resolved(api.document, schema).type !== 'string',
  );
  const time = times.length === enveloped.size ? { time: times[0]?.name } : {};
  const except = answering.flatMap(({ id }) => (enveloped.has(id) ? [] : [id]));
  return [{ operation: null, members: { payload: first.name, ...time, except } }];
}
