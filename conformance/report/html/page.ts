/** The report as one HTML page that needs nothing else: no network, no other file. */
import { createHash } from 'node:crypto';
import { eachText, harmless } from '@wallet-services/kit/harmless';
import type { Outcome, RunReport } from '../../run/report.ts';
import { extentText, outcomeText } from '../text.ts';
import { exercised } from './exercised.ts';
import { empty, h, Markup } from './markup.ts';
import { script } from './script.ts';
import { counts, dossier, filters, findings, knownFailures, rules, undecided } from './sections.ts';
import { style } from './style.ts';

const colours: Readonly<Record<Outcome, string>> = { conformant: 'good', 'not conformant': 'bad', undecided: 'odd' };

/** Nothing may be fetched, and only the page's own script may run, whatever text a server put into its answers. */
function policy(): string {
  const hash = createHash('sha256').update(script).digest('base64');
  return `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
}

function head(report: RunReport): Markup {
  const names = report.services.map(({ service }) => service).join(', ');
  return h(
    'head',
    {},
    empty('meta', { charset: 'utf-8' }),
    empty('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    empty('meta', { 'http-equiv': 'Content-Security-Policy', content: policy() }),
    h('title', {}, `${outcomeText[report.outcome]}: ${names}`),
    new Markup(`<style>${style}</style>`),
  );
}

function summary(report: RunReport): string {
  const { services, clock, seed } = report;
  const checks = services.reduce((sum, service) => sum + service.checks.length, 0);
  const seconds = (clock.milliseconds / 1000).toFixed(1);
  return `${checks} checks in ${seconds} s, ${clock.startedAt.slice(0, 16).replace('T', ' ')} UTC, seed ${seed}`;
}

/** @returns HTML with a final newline. */
export function htmlReport(given: RunReport): string {
  const report = eachText(given, harmless);
  const sections = [findings(report), knownFailures(report), undecided(report), dossier(report), rules(report)];
  const addresses = report.services.map(({ service, url }) => h('li', {}, `${service} at `, h('code', {}, url)));
  const page = h(
    'html',
    { lang: 'en' },
    head(report),
    h(
      'body',
      {},
      h('a', { class: 'skip', href: '#main' }, 'Skip to the results'),
      h(
        'header',
        {},
        h('h1', {}, 'Conformance report'),
        h('p', { class: `outcome ${colours[report.outcome]}` }, `${outcomeText[report.outcome]}${extentText(report)}`),
        h('p', { class: 'quiet' }, summary(report)),
        h('details', {}, h('summary', {}, 'Addresses'), h('ul', {}, ...addresses)),
        counts(report),
        exercised(report),
        filters(report),
      ),
      h('main', { id: 'main', tabindex: '-1' }, ...sections),
      h(
        'footer',
        {},
        'Verdicts: fail, a requirement of the documents is not met; warn, a recommendation is not followed; observed, the documents leave it open.',
      ),
      new Markup(`<script>${script}</script>`),
    ),
  );
  return `<!doctype html>\n${page.source}\n`;
}
