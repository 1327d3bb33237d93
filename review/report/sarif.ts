/** The report as SARIF 2.1.0, which code scanning reads. */
import { eachText, harmless } from '@wallet-services/kit/harmless';
import type { ChangeClass } from '../finding.ts';
import type { Located, Report } from './report.ts';
import { losersOf, subjectOf } from './words.ts';

const LEVELS: Readonly<Record<ChangeClass, string>> = {
  breaking: 'error',
  unclear: 'warning',
  compatible: 'note',
  documentation: 'note',
  none: 'none',
};

/** Renders the report; accepted findings are suppressed with their reason. */
export function toSarif(given: Report): string {
  const report = eachText(given, harmless);
  const kinds = [...new Set(report.findings.map(({ kind }) => kind))].toSorted();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: '@wallet-services/review',
            rules: kinds.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })),
          },
        },
        results: report.findings.map((finding) => ({
          ruleId: finding.kind,
          ruleIndex: kinds.indexOf(finding.kind),
          level: LEVELS[finding.class],
          message: { text: sentence(finding) },
          locations: locations(finding),
          partialFingerprints: { id: finding.id },
          suppressions:
            finding.accepted === null
              ? []
              : [{ kind: 'external', status: 'accepted', justification: finding.accepted }],
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function sentence(finding: Located): string {
  const losers = losersOf(finding);
  return `${subjectOf(finding)}: ${finding.change}${losers === '' ? '' : ` (${losers})`}`;
}

function locations({ lines }: Located): readonly object[] {
  const at = lines.head ?? lines.base;
  if (at === null) return [];
  return [{ physicalLocation: { artifactLocation: { uri: at.file }, region: { startLine: at.line } } }];
}
