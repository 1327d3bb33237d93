/** Reports the parts of a document that cannot be judged. */
import { CORRECT, unjudged } from '../../core/judgement.ts';
import type { KnownRule } from '../../core/rule.ts';
import type { ServiceContract } from '../contract.ts';
import type { Check } from '../report.ts';
import { type Selection, selectsOperation } from '../selection.ts';
import { conclude } from './conclude.ts';

/** The rule that every demand of a document can be judged. */
export const JUDGED = 'document.judged';

/**
 * A check for each operation with a part that cannot be judged, whichever rules are selected: otherwise they would
 * pass.
 */
export function checksOfGaps(
  { api: { service }, gaps, source }: ServiceContract,
  selection: Selection,
): readonly Check[] {
  const rule: KnownRule = {
    id: JUDGED,
    service,
    operation: null,
    perOperation: true,
    level: 'must',
    source,
    text: 'What the document demands can be judged.',
  };
  const selected = gaps.filter(({ operation }) => selectsOperation(selection, operation));
  return [...Map.groupBy(selected, ({ operation }) => operation)].map(([operation, own]) => {
    const judgements = own.map(({ reason }) => unjudged(reason, CORRECT));
    return conclude({ rule, operation, judgements, allowed: false, secrets: [] });
  });
}
