/** The parts of the page. */
import type { Check, RunReport, ServiceReport, Verdict } from '../../run/report.ts';
import { verdicts } from '../../run/report.ts';
import { type Explained, explained } from '../merge.ts';
import {
  actualText,
  countOf,
  goneText,
  nameOf,
  otherRules,
  reproducedText,
  shownVerdicts,
  undecidedVerdicts,
  variablesText,
} from '../text.ts';
import { all, empty, h, type Markup, table } from './markup.ts';

const colours: Readonly<Partial<Record<Verdict, string>>> = {
  pass: 'good',
  fail: 'bad',
  'harness-error': 'bad',
  known: 'odd',
  warn: 'odd',
  inconclusive: 'odd',
  blocked: 'odd',
};

function badge(verdict: Verdict): Markup {
  return h('span', { class: `verdict ${colours[verdict] ?? 'quiet'}` }, verdict);
}

function code(text: string): Markup {
  return h('code', {}, text);
}

/** What the filters look at. */
function filterable(service: string, verdict: Verdict, className: string) {
  return { class: className, 'data-service': service, 'data-verdict': verdict };
}

function pairs(entries: readonly (readonly [string, Markup | string] | null)[]): Markup {
  const written = entries.flatMap((entry) => (entry === null ? [] : [h('dt', {}, entry[0]), h('dd', {}, entry[1])]));
  return h('dl', {}, ...written);
}

/** A part of the page with a heading. It says so when the filters leave nothing of it. */
function section(id: string, title: string, intro: Markup | null, items: readonly Markup[]): Markup | null {
  if (items.length === 0) return null;
  const nothing = h('p', { class: 'quiet nothing', hidden: true }, 'Nothing here matches the filters.');
  const heading = h('h2', { id: `${id}-title` }, title);
  return h('section', { id, 'aria-labelledby': `${id}-title` }, heading, intro, nothing, ...items);
}

/** Services by verdict. */
export function counts({ services }: RunReport): Markup {
  const shown = shownVerdicts(services);
  const rows = services.map((one) => {
    const cells = shown.map((verdict) => {
      const count = countOf(one, verdict);
      return h('td', count === 0 ? { class: 'quiet' } : { class: colours[verdict] ?? '' }, String(count));
    });
    return h('tr', {}, h('th', { scope: 'row' }, one.service), ...cells, h('td', {}, String(one.requests)));
  });
  const about = { label: 'Checks by service', caption: 'Checks by service and verdict' };
  return table(about, ['service', ...shown, 'requests'], rows);
}

function options(first: string, names: readonly string[]): readonly Markup[] {
  return [h('option', { value: '' }, first), ...names.map((name) => h('option', { value: name }, name))];
}

/** The filters; without scripts they are of no use and stay hidden. */
export function filters({ services }: RunReport): Markup {
  const used = verdicts.filter((verdict) => services.some((one) => countOf(one, verdict) > 0));
  const names = services.map(({ service }) => service);
  const text = empty('input', { type: 'search', name: 'text', autocomplete: 'off', spellcheck: 'false' });
  return h(
    'form',
    { class: 'filters', role: 'search', hidden: true },
    h('label', { class: 'wide' }, 'Search', text),
    h('label', {}, 'Verdict', h('select', { name: 'verdict' }, ...options('any', used))),
    h('label', {}, 'Service', h('select', { name: 'service' }, ...options('any', names))),
    h('button', { type: 'reset' }, 'Show all'),
    h('output', {}),
  );
}

function command({ finding }: Explained): Markup | null {
  if (finding.curl === null) return null;
  const variables = variablesText(finding);
  return h(
    'div',
    {},
    h('pre', { tabindex: '0', 'aria-label': 'Command that repeats the request' }, code(finding.curl)),
    variables === null ? null : h('p', { class: 'quiet' }, variables),
    h('p', { class: 'quiet' }, reproducedText(finding)),
    h('button', { type: 'button', 'data-copy': true, hidden: true }, 'Copy the command'),
  );
}

function answer({ finding: { exchange } }: Explained): Markup | null {
  if (exchange === null) return null;
  const status =
    exchange.status === null ? 'none' : `status ${exchange.status}, ${exchange.contentType ?? 'no content type'}`;
  return all(status, exchange.answer === '' ? null : h('pre', { tabindex: '0' }, code(exchange.answer)));
}

function together({ findings }: Explained): Markup | null {
  if (findings.length < 2) return null;
  const lines = findings.map(({ subject, expected, actual, pointer }) => {
    const place = pointer === null || pointer === '' ? null : all(' at ', code(pointer));
    const name = subject === null ? null : all(code(subject), ': ');
    return h('li', {}, name, `expected ${expected}, got ${actual}`, place);
  });
  return h('details', {}, h('summary', {}, `All ${findings.length} findings in this group`), h('ul', {}, ...lines));
}

function finding(service: string, one: Explained): Markup {
  const [check] = one.checks;
  const { verdict, expected } = one.finding;
  const others = otherRules(one);
  const reported = answer(one);
  const repeated = command(one);
  return h(
    'article',
    filterable(service, verdict, `item finding ${verdict}`),
    h('h3', {}, badge(verdict), ' ', code(check?.rule ?? '')),
    h('p', { class: 'quiet' }, `${service}: ${one.subjects.join(', ')}`),
    pairs([
      ['rule', `${check?.text} (${check?.source})`],
      ['expected', expected],
      ['actual', actualText(one)],
      reported === null ? null : ['response', reported],
      repeated === null ? null : ['try', repeated],
      others.length === 0 ? null : ['also', others.join(', ')],
    ]),
    together(one),
  );
}

function of(report: RunReport, render: (service: ServiceReport) => readonly Markup[]): readonly Markup[] {
  return report.services.flatMap(render);
}

export function findings(report: RunReport): Markup | null {
  const items = of(report, (service) => explained(service).map((one) => finding(service.service, one)));
  return section('findings', `Findings (${items.length})`, null, items);
}

export function knownFailures(report: RunReport): Markup | null {
  const stale = report.staleKnownFailures.map((entry) =>
    h('p', { class: 'item finding' }, h('strong', { class: 'bad' }, 'fail '), code(nameOf(entry)), ` ${entry.problem}`),
  );
  const items = of(report, ({ service, checks }) =>
    checks.flatMap((check) => {
      if (check.known === null) return [];
      const why = ` ${check.known.reason} (until ${check.known.expires})`;
      return [h('p', filterable(service, 'known', 'item'), badge('known'), ' ', code(nameOf(check)), why)];
    }),
  );
  return section('known', 'Known failures', null, [...stale, ...items]);
}

function unreachable(report: RunReport): readonly Markup[] {
  return of(report, (one) =>
    one.unreachable === null ? [] : [h('p', filterable(one.service, 'blocked', 'item'), one.unreachable)],
  );
}

function entry(service: string, check: Check, ...details: readonly (Markup | null)[]): Markup {
  const where = check.operation === null ? service : `${service}, ${check.operation}`;
  const about = [h('h3', {}, code(check.rule)), h('p', {}, check.text)];
  const place = h('p', { class: 'quiet' }, `${where}; ${check.source}; ${check.level}`);
  const verdict = h('div', {}, badge(check.verdict));
  return h('li', filterable(service, check.verdict, 'rule'), verdict, h('div', {}, ...about, ...details, place));
}

function list(items: readonly Markup[]): readonly Markup[] {
  return items.length === 0 ? [] : [h('ul', { class: 'item plain' }, ...items)];
}

function reasons({ reasons: given, allowed }: Check): readonly Markup[] {
  const lines = given.map(({ reason, hint }) =>
    h('p', {}, reason, hint === null ? null : h('span', { class: 'quiet' }, ` To decide it: ${hint}.`)),
  );
  return allowed ? [...lines, h('p', { class: 'quiet' }, 'The target file allows it to stay undecided.')] : lines;
}

export function undecided(report: RunReport): Markup | null {
  const items = of(report, ({ service, checks }) =>
    checks
      .filter(({ verdict }) => undecidedVerdicts.includes(verdict))
      .map((check) => entry(service, check, ...reasons(check))),
  );
  const leftOut = of(report, ({ service, leftOut: some = [], wentAway }) => [
    ...(wentAway === undefined ? [] : [h('p', filterable(service, 'blocked', 'item'), goneText(service, wentAway))]),
    ...some.map(({ operation, why }) =>
      h('p', filterable(service, 'unsupported', 'item'), 'Not called: ', code(operation), `, ${why}`),
    ),
  ]);
  return section('undecided', `Not decided (${items.length})`, null, [
    ...unreachable(report),
    ...leftOut,
    ...list(items),
  ]);
}

export function dossier(report: RunReport): Markup | null {
  const items = of(report, ({ service, checks }) =>
    checks.flatMap((check) =>
      check.observed === null ? [] : [entry(service, check, h('p', {}, h('strong', {}, check.observed)))],
    ),
  );
  const meaning = 'What this server does where the documents leave it open. None of it counts against the server.';
  const intro = h('p', { class: 'quiet' }, meaning);
  return section('dossier', `Dossier (${items.length})`, intro, list(items));
}

export function rules(report: RunReport): Markup | null {
  const items = of(report, ({ service, checks }) =>
    checks.map((check) => {
      const { length } = check.findings;
      return entry(service, check, length === 0 ? null : h('p', {}, `${length} findings`));
    }),
  );
  return section('rules', `Every check (${items.length})`, null, list(items));
}
