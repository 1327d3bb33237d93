/** Reports in the form of SARIF 2.1.0, which code scanning reads. */

/** A rule that results refer to. */
export interface SarifRule {
  readonly id: string;
  readonly text: string;
}

/** One result. Its rule must be one of those of the report. */
export interface SarifResult {
  readonly ruleId: string;
  /** `open`: it was not decided; `notApplicable`: it was not tried. Default: `fail`. */
  readonly kind?: 'fail' | 'open' | 'notApplicable';
  /** The level of a result of the kind `fail`. */
  readonly level?: 'error' | 'warning' | 'note' | 'none';
  readonly text: string;
  /** The levels of SARIF. */
  readonly locations: readonly object[];
  /** A fingerprint: equal for the same result of another run. */
  readonly fingerprint: string;
  /** Why the result is accepted. Absent: it is not. */
  readonly accepted?: string;
}

export interface SarifReport {
  /** The program that created the report. */
  readonly tool: string;
  readonly rules: readonly SarifRule[];
  readonly results: readonly SarifResult[];
  /** Properties of the run. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** @returns JSON with a final newline. Texts must be harmless already. */
export function sarifText({ tool, rules, results, properties }: SarifReport): string {
  const places = new Map(rules.map(({ id }, index) => [id, index]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool, rules: rules.map(({ id, text }) => ({ id, shortDescription: { text } })) } },
        results: results.map(({ ruleId, kind = 'fail', level, text, locations, fingerprint, accepted }) => ({
          ruleId,
          ruleIndex: places.get(ruleId) ?? -1,
          ...(kind === 'fail' ? {} : { kind }),
          level: kind === 'fail' ? level : 'none',
          message: { text },
          locations,
          partialFingerprints: { id: fingerprint },
          suppressions:
            accepted === undefined ? [] : [{ kind: 'external', status: 'accepted', justification: accepted }],
        })),
        properties,
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}
