/** Checks the started services, and prints the verdict of each as soon as it is known. */
import { referenceTarget } from '@wallet-services/checks/targets/reference';
import {
  type Listener,
  mockTarget,
  progress,
  runSuite,
  type ServiceReport,
  type SuiteOptions,
  type Target,
} from '@wallet-services/conformance';
import type { ServiceName } from '@wallet-services/contract/services';
import { styleOf } from '@wallet-services/kit/style';

export type Addresses = Readonly<Partial<Record<ServiceName, string>>>;

/** The checks of every answer, whatever its content: status, content type, schema, envelope. */
const wire = { rules: ['wire.*'] };

const CLEAR = '\r\x1b[2K';

/**
 * Checks the reference server against everything that is documented.
 *
 * @returns whether it conforms
 */
export async function checkServer(httpUrl: string, rpcUrl: string, signal: AbortSignal): Promise<boolean> {
  return check('reference server', await referenceTarget({ httpUrl, rpcUrl }), { signal });
}

/** Checks the form of the mocks' answers; they have no behaviour to check. @returns whether they conform */
export async function checkMocks(urls: Addresses, signal: AbortSignal): Promise<boolean> {
  return check('mock', await mockTarget(urls), { signal, selection: wire });
}

async function check(what: string, target: Target, options: SuiteOptions): Promise<boolean> {
  const live = process.stderr.isTTY === true;
  // Without a terminal, one line per service is sufficient.
  const bar: Listener = live ? progress(process.stderr) : () => undefined;
  const onEvent: Listener = (event) => {
    if (event.type === 'service-finished') {
      if (live) process.stderr.write(CLEAR);
      console.log(row(what, event.report));
    }
    bar(event);
  };
  const { services } = await runSuite(target, { ...options, onEvent });
  return services.every((report) => tally(report).ok);
}

interface Tally {
  readonly text: string;
  readonly ok: boolean;
}

function tally(report: ServiceReport): Tally {
  if (report.unreachable !== null) return { text: report.unreachable, ok: false };
  const count = (...verdicts: string[]) => report.checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const failed = count('fail');
  const open = count('inconclusive', 'blocked', 'unjudged', 'harness-error');
  const parts = [
    `${count('pass')} pass`,
    ...(failed > 0 ? [`${failed} fail`] : []),
    ...(open > 0 ? [`${open} open`] : []),
  ];
  return { text: parts.join(', '), ok: failed === 0 && count('harness-error') === 0 };
}

function row(what: string, report: ServiceReport): string {
  const { text, ok } = tally(report);
  const verdict = styleOf(process.stdout)[ok ? 'good' : 'bad'](text);
  return `  ${report.service.padEnd(10)} ${what.padEnd(17)} ${verdict}`;
}
