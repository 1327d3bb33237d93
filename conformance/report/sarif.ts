/** The report as SARIF 2.1.0, which code scanning reads: findings, and what was not decided or not tried. */
import { eachText, onOneLine } from '@wallet-services/kit/harmless';
import { type SarifResult, type SarifRule, sarifText } from '@wallet-services/kit/sarif';
import { generalised } from '../model/values/pointer.ts';
import type { Check, Finding, RunReport, ServiceReport } from '../run/report.ts';
import { nameOf, undecidedVerdicts } from './text.ts';

/** The rules of results that belong to no rule of the documents. */
const OWN_RULES: readonly SarifRule[] = [
  { id: 'run.reachable', text: 'The service can be reached.' },
  { id: 'run.called', text: 'Every operation of the document is called.' },
  { id: 'run.known-failures', text: 'Every known failure still occurs.' },
];

type OwnRule = 'run.reachable' | 'run.called' | 'run.known-failures';

/** An operation, in the document where that is a file. */
function locationsOf(service: string, operation: string | null, document: string | undefined): readonly object[] {
  const name = operation === null ? service : `${service}.${operation}`;
  const file = document === undefined || /^https?:/i.test(document) ? undefined : document;
  return [
    {
      logicalLocations: [{ fullyQualifiedName: name, kind: 'function' }],
      ...(file === undefined ? {} : { physicalLocation: { artifactLocation: { uri: file } } }),
    },
  ];
}

function findingText(check: Check, { expected, actual, pointer, curl }: Finding): string {
  const place = pointer === null || pointer === '' ? '' : ` at ${pointer}`;
  const command = curl === null ? '' : `; try: ${curl}`;
  return `${nameOf(check)}: expected ${expected}, got ${actual}${place}${command}`;
}

function resultsOf(service: string, check: Check, document: string | undefined): readonly SarifResult[] {
  const { rule: ruleId, operation, verdict, findings, reasons, known } = check;
  const locations = locationsOf(service, operation, document);
  if (undecidedVerdicts.includes(verdict)) {
    const kind = verdict === 'unsupported' ? 'notApplicable' : 'open';
    const text = `${nameOf(check)}: ${verdict}: ${reasons[0]?.reason ?? 'no request tested it'}`;
    return [{ ruleId, kind, text, locations, fingerprint: `${service} ${nameOf(check)} ${verdict}` }];
  }
  return findings.map((finding) => {
    const place = generalised(finding.pointer ?? '');
    return {
      ruleId,
      level: finding.verdict === 'fail' ? 'error' : 'warning',
      text: findingText(check, finding),
      locations,
      fingerprint: [service, nameOf(check), place, finding.expected].join(' '),
      ...(known === null ? {} : { accepted: `${known.reason} (until ${known.expires})` }),
    };
  });
}

function ownResultsOf({ service, unreachable, leftOut = [] }: ServiceReport, document: string | undefined) {
  const own = (ruleId: OwnRule, operation: string | null, text: string, kind: 'open' | 'notApplicable') => {
    const locations = locationsOf(service, operation, document);
    return { ruleId, kind, text, locations, fingerprint: `${service} ${ruleId} ${operation}` };
  };
  return [
    ...(unreachable === null ? [] : [own('run.reachable', null, unreachable, 'open')]),
    ...leftOut.map(({ operation, why }) =>
      own('run.called', operation, `${operation} is not called: ${why}`, 'notApplicable'),
    ),
  ];
}

/**
 * @param document the OpenAPI document, where the user gave one: results are placed in that file
 * @returns JSON with a final newline.
 */
export function sarifReport(given: RunReport, document?: string): string {
  const report = eachText(given, onOneLine);
  const { services, outcome, ended, staleKnownFailures } = report;
  const checks = services.flatMap((one) => one.checks);
  const texts = new Map(checks.map(({ rule, text }) => [rule, text]));
  const results = services.flatMap((one): readonly SarifResult[] => [
    ...one.checks.flatMap((check) => resultsOf(one.service, check, document)),
    ...ownResultsOf(one, document),
  ]);
  const stale = staleKnownFailures.map((entry): SarifResult => {
    const ruleId: OwnRule = 'run.known-failures';
    const text = `${nameOf(entry)} ${entry.problem}`;
    return { ruleId, level: 'error', text, locations: [], fingerprint: `${ruleId} ${nameOf(entry)}` };
  });
  return sarifText({
    tool: '@wallet-services/conformance',
    rules: [...[...texts].map(([id, text]) => ({ id, text })), ...OWN_RULES],
    results: [...results, ...stale],
    properties: { outcome, ...(ended === undefined ? {} : { ended }) },
  });
}
