/** The parts of the page that list checks: the undecided ones, the observations, and all of them. */
import type { ServiceName } from '../../model/document/services.ts';
import type { Check, RunReport, ServiceReport, Verdict } from '../../run/report.ts';
import { goneText, hintText, nameOf, remainingText, undecidedVerdicts } from '../text.ts';
import { h, type Markup } from './markup.ts';
import { badgeColour, code, filterable, of, section } from './sections.ts';

function unreachable(report: RunReport): readonly Markup[] {
  return of(report, (one) =>
    one.unreachable === null ? [] : [h('p', filterable(one.service, 'blocked', 'item'), one.unreachable)],
  );
}

/** The verdict of a line. */
function small(verdict: Verdict): Markup {
  return h('b', { class: badgeColour(verdict) }, verdict);
}

/** One line: there are hundreds, so each is short. The filters take the service from the group. */
function line(
  { rule, operation, text, source, level, verdict }: Check,
  kind: 'named' | 'whole' | 'short',
  ...details: readonly Markup[]
) {
  const where = kind === 'named' && operation !== null ? ` ${operation}` : '';
  const name = code(`${rule}${where}`);
  if (kind === 'short') return h('li', { 'data-verdict': verdict }, small(verdict), name);
  const about = h('i', {}, level === 'must' ? source : `${source}; ${level}`);
  return h('li', { 'data-verdict': verdict }, small(verdict), h('span', {}, name, ` ${text} `, about, ...details));
}

function list(service: ServiceName, lines: readonly Markup[]): Markup {
  return h('ul', { class: 'item plain', 'data-service': service }, ...lines);
}

interface Lacking {
  readonly service: ServiceName;
  readonly check: Check;
  readonly hint: string;
}

/** Checks that the same data would decide, together. */
function lacking([hint, some]: readonly [string, readonly Lacking[]]): Markup {
  const rows = some.map(({ service, check }, place) => {
    const reasonsOf = (one: Check | undefined) => one?.reasons.map(({ reason }) => reason).join('; ') ?? '';
    const why = reasonsOf(check);
    const isNew = why !== reasonsOf(some[place - 1]?.check);
    const allowed = check.allowed ? ' (the target file allows it to stay undecided)' : '';
    const about = h('span', {}, code(nameOf(check)), `${isNew ? ` ${why}` : ''}${allowed}`);
    return h('li', { 'data-verdict': check.verdict, 'data-service': service }, small(check.verdict), about);
  });
  return h(
    'div',
    { class: 'item' },
    h('h3', {}, `To decide it: ${hint} (${some.length})`),
    h('ul', { class: 'plain' }, ...rows),
  );
}

/** The undecided checks, grouped by the hint that would decide them; the largest group comes first. */
export function undecided(report: RunReport): Markup | null {
  const items = report.services.flatMap(({ service, checks }) =>
    checks
      .filter(({ verdict }) => undecidedVerdicts.includes(verdict))
      .map((check): Lacking => ({ service, check, hint: hintText(check) })),
  );
  const groups = [...Map.groupBy(items, ({ hint }) => hint)].sort(([, one], [, other]) => other.length - one.length);
  const leftOut = of(report, ({ service, leftOut: some = [], remaining = [], wentAway }) => [
    ...(wentAway === undefined ? [] : [h('p', filterable(service, 'blocked', 'item'), goneText(service, wentAway))]),
    ...some.map(({ operation, why }) =>
      h('p', filterable(service, 'unsupported', 'item'), 'Not called: ', code(operation), `, ${why}`),
    ),
    ...remaining.map((one) =>
      h('p', filterable(service, 'unsupported', 'item'), `Still on the server: ${remainingText(one)}`),
    ),
  ]);
  const intro = h(
    'p',
    { class: 'quiet' },
    'The option ',
    code('--init FILE'),
    ' writes a target file with these members, to be filled in.',
  );
  return section('undecided', `Not decided (${items.length})`, items.length === 0 ? null : intro, [
    ...unreachable(report),
    ...leftOut,
    ...groups.map(lacking),
  ]);
}

export function dossier(report: RunReport): Markup | null {
  const observed = (one: ServiceReport) => one.checks.filter((check) => check.observed !== null);
  const count = report.services.reduce((sum, one) => sum + observed(one).length, 0);
  const items = of(report, (one) => {
    const lines = observed(one).map((check) => line(check, 'named', h('strong', {}, ` ${check.observed}`)));
    return lines.length === 0 ? [] : [list(one.service, lines)];
  });
  const meaning = 'What this server does where the documents leave it open. None of it counts against the server.';
  return section('dossier', `Dossier (${count})`, h('p', { class: 'quiet' }, meaning), items);
}

/** `40 pass, 2 observed` */
function tally(checks: readonly Check[]): string {
  const groups = Map.groupBy(checks, ({ verdict }) => verdict);
  return [...groups].map(([verdict, some]) => `${some.length} ${verdict}`).join(', ');
}

/** A rule and its text, as a key to show the text once. */
function textKey({ rule, text }: Check): string {
  return `${rule} ${text}`;
}

/**
 * The checks of a service by operation, each group folded.
 *
 * @param known the rules that were shown before: their text is not repeated for each operation.
 */
function byOperation({ service, checks }: ServiceReport, known: Set<string>): readonly Markup[] {
  const groups = [...Map.groupBy(checks, ({ operation }) => operation)];
  return groups.map(([operation, some]) => {
    const lines = some.map((check) => {
      const isShort = known.has(textKey(check));
      known.add(textKey(check));
      return line(check, isShort ? 'short' : 'whole');
    });
    return h(
      'details',
      { class: 'item operation', 'data-service': service },
      h('summary', {}, code(operation ?? 'the service as a whole'), h('span', { class: 'quiet' }, ` ${tally(some)}`)),
      h('ul', { class: 'plain' }, ...lines),
    );
  });
}

export function rules(report: RunReport): Markup | null {
  const count = report.services.reduce((sum, { checks }) => sum + checks.length, 0);
  const observed = report.services.flatMap((one) => one.checks.filter((check) => check.observed !== null));
  const known = new Set(observed.map(textKey));
  const items = report.services.flatMap((one) =>
    one.checks.length === 0 ? [] : [h('h3', { id: `rules-${one.service}` }, one.service), ...byOperation(one, known)],
  );
  return section('rules', `Every check (${count})`, null, items);
}
