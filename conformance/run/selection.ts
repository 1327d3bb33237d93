/** Which part of the suite is run. */
import type { Level } from '../model/document/document.ts';
import type { ServiceName } from '../model/document/services.ts';

export interface Selection {
  /** The services to check; in every member, an empty list selects everything. */
  readonly services: readonly ServiceName[];
  /** operationIds, or `Lending/AllMarkets`. */
  readonly operations: readonly string[];
  /** Ids; `*` stands for any text. */
  readonly rules: readonly string[];
  readonly levels: readonly Level[];
}

export const everything: Selection = { services: [], operations: [], rules: [], levels: [] };

/** Whether a pattern, in which `*` stands for any text, matches an id. */
export function matches(id: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`).test(id);
}

function includes<Item>(list: readonly Item[], item: Item): boolean {
  return list.length === 0 || list.includes(item);
}

/** The properties of a rule that decide whether it is selected. */
export interface Selectable {
  readonly id: string;
  readonly level: Level;
  readonly operation: string | null;
  /** The operations that can show a violation of a rule of the whole service. Absent: any operation. */
  readonly shownBy?: readonly string[];
}

/** Whether a rule is to be reported. A rule of a whole service belongs to each of the operations that show it. */
export function selectsRule({ rules, levels, operations }: Selection, rule: Selectable): boolean {
  if (rules.length > 0 && !rules.some((pattern) => matches(rule.id, pattern))) return false;
  if (!includes(levels, rule.level)) return false;
  if (rule.operation !== null) return includes(operations, rule.operation);
  return operations.length === 0 || rule.shownBy === undefined || rule.shownBy.some((id) => operations.includes(id));
}

/** Whether only a part of a service's rules is selected. */
export function isPartial({ operations, rules, levels }: Selection): boolean {
  return operations.length + rules.length + levels.length > 0;
}

/** Whether exchanges of an operation are reported. */
export function selectsOperation({ operations }: Selection, operation: string | null): boolean {
  return operation === null || includes(operations, operation);
}
