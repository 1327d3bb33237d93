/** Formats the proxy's output on a terminal. */

import { counted } from '@wallet-services/kit/counted';
import { styleOf } from '@wallet-services/kit/style';
import type { Addresses } from './addresses.ts';
import type { Finding, Incident, Summary } from './journal.ts';
import type { Seen } from './start.ts';

type Stream = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Lines for the new violations of an exchange, and for the exchange itself when all are logged. */
export function describe({ exchange, operation, findings, incidents }: Seen, verbose: boolean, stream: Stream): string {
  const { service, passed, failure } = exchange;
  const lines = [
    ...findings.map((finding) =>
      line(finding, describeFinding(finding), finding.severity === 'error' ? 'bad' : 'odd', stream),
    ),
    ...incidents.map((incident) => line(incident, incident.text, incident.text === failure ? 'bad' : 'odd', stream)),
    ...(verbose ? [`${name(service)}${operation}  ${passed ?? 'no response'}\n`] : []),
  ];
  return lines.join('');
}

function describeFinding({ side, status, pointer, message, severity }: Finding): string {
  const place = status === null ? side : `${side} ${status}`;
  return `${place}  ${pointer}  ${message}${severity === 'warning' ? '  (warning)' : ''}`;
}

function line({ service, operation }: Finding | Incident, text: string, look: 'bad' | 'odd', stream: Stream): string {
  return `${name(service)}${operation}  ${styleOf(stream)[look](text)}\n`;
}

function name(service: string): string {
  return service.padEnd(11);
}

interface Watched {
  readonly strict?: boolean;
  readonly upstreams: Addresses;
  /** Address of the live page. */
  readonly side?: string | undefined;
}

/** Lines with the addresses of the proxies. */
export function describeStart(urls: Readonly<Record<string, string>>, { strict, upstreams, side }: Watched): string {
  const rows = Object.entries(urls).map(([service, url]) => `  ${name(service)}${url} -> ${upstreams[service]}\n`);
  const what = strict ? 'a violation gets an error response' : 'everything is forwarded unchanged';
  const live = side === undefined ? '' : `  ${'live'.padEnd(11)}${side}/ (metrics at ${side}/metrics)\n`;
  return `proxy\n${rows.join('')}${live}${what}; each kind of violation is reported once. Press Ctrl-C to stop.\n`;
}

/** Lines with the results at the end. */
export function describeEnd(
  { requests, violating, refused, violations, warnings, failures, unchecked, judgesReplaced }: Summary,
  stream: Stream,
): string {
  const look = violations.length > 0 ? 'bad' : unchecked.length > 0 ? 'odd' : 'good';
  const kinds = [...violations].sort((one, other) => other.count - one.count);
  const rows = kinds.map(
    (finding) =>
      `${String(finding.count).padStart(7)}  ${finding.service} ${finding.operation}  ${describeFinding(finding)}\n`,
  );
  const parts = [
    `${counted(requests, 'request')}, ${violating} with a violation`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    `${counted(violations.length, 'different violation')}, ${counted(warnings.length, 'warning')}`,
    ...(failures.length > 0 ? [`${total(failures)} without a response`] : []),
    ...(unchecked.length > 0 ? [`${total(unchecked)} not checked`] : []),
    ...(judgesReplaced > 0 ? [`the judge was replaced ${counted(judgesReplaced, 'time')}`] : []),
  ];
  return `\n${styleOf(stream)[look](parts.join('; '))}\n${rows.join('')}`;
}

function total(incidents: readonly Incident[]): number {
  return incidents.reduce((sum, { count }) => sum + count, 0);
}
