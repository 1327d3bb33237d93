/** Formats the report as SARIF 2.1.0 for code scanning. */
import { eachText, harmless } from '@wallet-services/kit/harmless';
import { sarifText } from '@wallet-services/kit/sarif';
import type { ChangeClass } from '../finding.ts';
import type { Located, Report } from './report.ts';
import { losersOf, subjectOf } from './words.ts';

const LEVELS: Readonly<Record<ChangeClass, 'error' | 'warning' | 'note' | 'none'>> = {
  breaking: 'error',
  unclear: 'warning',
  compatible: 'note',
  documentation: 'note',
  none: 'none',
};

/** Formats the report; accepted findings are suppressed with their reason. */
export function toSarif(given: Report): string {
  const report = eachText(given, harmless);
  const kinds = [...new Set(report.findings.map(({ kind }) => kind))].toSorted();
  return sarifText({
    tool: '@wallet-services/review',
    rules: kinds.map((id) => ({ id, text: id.replaceAll('-', ' ') })),
    results: report.findings.map((finding) => ({
      ruleId: finding.kind,
      level: LEVELS[finding.class],
      text: sentence(finding),
      locations: locations(finding),
      fingerprint: finding.id,
      ...(finding.accepted === null ? {} : { accepted: finding.accepted }),
    })),
  });
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
