// The page of faults: the active ones, a form for a new one, and the catalogue of faulty servers.

import { useState } from 'preact/hooks';
import { ask, query, read, within } from './api.js';
import { operationsOf } from './documents.js';
import { attempt, Choice, counted, Field, Heading, html, Loaded, useLoaded } from './ui.js';

const KINDS = [
  ['status', 'respond with a status'],
  ['example', 'respond with an example of the document'],
  ['delay', 'delay the response'],
  ['dribble', 'send the body slowly'],
  ['stale', 'repeat the first response'],
  ['drop', 'close the connection immediately'],
  ['lost', 'process the request, then close the connection'],
  ['cut', 'close the connection in the middle of the body'],
  ['hang', 'never respond'],
  ['endless', 'send an endless body'],
  ['garbage', 'send something that is not HTTP'],
];

export function Faults({ world, about }) {
  const path = within(world, '/faults');
  const loaded = useLoaded(() => read(path), [path], 1_500);
  const switchOn = async (requested) => {
    await attempt(() => ask('POST', path, requested), 'The fault is on');
    loaded.reload();
  };
  const switchOff = async (rest, done) => {
    await attempt(() => ask('DELETE', `${path}${rest}`), done);
    loaded.reload();
  };
  return html`<${Heading} title="Faults">Faults that happen in this world only: test today what production shows
      once a year.<//>
    <section class="card" aria-label="Active faults"><div class="row between"><h2>Active faults</h2>
      ${(loaded.data?.length ?? 0) > 0 && html`<button type="button" class="tiny danger" onClick=${() => switchOff('', 'All faults are off')}>Switch all off</button>`}</div>
      <${Loaded} of=${loaded} empty="No fault is active.">${(faults) => html`<ul class="rows">
        ${faults.map(
          ({ id, text, hits, left }) => html`<li key=${id} class="row between">
          <span class="grow">${text}<br /><span class="dim small">happened ${counted(hits, 'time')}${left === undefined ? '' : `, ${left} left`}</span></span>
          <button type="button" class="tiny" onClick=${() => switchOff(`/${encodeURIComponent(id)}`, 'The fault is off')}>Switch off<span class="hidden"> ${text}</span></button>
        </li>`,
        )}</ul>`}<//>
    </section>
    <${OwnFault} about=${about} switchOn=${switchOn} />
    <${Catalogue} about=${about} switchOn=${switchOn} />`;
}

function OwnFault({ about, switchOn }) {
  const [{ service, operation, kind, status, example, delay, dribble, times, probability }, change] = useState({
    service: about.services[0],
    operation: '',
    kind: 'status',
    status: '503',
    example: '',
    delay: '2s',
    dribble: '5s',
    times: '',
    probability: '',
  });
  const set = (name) => (value) =>
    change((before) => ({ ...before, [name]: value, ...(name === 'service' ? { operation: '', example: '' } : {}) }));
  const operations = useLoaded(() => operationsOf(service), [service]);
  const known = operations.data ?? [];
  const examples = known.find(({ id }) => id === operation)?.examples ?? [];
  const submit = (event) => {
    event.preventDefault();
    const what = {
      status: { status: Number(status) },
      example: { example: example || examples[0]?.name },
      delay: { delay },
      dribble: { dribble },
      stale: { stale: true },
    }[kind] ?? { connection: kind };
    const often = {
      ...(times === '' ? {} : { times: Number(times) }),
      ...(probability === '' ? {} : { probability: Number(probability) / 100 }),
    };
    switchOn({ service, ...(operation === '' ? {} : { operation }), ...what, ...often });
  };
  return html`<form class="card" onSubmit=${submit}><h2>By operation</h2>
    <div class="fields">
      <${Choice} label="Service" value=${service} onChange=${set('service')} options=${about.services.map((name) => [name, name])} />
      <${Choice} label="Operation" value=${operation} onChange=${set('operation')} options=${[['', 'every operation'], ...known.map(({ id, title }) => [id, `${id} (${title})`])]} />
      <${Choice} label="Fault" value=${kind} onChange=${set('kind')} options=${KINDS} />
      ${kind === 'status' && html`<${Field} label="Status" type="number" min="100" max="599" value=${status} onInput=${set('status')} required />`}
      ${
        kind === 'example' &&
        html`<${Choice} label="Example" value=${example || examples[0]?.name} onChange=${set('example')}
        options=${examples.length === 0 ? [['', 'choose an operation first']] : examples.map(({ name, status }) => [name, `${name} (${status})`])} />`
      }
      ${kind === 'delay' && html`<${Field} label="Delay" value=${delay} onInput=${set('delay')} required pattern="([0-9]+(\\.[0-9]+)?(ms|s|m|h|d))+" />`}
      ${kind === 'dribble' && html`<${Field} label="Over" value=${dribble} onInput=${set('dribble')} required pattern="([0-9]+(\\.[0-9]+)?(ms|s|m|h|d))+" />`}
      <${Field} label="Times (empty: always)" type="number" min="1" max="1000000" value=${times} onInput=${set('times')} />
      <${Field} label="Percent of requests (empty: all)" type="number" min="1" max="100" value=${probability} onInput=${set('probability')} />
    </div>
    <button class="primary" disabled=${kind === 'example' && examples.length === 0}>Switch on</button></form>`;
}

/** Largest number of listed entries of the catalogue. */
const MOST = 40;

/** Longest wait for it, in milliseconds: the server first loads the conformance suite. */
const PATIENCE = 120_000;

function Catalogue({ about, switchOn }) {
  const [search, type] = useState('');
  const [service, choose] = useState('');
  const path = `/catalogue${query({ service, search })}`;
  // Loaded only when requested, because the server has to load the conformance suite for it.
  const [isAsked, show] = useState(false);
  const loaded = useLoaded(() => (isAsked ? read(path, PATIENCE) : Promise.resolve(undefined)), [isAsked, path]);
  if (!isAsked)
    return html`<section class="card"><h2>By name</h2>
      <p class="dim">The faulty servers that the conformance suite is tested with. Each violates one rule.</p>
      <button type="button" onClick=${() => show(true)}>Show the catalogue</button></section>`;
  return html`<section class="card"><h2>By name</h2>
    <p class="dim">The faulty servers that the conformance suite is tested with. Each violates one rule.</p>
    <div class="fields">
      <${Choice} label="Service" value=${service} onChange=${choose} options=${[['', 'all'], ...about.services.map((name) => [name, name])]} />
      <${Field} label="Words in the name" type="search" value=${search} onInput=${type} placeholder="repeats its last item" />
    </div>
    <${Loaded} of=${loaded} empty="No faulty server has these words in its name.">${(all) => html`
      <p class="dim small" role="status">${all.length > MOST ? `the first ${MOST} of ${all.length}` : counted(all.length, 'faulty server')}</p>
      <ul class="rows">${all.slice(0, MOST).map(
        (fault) => html`<li key=${`${fault.service} ${fault.name}`} class="row between">
        <span class="grow">${fault.name}<br /><span class="dim small">${fault.service}; violates <code>${fault.rule}</code></span></span>
        <button type="button" class="tiny" onClick=${() => switchOn({ named: fault.name, service: fault.service })}>Switch on<span class="hidden"> ${fault.name}</span></button>
      </li>`,
      )}</ul>`}<//>
  </section>`;
}
