/** The parts of the page. */
import type { RunReport, ServiceReport, Verdict } from '../../run/report.ts';
import { verdicts } from '../../run/report.ts';
import { type Explained, explained } from '../merge.ts';
import {
  actualText,
  countOf,
  nameOf,
  otherRules,
  reproducedText,
  responseText,
  shownVerdicts,
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
  unjudged: 'odd',
};

/** The number of characters that are shown of a response that another is compared with. */
const MOST_ANSWER = 600;

/** The class of the colour of a verdict. */
export function badgeColour(verdict: Verdict): string {
  return colours[verdict] ?? 'quiet';
}

function badge(verdict: Verdict): Markup {
  return h('span', { class: `verdict ${badgeColour(verdict)}` }, verdict);
}

/** Text from the wire, or an id. */
export function code(text: string): Markup {
  return h('code', {}, text);
}

/** The attributes that the filters read. */
export function filterable(service: string, verdict: Verdict, className: string) {
  return { class: className, 'data-service': service, 'data-verdict': verdict };
}

function pairs(entries: readonly (readonly [string, Markup | string] | null)[]): Markup {
  const written = entries.flatMap((entry) => (entry === null ? [] : [h('dt', {}, entry[0]), h('dd', {}, entry[1])]));
  return h('dl', {}, ...written);
}

/** A part of the page with a heading, and a note for when the filters leave nothing of it. */
export function section(id: string, title: string, intro: Markup | null, items: readonly Markup[]): Markup | null {
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

/** The filters; without scripts they have no effect and stay hidden. */
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
    finding.other === undefined
      ? null
      : h('pre', { tabindex: '0', 'aria-label': 'Command for the other request' }, code(finding.other.curl)),
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

/** A finding, folded unless it is the first. @param id the target of links to the finding */
function finding(service: string, one: Explained, id: string, isFirst: boolean): Markup {
  const [check] = one.checks;
  const { verdict, expected, other } = one.finding;
  const others = otherRules(one);
  const reported = answer(one);
  const repeated = command(one);
  return h(
    'article',
    { ...filterable(service, verdict, `item finding ${verdict}`), id },
    h(
      'details',
      isFirst ? { open: true } : {},
      h(
        'summary',
        {},
        h('h3', {}, badge(verdict), ' ', code(check?.rule ?? '')),
        h('span', { class: 'quiet' }, `${service}: ${one.subjects.join(', ')}`),
      ),
      pairs([
        ['rule', `${check?.text} (${check?.source})`],
        check?.statement === undefined ? null : ['document', check.statement],
        ['expected', expected],
        ['actual', actualText(one)],
        reported === null ? null : ['response', reported],
        other === undefined
          ? null
          : ['compared with', h('pre', { tabindex: '0' }, code(responseText(other, MOST_ANSWER)))],
        repeated === null ? null : ['try', repeated],
        others.length === 0 ? null : ['also', others.join(', ')],
      ]),
      together(one),
      h('p', {}, h('a', { href: `#${id}` }, 'Link to this finding')),
    ),
  );
}

/** The items that each service adds to a part of the page. */
export function of(report: RunReport, render: (service: ServiceReport) => readonly Markup[]): readonly Markup[] {
  return report.services.flatMap(render);
}

export function findings(report: RunReport): Markup | null {
  const all = report.services.flatMap((one) => explained(one).map((found) => ({ service: one.service, found })));
  const items = all.map(({ service, found }, place) => finding(service, found, `finding-${place + 1}`, place === 0));
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
