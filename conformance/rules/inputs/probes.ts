/** Requests on which documents are silent wherever they have lists: sizes and cursors out of range, unknown parameters. */
import { pagedListOf } from '../../find/pages.ts';
import type { Variant } from '../../generate/inputs.ts';
import type { ApiModel, Operation } from '../../model/api.ts';
import type { Input } from '../../model/call.ts';

const limits = ['0', '-1', '1000000000000'] as const;
const cursors = ['-1', '999999999999999', '99999999999999999999999'] as const;

/** What is tried on a list; nothing on what answers with none. */
export function listProbes(api: ApiModel, { id }: Operation, base: Input): readonly Variant[] {
  const list = pagedListOf(api, id);
  if (list === null) return [];
  const probe = (name: string, value: string): Variant => ({
    name: `${name}=${value}`,
    input: { ...base, query: { ...base.query, [name]: value } },
  });
  const { limit } = list;
  return [
    ...(limit === null ? [] : limits.map((value) => probe(limit, value))),
    ...(list.by === null ? [] : cursors.map((value) => probe(list.cursor, value))),
    probe('unknown', 'text'),
  ];
}
