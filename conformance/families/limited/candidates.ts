/** Lists with a parameter that has the name of a limit. What a list holds at most, whatever is requested, only a person knows. */
import type { Candidate, Observed } from '../../core/family.ts';
import { resolved } from '../../model/document/document.ts';
import { LIMIT, listsOf, namedParameter } from '../observed.ts';

export function limitedCandidates({ api }: Observed): readonly Candidate[] {
  return listsOf(api).flatMap(([operation]) => {
    const limit = namedParameter(operation, 'query', LIMIT);
    if (limit === undefined) return [];
    const usual = Number(resolved(api.document, limit.schema).default);
    const members = { limit: limit.name, ...(Number.isInteger(usual) && usual > 0 ? { default: usual } : {}) };
    return [{ operation: operation.id, members }];
  });
}
