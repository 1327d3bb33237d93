// Payment requests of the services, each with a button that pays it.

import { useState } from 'preact/hooks';
import { ask, read, within } from './api.js';
import { assetNames, exampleBody } from './documents.js';
import { attempt, Choice, CopyButton, Heading, html, Loaded, moment, useLoaded } from './ui.js';

export function Payments({ world, about }) {
  const codes = useLoaded(() => read(within(world, '/payment-codes')), [world], 2_000);
  const people = useLoaded(() => read(within(world, '/people')), [world]);
  const names = useLoaded(assetNames, []);
  const [chosen, choose] = useState('');
  const payer = chosen || people.data?.[0]?.user_id || '';
  const pay = async (code) => {
    await attempt(
      () => ask('POST', within(world, '/payments'), { code_id: code, user_id: payer }),
      (/** @type {{ state: string, reason?: string }} */ { state, reason }) =>
        state === 'refunded' ? `The payment was refunded: ${reason ?? 'no reason given'}` : 'Paid',
    );
    codes.reload();
  };
  const request = async () => {
    await attempt(() => requestPayment(world), 'Lending requested a payment');
    codes.reload();
  };
  return html`<${Heading} title="Payments">Payments that the services requested. A wallet opens the link; here a click pays it, and the service
      processes it.<//>
    <section class="card"><div class="row end between">
      <${Choice} label="Payer" value=${payer} onChange=${choose} options=${(people.data ?? []).map(({ user_id, full_name }) => [user_id, full_name])} />
      ${about.services.includes('lending') && html`<button type="button" onClick=${request}>Request one from lending</button>`}
    </div></section>
    <${Loaded} of=${codes} empty="No service has requested a payment yet.">${(all) => html`<ul class="cards">
      ${all.map(
        ({
          code_id,
          service,
          asset_id,
          amount,
          trace_id,
          created_at,
          url,
          paid,
        }) => html`<li key=${code_id} class="card stack">
        <div class="row between"><span class="amount">${amount} ${names.data?.get(asset_id) ?? ''}</span><span class=${`mark ${paid ? 'good' : 'warn'}`}>${paid ? 'paid' : 'open'}</span></div>
        <dl class="small"><dt>requested by</dt><dd>${service}</dd><dt>asset</dt><dd>${names.data?.get(asset_id) ?? ''} <span class="mono">${asset_id}</span></dd>
          <dt>trace id</dt><dd class="mono">${trace_id}</dd><dt>created</dt><dd>${moment(created_at)}</dd></dl>
        <div class="row">
          <button type="button" class="primary" disabled=${paid || payer === ''} onClick=${() => pay(code_id)}>Pay<span class="hidden"> ${amount} for ${service}, trace id ${trace_id}</span></button>
          ${url && html`<${CopyButton} text=${url} name="link for a wallet" />`}
        </div></li>`,
      )}</ul>`}<//>`;
}

const PAY_REQUESTS = '/api/v1/pay-requests';

/** Creates a payment request of lending with a new trace id, as any client does. @param {string} world */
async function requestPayment(world) {
  const { services } = await read(within(world, ''));
  const body = await exampleBody('lending', PAY_REQUESTS, 'post');
  const response = await fetch(`${new URL(services.lending).pathname}${PAY_REQUESTS}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...body, trace_id: newId() }),
    signal: AbortSignal.timeout(15_000),
  });
  if (!response.ok) throw new Error((await response.json()).msg);
}

/** A random UUID; `crypto.randomUUID` only exists on secure origins. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (Number(bytes[6]) & 0x0f) | 0x40;
  bytes[8] = (Number(bytes[8]) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
