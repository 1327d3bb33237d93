/** The list of rules, for `--list`. */

import type { Style } from '@wallet-services/kit/style';
import type { KnownRule } from '../core/rule.ts';

/** Every rule with its level, its text and its source. */
export function ruleList(rules: readonly KnownRule[], style: Style): string {
  const byService = Map.groupBy(rules, ({ service }) => service);
  return [...byService]
    .flatMap(([service, ofService]) => [
      style.bold(`${service} (${ofService.length})`),
      ...ofService.flatMap(({ id, level, operation, perOperation, text, source }) => [
        `  ${id}  ${style.dim(`${level}, ${operation ?? (perOperation ? 'every operation' : 'the whole service')}`)}`,
        `      ${text} ${style.dim(`(${source})`)}`,
      ]),
    ])
    .join('\n');
}
