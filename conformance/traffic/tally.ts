/** The results of each rule: counts, and each kind of finding once. The size does not grow with the traffic. */

import { type Breach, type Judgement, observed, pass, unsupported } from '../core/judgement.ts';
import type { KnownRule } from '../core/rule.ts';
import type { ApiModel } from '../model/document/api.ts';
import type { Exchange } from '../model/exchange.ts';
import { alikeKey, conclude } from '../run/judge/conclude.ts';
import type { Check, Finding } from '../run/report.ts';
import { withoutValues } from './private.ts';

/** The number of different findings that are reported for one rule and operation. */
const MOST_FINDINGS = 20;
const MOST_OBSERVED = 5;
const MOST_UNJUDGED = 5;

/** A finding of traffic, and its rule. */
export interface TrafficFinding {
  readonly rule: Pick<Check, 'rule' | 'operation' | 'level' | 'text' | 'source'>;
  readonly finding: Finding;
  /** No similar finding was reported before. */
  readonly isNew: boolean;
}

interface Entry {
  readonly rule: KnownRule;
  readonly operation: string | null;
  passes: number;
  readonly values: Set<string>;
  readonly findings: Map<string, Finding>;
  /** The judgements that could not be made, by the reason. */
  readonly unjudged: Map<string, Judgement>;
}

export interface TallyOptions {
  readonly api: ApiModel;
  /** Whether values of the data are shown. */
  readonly values: boolean;
}

export class Tally {
  readonly #entries = new Map<string, Entry>();
  readonly #options: TallyOptions;

  constructor(options: TallyOptions) {
    this.#options = options;
  }

  /** @param secrets that the finding must not show. @returns the finding to report; null where there is none. */
  take(
    rule: KnownRule,
    operation: string | null,
    judgement: Judgement,
    secrets: () => readonly string[],
  ): TrafficFinding | null {
    const entry = this.#entryOf(rule, rule.perOperation ? operation : rule.operation);
    if (judgement.verdict === 'pass') entry.passes += 1;
    if (judgement.verdict === 'unjudged' && entry.unjudged.size < MOST_UNJUDGED) {
      entry.unjudged.set(judgement.reason, judgement);
    }
    if (judgement.verdict === 'observed' && entry.values.size < MOST_OBSERVED && this.#options.values)
      entry.values.add(judgement.value);
    if (judgement.verdict !== 'broken' && judgement.verdict !== 'warn') return null;
    const { breach } = judgement;
    const key = `${judgement.verdict} ${alikeKey(breach)}`;
    const last = entry.findings.size >= MOST_FINDINGS ? [...entry.findings.keys()].at(-1) : undefined;
    const known = entry.findings.get(key) ?? (last === undefined ? undefined : entry.findings.get(last));
    const isNew = known === undefined;
    const finding = isNew
      ? this.#findingOf(entry, judgement, breach.exchange, secrets())
      : { ...known, alike: known.alike + (breach.alike ?? 1) };
    if (finding === null) return null;
    entry.findings.set(isNew || entry.findings.has(key) ? key : (last ?? key), finding);
    const { id, level, text, source } = rule;
    return { rule: { rule: id, operation: entry.operation, level, text, source }, finding, isNew };
  }

  #entryOf(rule: KnownRule, operation: string | null): Entry {
    const key = `${rule.id} ${operation}`;
    const maps = { values: new Set<string>(), findings: new Map(), unjudged: new Map() };
    const known = this.#entries.get(key) ?? { rule, operation, passes: 0, ...maps };
    this.#entries.set(key, known);
    return known;
  }

  #findingOf(
    { rule, operation }: Entry,
    judgement: Judgement & { readonly breach: Breach },
    exchange: Exchange | undefined,
    secrets: readonly string[],
  ): Finding | null {
    const { api, values } = this.#options;
    const { quoted: _, ...unquoted } = judgement.breach;
    const shown = values ? judgement : { ...judgement, breach: unquoted };
    const [finding] = conclude({ rule, operation, judgements: [shown], allowed: false, secrets }).findings;
    if (finding === undefined) return null;
    return values ? finding : withoutValues(finding, exchange, { api, values: judgement.breach.values ?? [] });
  }

  /** The checks of rules, in their order. @param isJudged whether traffic can show anything about a rule. */
  checks(rules: readonly KnownRule[], isJudged: (rule: KnownRule) => boolean): readonly Check[] {
    return rules.flatMap((rule): readonly Check[] => {
      const entries = [...this.#entries.values()].filter((entry) => entry.rule.id === rule.id);
      if (entries.length > 0) return entries.map(checkOf);
      if (rule.perOperation) return [];
      const reason = isJudged(rule)
        ? unsupported('the recorded requests do not show it')
        : unsupported('it needs requests that the suite sends itself', 'check the server itself, by its address');
      return [conclude({ rule, operation: rule.operation, judgements: [reason], allowed: false, secrets: [] })];
    });
  }
}

function checkOf({ rule, operation, passes, values, findings, unjudged }: Entry): Check {
  const judgements = [...unjudged.values(), ...(passes > 0 ? [pass] : [...values].map(observed))];
  const silent = unsupported('the recorded requests do not decide it');
  const base = { rule, operation, allowed: false, secrets: [] };
  const plain = conclude({ ...base, judgements: judgements.length === 0 ? [silent] : judgements });
  if (findings.size === 0) return plain;
  const all = [...findings.values()];
  return {
    ...plain,
    verdict: all.some(({ verdict }) => verdict === 'fail') ? 'fail' : 'warn',
    findings: all,
    reasons: [],
  };
}
