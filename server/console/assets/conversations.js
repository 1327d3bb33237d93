// Conversations with the assistant, updated live.

import { useState } from 'preact/hooks';
import { ask, read, within } from './api.js';
import { attempt, Choice, counted, Field, Heading, html, Loaded, moment, useLoaded } from './ui.js';

const STATUSES = ['new', 'pending', 'done', 'failed'];
const TONES = ['', 'warn', 'good', 'bad'];

const ENDINGS = [
  ['done', 'done, with this response'],
  ['1', 'failed, code 1'],
  ['2', 'failed, code 2'],
  ['3', 'failed, code 3'],
  ['4', 'failed, code 4'],
];

export function Conversations({ world }) {
  const path = within(world, '/conversations');
  const loaded = useLoaded(() => read(path), [path], 1_500);
  return html`<${Heading} title="Conversations">Open conversations, newest first. A waiting turn can be ended here: done, or
      failed with a code.<//>
    <${Loaded} of=${loaded} empty="No conversation is open.">${(all) =>
      all.map(
        (conversation) =>
          html`<${Conversation} key=${conversation.id} of=${conversation} world=${world} reload=${loaded.reload} />`,
      )}<//>`;
}

function Conversation({ of: { id, bot, user, expires_at, turns }, world, reload }) {
  return html`<section class="card stack" aria-label=${`Conversation of ${user}`}>
    <div class="row between"><h2>${user} <span class="dim">and ${bot}</span></h2><span class="dim small">expires ${moment(expires_at)}</span></div>
    <p class="small"><code>${id}</code> <span class="dim">${counted(turns.length, 'turn')}</span></p>
    <ul class="stack">${turns.map((turn) => html`<li key=${turn.id} class="stack"><${Turn} of=${turn} world=${world} reload=${reload} /></li>`)}</ul>
  </section>`;
}

function Turn({ of: { id, status, request, response, error }, world, reload }) {
  return html`<div class="bubble asked">${request}</div>
    ${status === 2 && html`<div class="bubble said">${response}</div>`}
    ${status === 3 && html`<div class="bubble failed">${error === undefined ? 'failed' : `code ${error.code}: ${error.message}`}</div>`}
    <div class="row small"><span class=${`mark ${TONES[status]}`}>${STATUSES[status] ?? status}</span><span class="dim">turn ${id}</span></div>
    <${End} id=${id} world=${world} reload=${reload} isWaiting=${status < 2} />`;
}

function End({ id, world, reload, isWaiting }) {
  const [ending, choose] = useState('4');
  const [text, type] = useState('');
  const submit = async (event) => {
    event.preventDefault();
    const said = text === '' ? {} : { [ending === 'done' ? 'response' : 'message']: text };
    const body = ending === 'done' ? { status: 2, ...said } : { status: 3, code: Number(ending), ...said };
    await attempt(() => ask('PUT', within(world, `/turns/${id}`), body), `Turn ${id} is ended`);
    reload();
  };
  return html`<details class="plain small"><summary>${isWaiting ? 'End turn' : 'Change the result'}<span class="hidden">: turn ${id}</span></summary>
    <form class="row end" onSubmit=${submit}>
      <${Choice} label="Result" value=${ending} onChange=${choose} options=${ENDINGS} />
      <${Field} label=${ending === 'done' ? 'Response' : 'Message (optional)'} value=${text} onInput=${type} required=${ending === 'done'} maxlength="2000" />
      <button>End turn</button></form></details>`;
}
