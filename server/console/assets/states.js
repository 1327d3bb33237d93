// Swap orders and airdrops, with their states, which can be changed.

import { ask, read, within } from './api.js';
import { attempt, Heading, html, Loaded, useLoaded } from './ui.js';

const ORDER_STATES = ['Trading', 'Rejected', 'Done'].map((state) => [state, state]);
const AIRDROP_STATES = ['created', 'paid', 'sending', 'delivered', 'failed'].map((name, status) => [
  String(status),
  name,
]);

export function States({ world, about }) {
  const people = useLoaded(() => read(within(world, '/people')), [world]);
  const nameOf = (user) => (people.data ?? []).find(({ user_id }) => user_id === user)?.full_name ?? user ?? '';
  return html`<${Heading} title="Orders and airdrops">With the state names of their services. Setting a state has the same effect as reaching it
      by itself: a delivered airdrop pays its rewards.<//>
    ${
      about.services.includes('swap') &&
      html`<${Part} title="Swap orders" path=${within(world, '/orders')} empty="There is no order."
      idOf=${({ id }) => id} more=${({ user_id }) => nameOf(user_id)} stateOf=${({ state }) => state} states=${ORDER_STATES} change=${(state) => ({ state })} />`
    }
    ${
      about.services.includes('comment') &&
      html`<${Part} title="Airdrops" path=${within(world, '/airdrops')} empty="There is no airdrop."
      idOf=${({ uuid }) => uuid} more=${({ amount, tip_type }) => `${amount}, ${tip_type}`} stateOf=${({ status }) => String(status)} states=${AIRDROP_STATES}
      change=${(status) => ({ status: Number(status) })} />`
    }`;
}

function Part({ title, path, empty, idOf, more, stateOf, states, change }) {
  const loaded = useLoaded(() => read(path), [path], 3_000);
  const put = async (id, state) => {
    await attempt(
      () => ask('PUT', `${path}/${encodeURIComponent(id)}`, change(state)),
      `The state is now ${states.find(([key]) => key === state)?.[1]}`,
    );
    loaded.reload();
  };
  return html`<section class="card"><h2>${title}</h2>
    <${Loaded} of=${loaded} empty=${empty}>${(all) =>
      html`<ul class="rows">${all.map(
        (each) => html`<li key=${idOf(each)} class="row between">
      <span class="grow"><code>${idOf(each)}</code><br /><span class="dim small">${more(each)}</span></span>
      <select aria-label=${`State of ${idOf(each)}`} value=${stateOf(each)} onChange=${(event) => put(idOf(each), event.target.value)}>
        ${states.map(([key, name]) => html`<option key=${key} value=${key}>${name}</option>`)}
      </select></li>`,
      )}</ul>`}<//></section>`;
}
