// The people of a world: their credentials, tokens and possessions.

import { useState } from 'preact/hooks';
import { ask, read, within } from './api.js';
import { assetNames, markets } from './documents.js';
import { attempt, Choice, Copied, counted, Field, Heading, html, Loaded, useLoaded } from './ui.js';

export function People({ world }) {
  const path = within(world, '/people');
  const loaded = useLoaded(() => read(path), [path], 5_000);
  const names = useLoaded(assetNames, []);
  const known = useLoaded(markets, []);
  const assets = { names: names.data ?? new Map(), markets: known.data ?? [] };
  return html`<${Heading} title="People">The demo users of the examples, with their keystores. All of it is public: this is
      a sandbox.<//>
    <${Loaded} of=${loaded} empty="There are no users.">${(people) => html`<ul class="cards">
      ${people.map((person) => html`<li key=${person.user_id} class="card stack"><${Person} of=${person} assets=${assets} world=${world} reload=${loaded.reload} /></li>`)}</ul>`}<//>`;
}

function Person({
  of: { user_id, full_name, identity_number, contract_address, keystores, owns },
  assets,
  world,
  reload,
}) {
  const { positions, orders, vaults } = owns;
  return html`<div class="row"><span class="avatar" aria-hidden="true">${full_name.slice(0, 1)}</span>
      <span class="grow"><h2>${full_name}</h2>${identity_number && html`<span class="dim small">number ${identity_number}</span>`}</span></div>
    <${Copied} text=${user_id} name=${`user id of ${full_name}`} />
    ${contract_address && html`<div class="small"><span class="dim">contract account</span><${Copied} text=${contract_address} name=${`contract account of ${full_name}`} /></div>`}
    <${SignIn} user=${user_id} name=${full_name} world=${world} hasKey=${keystores.length > 0} />
    ${keystores.map(
      ({ application, keystore }) => html`<details class="plain" key=${keystore.session_id}>
      <summary>Keystore${application === full_name ? '' : ` with ${application}`}</summary>
      <dl class="small"><dt>client_id</dt><dd><${Copied} text=${keystore.client_id} name="client_id" /></dd>
        <dt>session_id</dt><dd><${Copied} text=${keystore.session_id} name="session_id" /></dd>
        <dt>private_key</dt><dd><${Copied} text=${keystore.private_key} name="private_key" /></dd></dl></details>`,
    )}
    <div class="small stack">
      ${
        positions.length > 0 &&
        html`<div class="scroll" role="group" aria-label=${`Positions of ${full_name}`} tabindex="0"><table><thead><tr><th scope="col">market</th><th scope="col">supplied</th><th scope="col">pledged</th><th scope="col">borrowed</th></tr></thead>
        <tbody>${positions.map(({ asset_id, supplied, pledged, borrowed }) => html`<tr key=${asset_id}><td><span title=${asset_id}>${assets.names.get(asset_id) ?? asset_id.slice(0, 8)}</span></td><td>${supplied}</td><td>${pledged}</td><td>${borrowed}</td></tr>`)}</tbody></table></div>`
      }
      ${orders.length > 0 && html`<details class="plain"><summary>${counted(orders.length, 'swap order')}</summary><ul class="rows">${orders.map(({ id, state }) => html`<li key=${id} class="row between"><code>${id}</code><span class="mark">${state}</span></li>`)}</ul></details>`}
      ${vaults.length > 0 && html`<details class="plain"><summary>${counted(vaults.length, 'vault')}</summary><ul class="rows">${vaults.map((id) => html`<li key=${id}><code>${id}</code></li>`)}</ul></details>`}
      ${positions.length + orders.length + vaults.length === 0 && html`<p class="dim">Owns nothing.</p>`}
      ${assets.markets.length > 0 && html`<${Give} user=${user_id} name=${full_name} markets=${assets.markets} world=${world} reload=${reload} />`}
    </div>`;
}

/** Signs a token, and shows whether the wallet network accepts it. */
function SignIn({ user, name, world, hasKey }) {
  const [token, keep] = useState(undefined);
  if (!hasKey) return null;
  const sign = async () => {
    const signed = await attempt(
      () => ask('POST', within(world, '/tokens'), { user_id: user }),
      `The token of ${name} is below`,
    );
    if (signed !== undefined) keep(signed.token);
  };
  return html`<div class="stack"><button type="button" onClick=${sign}>Sign a token<span class="hidden"> of ${name}</span></button>
    ${token && html`<div class="small"><span class="dim">for <code>GET /me</code>; every service accepts it</span><${Copied} text=${token} name=${`token of ${name}`} /></div>`}</div>`;
}

/** Gives a user a position in a market of lending. */
function Give({ user, name, markets, world, reload }) {
  const [asset, choose] = useState(markets[0][0]);
  const [supplied, type] = useState('');
  const submit = async (event) => {
    event.preventDefault();
    await attempt(
      () => ask('PUT', within(world, `/people/${user}/positions/${asset}`), { supplied }),
      `${name} has supplied ${supplied}`,
    );
    reload();
  };
  return html`<details class="plain"><summary>Set a balance</summary><form class="row end" onSubmit=${submit}>
    <${Choice} label="Market" value=${asset} onChange=${choose} options=${markets} />
    <${Field} label="Supplied amount" value=${supplied} onInput=${type} required pattern="[0-9]{1,20}(\\.[0-9]{1,8})?" inputmode="decimal" /><button>Set</button></form></details>`;
}
