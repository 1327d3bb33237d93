/** Lets go of exchanges that nobody will ask for any more, so that a run of many requests stays small. */
import type { Exchange } from '../model/exchange.ts';
import type { Judgement } from '../rules/rule.ts';
import type { JudgedCase } from './judge.ts';

function shown(judgement: Judgement): readonly Exchange[] {
  return 'breach' in judgement && judgement.breach.exchange !== undefined ? [judgement.breach.exchange] : [];
}

/**
 * A judged case without the exchanges that no rule fell over. Where one of its own rules fell over one, all stay, since
 * the finding is tried again with them.
 */
export function slim(judged: JudgedCase): JudgedCase {
  const { said, exchanges, judgements } = judged;
  if ([...said.values()].flat().some((judgement) => shown(judgement).length > 0)) return judged;
  const needed = new Set([...judgements.values()].flat().flatMap(({ judgement }) => shown(judgement)));
  return { ...judged, exchanges: exchanges.filter((exchange) => needed.has(exchange)) };
}
