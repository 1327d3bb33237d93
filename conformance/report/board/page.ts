/** The board as one self-contained HTML page: no script, no network, no other file. */
import { eachText, harmless } from '@wallet-services/kit/harmless';
import { outcomeColours, pageOf } from '../html/frame.ts';
import { h, type Markup, table } from '../html/markup.ts';
import { cut, outcomeText } from '../text.ts';
import { boardOf, countsText, groups, type Named, type Row, type ServiceBoard, talliesOf, tallyText } from './board.ts';
import { trend, trendStyle } from './trend.ts';

/** The number of characters that are shown of one answer. */
const MOST_ANSWER = 400;

/** Added to the style of a report: answers are texts, and each distinct answer of a row has its own edge. */
const more = `${trendStyle}
.board th, .board td { white-space: normal; text-align: left; vertical-align: top; min-width: 9rem; overflow-wrap: anywhere; }
.board th:first-child { min-width: 14rem; font-weight: 400; }
.board td { border-left: .3rem solid var(--line); }
.board .kind-1 { border-left-color: var(--accent); } .board .kind-2 { border-left-color: var(--odd); }
.board .kind-3 { border-left-color: var(--good); } .board .kind-4 { border-left-color: var(--bad); }
.board thead th { border-top: 0; }
.board .mark { color: var(--quiet); font-size: .8125rem; }
`;

function letter(place: number): string {
  return place < 26 ? String.fromCharCode(65 + place) : String(place + 1);
}

/** The number of a server's answer within its row: 1 is the first answer given. Shown as a number beside the colour. */
function kindsOf({ reported }: Row): readonly (number | null)[] {
  const kinds = [...new Set(reported.filter((one) => one !== null))];
  return reported.map((one) => (one === null ? null : kinds.indexOf(one) + 1));
}

function cells(row: Row, missing: string): readonly Markup[] {
  const kinds = kindsOf(row);
  return row.reported.map((reported, place) => {
    const kind = kinds[place] ?? null;
    if (reported === null || kind === null) return h('td', { class: 'quiet' }, missing);
    return h(
      'td',
      { class: `kind-${Math.min(kind, 4)}` },
      h('span', { class: 'mark' }, `${kind} `),
      cut(reported, MOST_ANSWER),
    );
  });
}

function rowsTable(title: string, rows: readonly Row[], named: readonly Named[], missing: string): Markup | null {
  if (rows.length === 0) return null;
  const lines = rows.map((row) => {
    const name = h('th', { scope: 'row' }, row.text, h('br'), h('code', { class: 'quiet' }, row.name));
    return h('tr', {}, name, ...cells(row, missing));
  });
  return table(
    { label: title, caption: title, board: true },
    ['rule', ...named.map((_, place) => letter(place))],
    lines,
  );
}

function folded(title: string, rows: readonly Row[], name: string, named: readonly Named[]): Markup | null {
  const shown = rowsTable(`${name}: ${title}`, rows, named, 'not observed');
  return shown === null ? null : h('details', {}, h('summary', {}, `${rows.length} ${title}`), shown);
}

function service(board: ServiceBoard, named: readonly Named[]): Markup {
  const { service: name, different, alike, alone, verdicts } = board;
  return h(
    'section',
    { id: name, 'aria-labelledby': `${name}-title` },
    h('h2', { id: `${name}-title` }, countsText(board)),
    rowsTable(`${name}: different choices`, different, named, 'not observed'),
    folded('with the same choice', alike, name, named),
    folded('that only one server was observed in', alone, name, named),
    rowsTable(`${name}: rules with different verdicts`, verdicts, named, 'not checked'),
  );
}

/** The sizes of the groups of each run, and their changes since the run before. */
function runs(named: readonly Named[]): readonly (Markup | null)[] {
  const tallied = talliesOf(named);
  const lines = tallied.map((tallies, place) => {
    const started = named[place]?.report.clock.startedAt ?? '';
    const cells = [started, ...tallies.map(tallyText)].map((text) => h('td', {}, text));
    return h('tr', {}, h('th', { scope: 'row' }, letter(place)), ...cells);
  });
  const title = 'Checks of each run, and the change since the run before it';
  const letters = named.map((_, place) => letter(place));
  const columns = ['run', 'started', ...groups.map(([name]) => name)];
  return [trend(tallied, letters), table({ label: title, caption: title }, columns, lines)];
}

/** @param given the reports, each with the name that it is shown under. @returns HTML with a final newline. */
export function boardPage(given: readonly Named[]): string {
  const named = eachText(given, harmless);
  const names = named.map(({ name, report: { outcome } }, place) =>
    h(
      'li',
      {},
      h('strong', {}, `${letter(place)} `),
      h('span', {}, h('code', {}, name), ' ', h('span', { class: outcomeColours[outcome] }, outcomeText[outcome])),
    ),
  );
  return pageOf({
    title: `What ${named.length} servers chose`,
    style: more,
    skip: 'Skip to the board',
    header: [
      h('h1', {}, `What ${named.length} servers chose where the documents leave it open`),
      h('ul', { class: 'plain item' }, ...names),
      h('p', { class: 'quiet' }, 'In a row, the same number means the same choice. No choice is wrong.'),
    ],
    main: [...runs(named), ...boardOf(named).map((board) => service(board, named))],
  });
}
