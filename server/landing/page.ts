/** The page at `/`: the start page of the console. It also works without a script. */

import { type Html, html } from '@wallet-services/kit/html';
import type { Response } from 'express';
import { framedPage, sendFramed } from '../console/index.ts';
import type { Landing } from './content.ts';

/** The tasks of the console; each has a page. */
const TASKS = [
  ['journal', 'Watch', 'each request with its response and the rules that it violates'],
  ['faults', 'Break', 'an error status, a delay, a lost connection, or a faulty server by name'],
  ['clock', 'Wait', 'advance ten minutes or thirty days with a click: tokens expire, interest accrues'],
  ['payments', 'Pay', 'the payments that services request, as one of the demo users'],
  ['people', 'Sign in', 'with the keystores of the demo users, and see what they own'],
  ['worlds', 'Isolate', 'work in a separate copy; save it and restore it'],
] as const;

export function sendLandingPage(response: Response, landing: Landing): void {
  const body = html`<main id="page" tabindex="-1">
<h1>Reference server</h1>
<p class="lead">Five services on a real database, with a sandbox of the wallet network: a complete implementation of the contract.
Everything here is for testing; the credentials are public.</p>
<ul class="cards">${TASKS.map(
    ([anchor, name, text]) => html`<li class="card"><h2><a href="/sandbox#${anchor}">${name}</a></h2><p>${text}</p></li>
`,
  )}</ul>
${services(landing)}
${wallet(landing)}
${rpc(landing)}
${assistant(landing)}
<p class="dim small">This page as JSON: <code>Accept: application/json</code>.</p>
</main>`;
  sendFramed(response, framedPage({ title: 'Reference server', current: 'start', body, script: 'start.js' }));
}

function line(text: string): Html {
  return html`<div class="line"><pre tabindex="0" role="group" aria-label="Shell command">${text}</pre></div>`;
}

function services({ services }: Landing): Html {
  return html`<section><h2>Services</h2><ul class="cards broad">
${services.map(
  ({
    name,
    url,
    openapi_json,
    openapi_yaml,
    proto,
    reference,
    curl,
  }) => html`<li class="card"><h3 id="${name}">${name}</h3>
<p><code>${url}</code></p>
<p class="small"><a href="${relative(reference)}">API reference<span class="hidden"> of ${name}</span></a> · OpenAPI <a href="${relative(openapi_json)}">JSON<span class="hidden"> of ${name}</span></a>,
<a href="${relative(openapi_yaml)}">YAML<span class="hidden"> of ${name}</span></a> · <a href="${relative(proto)}">protobuf<span class="hidden"> of ${name}</span></a></p>
${line(curl)}</li>
`,
)}</ul></section>`;
}

function rpc({ rpc, health }: Landing): Html {
  const [alive = '', ready = ''] = health;
  return html`<section class="card"><h2>RPC and health</h2>
<dl>
<dt>gRPC</dt><dd><code>${rpc.grpc}</code> (HTTP/2 without TLS)</dd>
<dt>Connect, gRPC-Web</dt><dd><code>${rpc.connect}</code></dd>
<dt>Twirp</dt><dd><code>${rpc.twirp}</code></dd>
<dt>Health</dt><dd><a href="${relative(alive)}">/healthz</a>, <a href="${relative(ready)}">/readyz</a></dd>
</dl>
${line(`curl -H 'Content-Type: application/json' -d '{"limit":2}' ${originOf(alive)}/twirp/Lending/Transactions`)}
</section>`;
}

function wallet({ wallet }: Landing): Html {
  if (wallet.token_url === undefined) {
    return html`<section class="card"><h2>Wallet network</h2><p>This network verifies tokens: <code>${wallet.url}</code></p></section>`;
  }
  const path = '/codes/<code_id>/pay';
  return html`<section class="card stack"><h2>Sandbox wallet network</h2>
<p><code>${wallet.url}</code></p>
<p>Get an access token of the first keystore below, valid for ten minutes (<code>user_id</code> chooses another):</p>
${line(`curl '${wallet.token_url}'`)}
<p>Pay a link <code>&lt;scheme&gt;://codes/&lt;code_id&gt;</code> with a token that is signed for that request:</p>
${line(`curl -X POST -H "Authorization: Bearer $(curl -s '${wallet.token_url}&method=POST&path=${path}')" '${wallet.url}${path}'`)}
<p><a href="${relative(wallet.authorize_url ?? '')}">Grant scopes to an application</a> (OAuth, with or without PKCE).</p>
<h3>Keystores</h3>
<div>${wallet.keystores.map(
    ({ name, application, client_id, session_id, private_key }) => html`<details class="plain"><summary>${name}${
      name === application ? '' : html`, with ${application}`
    }</summary>
<dl class="small"><dt>client_id</dt><dd><code>${client_id}</code></dd><dt>session_id</dt><dd><code>${session_id}</code></dd>
<dt>private_key</dt><dd><code>${private_key}</code></dd></dl></details>
`,
  )}</div>
<h3>Applications</h3>
<div>${wallet.applications.map(
    ({ name, client_id, client_secret, redirect_uris }) => html`<details class="plain"><summary>${name}</summary>
<dl class="small"><dt>client_id</dt><dd><code>${client_id}</code></dd><dt>client_secret</dt><dd><code>${client_secret}</code></dd>
<dt>redirect_uri</dt><dd>${redirect_uris.map((uri) => html`<code>${uri}</code><br>`)}</dd></dl></details>
`,
  )}</div></section>`;
}

function assistant({ assistant_applications }: Landing): Html {
  if (assistant_applications.length === 0) return html``;
  return html`<section class="card stack"><h2>Applications of the assistant</h2>
${assistant_applications.map(
  ({ app_id, secret }) => html`<dl class="small"><dt>X-ASSISTANT-APPID</dt><dd><code>${app_id}</code></dd>
<dt>X-ASSISTANT-SECRET</dt><dd><code>${secret}</code></dd></dl>
`,
)}</section>`;
}

/** Makes a link relative, so that it stays on this server under any host name. */
function relative(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function originOf(url: string): string {
  return new URL(url).origin;
}
