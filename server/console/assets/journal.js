// The journal: the latest exchanges of a world, updated live.

import { useState } from 'preact/hooks';
import { ask, query, read, within } from './api.js';
import { curlOf, requestOf } from './curl.js';
import { referenceOf } from './documents.js';
import {
  attempt,
  Body,
  Choice,
  CopyButton,
  counted,
  Field,
  Heading,
  html,
  Loaded,
  Status,
  useEvents,
  useLoaded,
} from './ui.js';

const STATUSES = [
  ['', 'any'],
  ['2xx', '2xx'],
  ['4xx', '4xx'],
  ['5xx', '5xx'],
];

const STATES = { live: 'live', lost: 'the connection is lost: retrying', off: 'paused' };

export function Journal({ world, about }) {
  const [filter, change] = useState({ service: '', operation: '', status: '' });
  const [paused, pause] = useState(false);
  const [onlyFound, choose] = useState(false);
  const [part, type] = useState('');
  const path = within(world, `/journal${query({ ...filter, limit: 100 })}`);
  const loaded = useLoaded(() => read(path), [path]);
  const state = useEvents(paused ? undefined : within(world, '/journal/events'), loaded.reload);
  const set = (name) => (value) => change({ ...filter, [name]: value.trim() });
  const clear = async () => {
    await attempt(() => ask('DELETE', within(world, '/journal')), 'The journal is cleared');
    loaded.reload();
  };
  return html`<${Heading} title="Journal">Every exchange of this world, newest first, with the rules that it violates.
      Credentials are not shown.<//>
    <section class="card" aria-label="Filter">
      <div class="fields">
        <${Choice} label="Service" value=${filter.service} onChange=${set('service')} options=${[['', 'all'], ...about.services.map((name) => [name, name])]} />
        <${Field} label="Operation" value=${filter.operation} onInput=${set('operation')} placeholder="such as createTurn" />
        <${Field} label="Path contains" type="search" value=${part} onInput=${type} placeholder="such as /comments/42" />
        <${Choice} label="Status" value=${filter.status} onChange=${set('status')} options=${STATUSES} />
        <label class="check"><input type="checkbox" checked=${onlyFound} onChange=${(event) => choose(event.target.checked)} />only with findings or faults</label>
      </div>
      <div class="row">
        <button type="button" aria-pressed=${paused} onClick=${() => pause(!paused)}>${paused ? 'Paused' : 'Pause'}</button>
        <button type="button" class="danger" onClick=${clear}>Clear</button>
        <span class=${`small ${state === 'lost' ? 'mark bad' : 'dim'}`} role="status">${STATES[state]}</span>
      </div>
    </section>
    <${Loaded} of=${loaded} empty="No exchanges yet. Call a service, and the exchange appears here.">${(exchanges) => {
      const shown = exchanges.filter(
        ({ path, findings, faults }) => path.includes(part) && (!onlyFound || findings.length + faults.length > 0),
      );
      if (shown.length === 0)
        return html`<p class="empty">None of ${counted(exchanges.length, 'exchange')} passes the filter.</p>`;
      return html`<section class="card"><h2 class="hidden">Exchanges</h2><ul>
        ${shown.map((each) => html`<li key=${each.number} class="exchange"><${Exchange} of=${each} world=${world} /></li>`)}</ul></section>`;
    }}<//>`;
}

/** Base address of a world's services. @param {string} world */
const originOf = (world) => (world === 'main' ? location.origin : `${location.origin}/worlds/${world}`);

function Exchange({ of: exchange, world }) {
  const { at, method, path, status, broken, duration_ms, faults, findings, service, operation } = exchange;
  const [open, toggle] = useState(false);
  const request = requestOf(exchange);
  const repeat = () =>
    attempt(
      () => fetch(`${originOf(world)}${path}`, { ...request, signal: AbortSignal.timeout(15_000) }),
      (/** @type {Response} */ { status }) => `Sent again: ${status}`,
    );
  return html`<details open=${open} onToggle=${(event) => toggle(event.target.open)}>
    <summary>
      <span class="time">${at.slice(11, 19)}</span><span class="method">${method}</span>
      <span class="grow"><span class="path">${path}</span> <span class="dim small">${operation ?? service ?? ''}</span></span>
      <span class="row">
        ${faults.length > 0 && html`<span class="mark warn">fault</span>`}
        ${findings.length > 0 && html`<span class="mark bad">${counted(findings.length, 'finding')}</span>`}
        ${broken === undefined ? html`<${Status} of=${status} />` : html`<span class="mark bad">${broken}</span>`}
      </span>
      <span class="took">${duration_ms < 10 ? duration_ms.toFixed(1) : Math.round(duration_ms)} ms</span>
    </summary>
    ${
      open &&
      html`<div class="halves">
      <p class="row wide"><${CopyButton} text=${curlOf(originOf(world), exchange)} name="as curl" isShown />
        ${request === undefined ? html`<span class="dim small">its credential is not kept: repeat it with curl</span>` : html`<button type="button" class="tiny" onClick=${repeat}>Repeat</button>`}
        ${service !== undefined && html`<${Reference} service=${service} operation=${operation} />`}</p>
      ${
        findings.length > 0 &&
        html`<div class="wide"><h3>Findings</h3><ul class="rows">
        ${findings.map(({ rule, level, text }) => html`<li key=${rule}><span class=${`mark ${level === 'must' ? 'bad' : 'warn'}`}>${level}</span> <code>${rule}</code><br />${text}</li>`)}
      </ul></div>`
      }
      <${Half} title="Request" of=${exchange.request} />
      ${exchange.response === undefined ? html`<p class="dim">No response.</p>` : html`<${Half} title="Response" of=${exchange.response} />`}
    </div>`
    }
  </details>`;
}

function Reference({ service, operation }) {
  const { data = `/reference/${service}` } = useLoaded(() => referenceOf(service, operation), [service, operation]);
  return html`<a class="small" href=${data}>${operation === undefined ? 'The API reference' : `The API reference of ${operation}`}</a>`;
}

function Half({ title, of: { headers, body, size, truncated } }) {
  const names = Object.entries(headers);
  return html`<div class="stack">
    <h3>${title} <span class="dim small">${counted(size, 'byte')}${truncated ? ', truncated' : ''}</span></h3>
    ${
      names.length > 0 &&
      html`<details class="plain"><summary>${counted(names.length, 'header')}</summary>
      <dl class="small">${names.map(([name, value]) => html`<dt key=${name}>${name}</dt><dd class="mono">${value}</dd>`)}</dl></details>`
    }
    <${Body} of=${body} name=${`Body of the ${title.toLowerCase()}`} />
  </div>`;
}
