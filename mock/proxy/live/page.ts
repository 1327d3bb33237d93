/** The live page: exchanges and findings, updated by the server. It contains no values of exchanges. */

import { PAGE_STYLE, pageBar } from '@wallet-services/kit/page';

/** The page's content security policy: nothing is loaded from elsewhere. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'";

const STYLE = `${PAGE_STYLE}
main { margin: 0 auto; max-width: 80rem; padding: 1rem; }
dl { display: flex; flex-wrap: wrap; gap: .5rem 2rem; margin: 0; }
dt { font-size: .875rem; } dd { font-size: 1.5rem; margin: 0; font-variant-numeric: tabular-nums; }
.scroll { margin-top: 1rem; }
table { border-collapse: collapse; min-width: 36rem; width: 100%; }
caption { text-align: left; font-weight: 600; padding: .5rem .6rem; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th, td:nth-child(-n+2) { white-space: nowrap; }
td:nth-child(3) { overflow-wrap: break-word; }
td:first-child { text-align: right; font-variant-numeric: tabular-nums; }
code { font-size: .875rem; } .fail { color: var(--bad); font-weight: 600; } .warn { color: var(--odd); }
`;

const SCRIPT = `
const rows = new Map();
const byId = (id) => document.getElementById(id);
const cell = (row, text, look) => { const td = row.insertCell(); td.textContent = text; if (look) td.className = look; return td; };
function show({ counts, findings }) {
  for (const [name, value] of Object.entries(counts)) byId(name).textContent = value.toLocaleString();
  byId('none').hidden = findings.length > 0;
  const body = byId('findings');
  // What is there stays where it is: somebody may be reading it.
  for (const one of findings) {
    const key = JSON.stringify([one.service, one.rule, one.operation, one.verdict, one.pointer, one.first]);
    const known = rows.get(key);
    if (known) { known.cells[0].textContent = one.count.toLocaleString(); continue; }
    const row = body.insertRow();
    rows.set(key, row);
    cell(row, one.count.toLocaleString());
    cell(row, one.verdict, one.verdict);
    cell(row, one.rule + (one.operation ? ' (' + one.operation + ')' : ''));
    const what = cell(row, one.text + ' (' + one.source + ')');
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = one.actual + ' at ' + (one.pointer || 'the complete response');
    details.append(summary);
    for (const text of ['expected: ' + one.expected, 'actual: ' + one.actual + (one.pointer === null ? '' : ' at ' + (one.pointer || 'the complete response')), one.curl ?? '']) {
      const line = document.createElement('p'); const code = document.createElement('code');
      code.textContent = text; line.append(code); details.append(line);
    }
    what.append(details);
  }
}
const source = new EventSource('events');
source.onmessage = ({ data }) => {
  show(JSON.parse(data));
  byId('state').textContent = 'live';
};
// After each connection, the proxy sends all events again.
source.onopen = () => { rows.clear(); byId('findings').replaceChildren(); };
source.onerror = () => { byId('state').textContent = 'not up to date: the proxy does not respond'; };
`;

const COUNTS = {
  passed: 'exchanges',
  judged: 'checked',
  unjudged: 'not checked',
  findings_fail: 'findings',
  findings_warn: 'warnings',
};

/** The page. */
export function livePage(): string {
  const counts = Object.entries(COUNTS).map(([id, label]) => `<div><dt>${label}</dt><dd id="${id}">0</dd></div>`);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Traffic check</title><style>${STYLE}</style></head>
<body><a class="skip" href="#main">Skip to the findings</a>
<header>${pageBar('Traffic proxy').text}</header>
<main id="main" tabindex="-1">
<h1>Traffic check</h1>
<p role="status">State: <span id="state">connecting</span>. <a href="metrics">Metrics</a>, <a href="report.json">report</a></p>
<dl>${counts.join('')}</dl>
<div class="scroll" tabindex="0" role="region" aria-label="Findings">
<table><caption><span>Findings (each kind once)</span></caption>
<thead><tr><th scope="col">count</th><th scope="col">verdict</th><th scope="col">rule</th><th scope="col">what the documents say</th></tr></thead>
<tbody id="findings"></tbody></table></div>
<p id="none">No findings so far.</p>
</main><script>${SCRIPT}</script></body></html>
`;
}
