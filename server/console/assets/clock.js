// The clock of a world.

import { useState } from 'preact/hooks';
import { ask, read, within } from './api.js';
import { attempt, Field, Heading, html, Loaded, moment, useLoaded } from './ui.js';

const STEPS = [
  ['1m', '1 minute'],
  ['11m', '11 minutes'],
  ['1h', '1 hour'],
  ['24h', '1 day'],
  ['30d', '30 days'],
];

export function Clock({ world }) {
  const path = within(world, '/clock');
  const loaded = useLoaded(() => read(path), [path], 1_000);
  const [length, type] = useState('90s');
  const [to, choose] = useState('');
  const change = async (body, done) => {
    await attempt(() => ask('POST', path, body), done);
    loaded.reload();
  };
  const advance = (duration) => change({ advance: duration }, `The clock advanced by ${duration}`);
  const submit = (act) => (event) => {
    event.preventDefault();
    act();
  };
  return html`<${Heading} title="Clock">Tokens, nonces, conversations, 24-hour windows, airdrops and interest follow it:
      advance 11 minutes, and a conversation has expired.<//>
    <${Loaded} of=${loaded}>${({ now, frozen, offset_ms }) => html`
      <section class="card" aria-label="Time">
        <p class="now"><time datetime=${now}>${moment(now)}</time> <span class="dim small">UTC</span></p>
        <p class="row"><span class=${`mark ${frozen ? 'warn' : 'good'}`}>${frozen ? 'frozen' : 'running'}</span>
          <span class="dim small">${offsetText(offset_ms)}</span></p>
        <div class="row">
          <button type="button" class="primary" onClick=${() => change({ freeze: !frozen }, frozen ? 'The clock is running' : 'The clock is frozen')}>${frozen ? 'Unfreeze' : 'Freeze'}</button>
          <button type="button" onClick=${() => change({ reset: true, freeze: false }, 'The clock shows the system time')}>Reset to system time</button>
        </div>
      </section>
      <section class="card"><h2>Advance</h2>
        <div class="row">${STEPS.map(([step, name]) => html`<button type="button" key=${step} onClick=${() => advance(step)}>+ ${name}</button>`)}</div>
        <form class="row end" onSubmit=${submit(() => advance(length))}>
          <${Field} label="Other duration: ms, s, m, h, d" value=${length} onInput=${type} required pattern="([0-9]+(\\.[0-9]+)?(ms|s|m|h|d))+" />
          <button>Advance</button>
        </form>
      </section>
      <section class="card"><h2>Set</h2>
        <form class="row end" onSubmit=${submit(() => change({ set: `${to.length === 16 ? `${to}:00` : to}Z` }, 'The clock is set'))}>
          <${Field} label="Time, UTC" type="datetime-local" step="1" value=${to} onInput=${choose} required />
          <button>Set</button>
        </form>
      </section>`}<//>`;
}

/** @type {readonly (readonly [seconds: number, name: string])[]} */
const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** A banner on every page while the world's clock differs from the system clock, because tokens expire by it. */
export function ClockBanner({ world }) {
  const { data } = useLoaded(() => read(within(world, '/clock')), [world], 5_000);
  if (data === undefined || (Math.abs(data.offset_ms) < 1_000 && !data.frozen)) return null;
  return html`<p class="banner" role="note">The clock of this world is ${data.frozen ? 'frozen, ' : ''}${offsetText(data.offset_ms)}:
    what was signed by another clock may have expired. <a href=${`#clock?world=${world}`}>Clock</a></p>`;
}

/** @param {number} milliseconds */
function offsetText(milliseconds) {
  if (Math.abs(milliseconds) < 1_000) return 'same as the system clock';
  const seconds = Math.round(Math.abs(milliseconds) / 1_000);
  /** @type {string[]} */
  const parts = [];
  let left = seconds;
  for (const [unit, name] of UNITS) {
    if (left >= unit) parts.push(`${Math.floor(left / unit)} ${name}`);
    left %= unit;
  }
  return `${parts.slice(0, 2).join(' ')} ${milliseconds > 0 ? 'ahead of' : 'behind'} the system clock`;
}
