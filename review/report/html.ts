/** Formats the report as one page that needs no network; its script only filters. */
import { eachText, harmless } from '@wallet-services/kit/harmless';
import { escapeHtml } from '@wallet-services/kit/html';
import { pageBar } from '@wallet-services/kit/page';
import { areas, type ChangeClass, isGrave, sides } from '../finding.ts';
import type { Located, Report } from './report.ts';
import { SCRIPT, STYLE } from './style.ts';
import { versionSentence } from './version.ts';
import {
  AREA_TITLES,
  CLASS_TITLES,
  CLASS_WORDS,
  counted,
  directionOf,
  effectsOf,
  idsOf,
  otherPlaces,
  placeOf,
  subjectOf,
  valuesOf,
} from './words.ts';

const OPEN_PLACES = 3;

/** Renders the report as a page. */
export function toHtml(given: Report): string {
  const report = eachText(given, harmless);
  const { base, head, counts } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Effects of this change on the contract</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the changes</a>
<header>
${pageBar('API review').text}<div class="head">
<h1>Effects of this change on the contract</h1>
<p class="verdict ${report.unaccepted > 0 ? verdictOf(report) : 'compatible'}">${escapeHtml(report.summary)}</p>
<p>${escapeHtml(versionSentence(report.version))}</p>
<p class="quiet">from ${escapeHtml(base)} to ${escapeHtml(head)}</p>
${report.notes.map((note) => `<p class="note">${escapeHtml(note)}</p>`).join('\n')}
<nav aria-label="classes">${counted.map((grade) => tally(grade, counts[grade])).join('')}</nav>
${totals(report)}
<form role="search" hidden>
<label>for <select name="side"><option value="">everybody</option>${sides.map((side) => `<option>${side}</option>`).join('')}</select></label>
<label>with the text <input name="text" type="search" placeholder="GET /orders"></label>
<button type="button" name="fold">unfold all</button> <output></output>
</form>
${contents(report)}
</div></header>
<main id="main" tabindex="-1">
${counted.map((grade) => section(report.findings, grade)).join('\n')}
</main>
<script type="module">${SCRIPT}</script>
</body>
</html>
`;
}

/** The operations, each with its changes. */
function contents({ findings }: Report): string {
  const operations = new Map<string, string[]>();
  for (const [index, { places }] of findings.entries()) {
    for (const operation of new Set(places.map((place) => place.operation))) {
      if (operation !== '') operations.set(operation, [...(operations.get(operation) ?? []), anchorOf(index)]);
    }
  }
  if (operations.size === 0) return '';
  const items = [...operations]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([operation, anchors]) => {
      const links = anchors.slice(0, MOST_LINKS).map((anchor, index) => `<a href="#${anchor}">${index + 1}</a>`);
      const more = anchors.length > MOST_LINKS ? ` of ${anchors.length}` : '';
      return `<li id="${operationAnchor(operation)}"><code>${escapeHtml(operation)}</code> ${links.join(' ')}${more}</li>`;
    });
  return `<details class="contents"><summary>${items.length} operations, with their changes</summary><ul>${items.join('')}</ul></details>`;
}

const MOST_LINKS = 12;

function anchorOf(index: number): string {
  return `change-${index + 1}`;
}

function operationAnchor(operation: string): string {
  return `op-${encodeURIComponent(operation)}`;
}

function verdictOf({ counts }: Report): ChangeClass {
  return counts.breaking > 0 ? 'breaking' : 'unclear';
}

function tally(grade: ChangeClass, count: number): string {
  const inner = `<b>${count}</b> ${CLASS_TITLES[grade].toLowerCase()}`;
  return count === 0
    ? `<span class="tally ${grade}">${inner}</span>`
    : `<a class="tally ${grade}" href="#${grade}">${inner}</a>`;
}

/** Table of the number of changes by side and class. */
function totals(report: Report): string {
  const heads = counted.map((grade) => `<th scope="col">${CLASS_WORDS[grade]}</th>`).join('');
  const rows = sides.map((side) => {
    const cells = counted.map((grade) => {
      const count = report.sides[side][grade];
      return count === 0 ? '<td class="quiet">0</td>' : `<td class="${grade}"><b>${count}</b></td>`;
    });
    return `<tr><th scope="row">${side}</th>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr><th scope="col">for</th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function section(findings: readonly Located[], grade: ChangeClass): string {
  const graded = findings.filter((finding) => finding.class === grade);
  if (graded.length === 0) return '';
  const blocks = areas.map((area) => {
    const found = graded.filter((finding) => finding.area === area);
    return found.length === 0
      ? ''
      : `<h3>${AREA_TITLES[area]}</h3>\n${found.map((one) => card(one, findings.indexOf(one))).join('\n')}`;
  });
  return `<section id="${grade}"><h2>${CLASS_TITLES[grade]} (${graded.length})</h2>\n${blocks.join('\n')}</section>`;
}

function card(finding: Located, index: number): string {
  const { corrected, accepted, service, change, request } = finding;
  const { before, after } = valuesOf(finding);
  const way = directionOf(finding);
  const people = effectsOf(finding).map(
    ([side, { class: grade, how }]) =>
      `<dt>${side}</dt><dd><b class="grade ${grade}">${CLASS_WORDS[grade]}</b>${how === '' ? '' : ` ${escapeHtml(how)}`}</dd>`,
  );
  const losers = sides.filter((side) => isGrave(finding.sides[side].class)).join(' ');
  const at = finding.lines.head ?? finding.lines.base;
  const line = at === null ? '' : ` <span class="quiet line">${escapeHtml(`${at.file}:${at.line}`)}</span>`;
  const ids = finding.open ? idsOf(finding) : [finding.id];
  return `<details class="change ${finding.class}" id="${anchorOf(index)}" data-sides="${losers}">
<summary><h4>${service === '' ? '' : `<span class="service">${escapeHtml(service)}</span> `}<code>${escapeHtml(subjectOf(finding))}</code>${way === '' ? '' : ` <span class="way">${way}</span>`}${line}</h4>
<p>${escapeHtml(change)}</p></summary>
${before === null ? '' : `<pre class="before"><span class="mark">before </span>${escapeHtml(before)}</pre>`}
${after === null ? '' : `<pre class="after"><span class="mark">after </span>${escapeHtml(after)}</pre>`}
${corrected === null ? '' : `<p class="quiet">why: ${escapeHtml(corrected)}</p>`}
<dl>${people.join('')}</dl>
${request === null ? '' : `<p class="quiet">a request that shows the change:</p><pre>${escapeHtml(request)}</pre>`}
${places(finding)}
${accepted === null ? '' : `<p class="note">accepted: ${escapeHtml(accepted)}</p>`}
${ids.map((id) => `<p class="id"><code>${escapeHtml(id)}</code></p>`).join('')}
</details>`;
}

function places(finding: Located): string {
  const all = otherPlaces(finding);
  const shown = all.slice(0, MOST_PLACES).map((place) => {
    const text = escapeHtml(placeOf(place));
    return `<li><a href="#${operationAnchor(place.operation)}"><code>${text}</code></a></li>`;
  });
  if (shown.length === 0) return '';
  const more = all.length > MOST_PLACES ? `<li>${all.length - MOST_PLACES} more</li>` : '';
  const open = all.length <= OPEN_PLACES ? ' open' : '';
  return `<details${open}><summary>${all.length === 1 ? 'at 1 place' : `at ${all.length} places`}</summary><ul>${shown.join('')}${more}</ul></details>`;
}

/** Number of listed places; the JSON report has all of them. */
const MOST_PLACES = 100;
