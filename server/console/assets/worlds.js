// Worlds and snapshots.

import { useState } from 'preact/hooks';
import { ask, read, within } from './api.js';
import { attempt, Choice, Copied, counted, Field, Heading, html, Loaded, moment, useLoaded } from './ui.js';

export function Worlds({ world, about, enter }) {
  const worlds = useLoaded(() => read('/worlds'), [], 2_000);
  const snapshots = useLoaded(() => read('/snapshots'), [], 5_000);
  const act = async (does, done) => {
    const result = await attempt(does, done);
    await Promise.all([worlds.reload(), snapshots.reload()]);
    return result;
  };
  const names = (snapshots.data ?? []).map(({ name }) => name);
  return html`<${Heading} title="Worlds">Each world is an isolated copy of the seeded data, with its own addresses, clock, faults and
      journal. At most ${about.bounds.worlds} at a time: another one replaces the oldest idle world.<//>
    <${NewWorld} snapshots=${names} make=${async (requested) => {
      const made = await act(() => ask('POST', '/worlds', requested), 'The world is created');
      if (made !== undefined) enter(made.id);
    }} />
    <${Loaded} of=${worlds}>${(all) =>
      html`<ul class="cards">${all.map(
        (each) => html`<li key=${each.id} class="card stack">
      <${World} of=${each} isCurrent=${each.id === world} snapshots=${names} act=${act} enter=${enter} canSave=${about.saves_main || each.id !== 'main'} /></li>`,
      )}</ul>`}<//>
    <section class="card"><h2>Snapshots</h2>
      <${Loaded} of=${snapshots} empty="None yet. Save a world to restore it later.">${(all) => html`
        <ul class="rows">${all.map(
          ({ name, world_time, bytes }) => html`<li key=${name} class="row between">
          <span><strong>${name}</strong> <span class="dim small">clock at ${moment(world_time)}; ${Math.ceil(bytes / 1_024)} KiB</span></span>
          <button type="button" class="tiny danger" onClick=${() => act(() => ask('DELETE', `/snapshots/${encodeURIComponent(name)}`), `${name} is removed`)}>Remove<span class="hidden"> snapshot ${name}</span></button>
        </li>`,
        )}</ul>`}<//>
    </section>`;
}

function NewWorld({ snapshots, make }) {
  const [name, type] = useState('');
  const [snapshot, choose] = useState('');
  const [idle, last] = useState('30m');
  const [isBusy, work] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    work(true);
    await make({ ...(name === '' ? {} : { name }), ...(snapshot === '' ? {} : { snapshot }), idle_timeout: idle });
    work(false);
  };
  return html`<form class="card" onSubmit=${submit}><h2>Create a world</h2>
    <div class="fields">
      <${Field} label="Name (optional)" value=${name} onInput=${type} maxlength="64" pattern="[A-Za-z0-9][A-Za-z0-9._ \\-]*" placeholder="checkout test" />
      <${Choice} label="Initial data" value=${snapshot} onChange=${choose} options=${[['', 'the seeded data'], ...snapshots.map((each) => [each, each])]} />
      <${Field} label="Remove when idle for" value=${idle} onInput=${last} required pattern="([0-9]+(\\.[0-9]+)?(ms|s|m|h|d))+" />
    </div>
    <button class="primary" disabled=${isBusy} aria-busy=${isBusy}>${isBusy ? 'Creating ...' : 'Create'}</button></form>`;
}

function World({
  of: { id, name, url, clock, faults, exchanges, used_at, idle_timeout },
  isCurrent,
  snapshots,
  act,
  enter,
  canSave,
}) {
  const [saved, type] = useState('');
  const [back, choose] = useState('');
  const isMain = id === 'main';
  const label = name ?? id;
  const save = (event) => {
    event.preventDefault();
    act(() => ask('PUT', within(id, `/snapshots/${encodeURIComponent(saved)}`)), `${saved} is saved`);
  };
  const restore = () =>
    act(() => ask('POST', within(id, '/restore'), back === '' ? {} : { snapshot: back }), `${label} is restored`);
  const remove = async () => {
    await act(() => ask('DELETE', within(id, '')), `${label} is removed`);
    if (isCurrent) enter('main');
  };
  return html`<div class="row between"><h2>${label}</h2>${isCurrent && html`<span class="mark good">shown here</span>`}</div>
    <${Copied} text=${url} name=${`address of ${label}`} />
    <dl class="small"><dt>clock</dt><dd>${moment(clock.now)}${clock.frozen ? ', frozen' : ''}</dd>
      <dt>faults</dt><dd>${counted(faults, 'fault')} active</dd><dt>journal</dt><dd>${counted(exchanges, 'exchange')}</dd>
      <dt>used</dt><dd>${moment(used_at)}${idle_timeout === undefined ? '' : `; goes after ${idle_timeout} idle`}</dd></dl>
    <div class="row">
      ${!isCurrent && html`<button type="button" class="primary" onClick=${() => enter(id)}>Show<span class="hidden"> ${label}</span></button>`}
      ${!isMain && html`<button type="button" class="danger" onClick=${remove}>Remove<span class="hidden"> ${label}</span></button>`}
    </div>
    ${
      canSave &&
      html`<details class="plain"><summary>Save or restore</summary><div class="stack">
      <form class="row end" onSubmit=${save}><${Field} label="Name of the snapshot" value=${saved} onInput=${type} required maxlength="64" pattern="[A-Za-z0-9][A-Za-z0-9._ \\-]*" /><button>Save</button></form>
      ${
        !isMain &&
        html`<div class="row end"><${Choice} label="Restore" value=${back} onChange=${choose} options=${[['', 'the seeded data'], ...snapshots.map((each) => [each, each])]} />
        <button type="button" onClick=${restore}>Restore</button></div>`
      }
    </div></details>`
    }`;
}
