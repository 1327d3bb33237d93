/** The report as one self-contained HTML page: no network, no other file. */
import { eachText, harmless } from '@wallet-services/kit/harmless';
import type { RunReport } from '../../run/report.ts';
import { extentText, outcomeText } from '../text.ts';
import { dossier, rules, undecided } from './checks.ts';
import { contents } from './contents.ts';
import { exercised } from './exercised.ts';
import { outcomeColours, pageOf } from './frame.ts';
import { h } from './markup.ts';
import { script } from './script.ts';
import { counts, filters, findings, knownFailures } from './sections.ts';

function summary(report: RunReport): string {
  const { services, clock, seed } = report;
  const checks = services.reduce((sum, service) => sum + service.checks.length, 0);
  const seconds = (clock.milliseconds / 1000).toFixed(1);
  return `${checks} checks in ${seconds} s, ${clock.startedAt.slice(0, 16).replace('T', ' ')} UTC, seed ${seed}`;
}

/** @returns HTML with a final newline. */
export function htmlReport(given: RunReport): string {
  const report = eachText(given, harmless);
  const { outcome, services } = report;
  const addresses = services.map(({ service, url }) => h('li', {}, `${service} at `, h('code', {}, url)));
  const main = [findings(report), knownFailures(report), undecided(report), dossier(report), rules(report)];
  return pageOf({
    title: `${outcomeText[outcome]}: ${services.map(({ service }) => service).join(', ')}`,
    script,
    skip: 'Skip to the results',
    header: [
      h('h1', {}, 'Conformance report'),
      h('p', { class: `outcome ${outcomeColours[outcome]}` }, `${outcomeText[outcome]}${extentText(report)}`),
      h('p', { class: 'quiet' }, summary(report)),
      h('details', {}, h('summary', {}, 'Addresses'), h('ul', {}, ...addresses)),
      counts(report),
      exercised(report),
      contents(main),
      filters(report),
    ],
    main,
    footer: h(
      'footer',
      {},
      'Verdicts: fail, a requirement of the documents is not met; warn, a recommendation is not followed; observed, the documents leave it open.',
    ),
  });
}
