import type { Unnamed } from '../finding.ts';
import type { JsonObject } from '../json.ts';
import type { Canonical } from './canonical/document.ts';
export function auditOf(
  _service: string,
  _sources: { base: JsonObject; head: JsonObject; literal: ReadonlySet<string> },
  _sides: { base: Canonical; head: Canonical },
  _findings: readonly Unnamed[],
): readonly Unnamed[] {
  return [];
}
