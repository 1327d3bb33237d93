/** The page at `/`. */

import { type Html, html } from '@wallet-services/kit/html';
import type { Response } from 'express';
import { sendPage } from '../http/page.ts';
import type { Landing } from './content.ts';

const TITLE = 'Wallet services: reference server';

export function sendLandingPage(response: Response, landing: Landing): void {
  const body = html`<h1>${TITLE}</h1>
<p>An executable reading of the contract: five services on a real database, with a sandbox of the wallet network.
Everything here is for trying out; the credentials are public. This page as JSON: <code>Accept: application/json</code>.</p>
${services(landing)}
${rpc(landing)}
${wallet(landing)}
${assistant(landing)}`;
  sendPage(response, 200, TITLE, body);
}

function services({ services }: Landing): Html {
  return html`<section><h2>Services</h2>
${services.map(
  ({ name, url, openapi_json, openapi_yaml, proto, reference, curl }) => html`<h3 id="${name}">${name}</h3>
<p><code>${url}</code></p>
<p><a href="${relative(reference)}">API reference</a>; OpenAPI: <a href="${relative(openapi_json)}">JSON</a>, <a href="${relative(openapi_yaml)}">YAML</a>;
protobuf: <a href="${relative(proto)}">.proto</a></p>
<pre>${curl}</pre>
`,
)}</section>`;
}

function rpc({ rpc, health }: Landing): Html {
  const [alive = '', ready = ''] = health;
  return html`<section><h2>RPC and health</h2>
<dl>
<dt>gRPC</dt><dd><code>${rpc.grpc}</code> (HTTP/2 without TLS)</dd>
<dt>Connect, gRPC-Web</dt><dd><code>${rpc.connect}</code></dd>
<dt>Twirp</dt><dd><code>${rpc.twirp}</code></dd>
<dt>Health</dt><dd><a href="${relative(alive)}">/healthz</a>, <a href="${relative(ready)}">/readyz</a></dd>
</dl>
<pre>curl -H 'Content-Type: application/json' -d '{"limit":2}' ${originOf(alive)}/twirp/Lending/Transactions</pre>
</section>`;
}

function wallet({ wallet }: Landing): Html {
  if (wallet.token_url === undefined) {
    return html`<section><h2>Wallet network</h2><p>Tokens are presented to <code>${wallet.url}</code>.</p></section>`;
  }
  const path = '/codes/<code_id>/pay';
  return html`<section><h2>Sandbox wallet network</h2>
<p><code>${wallet.url}</code></p>
<p>An access token for ten minutes, of the first keystore below (<code>user_id</code> chooses another):</p>
<pre>curl '${wallet.token_url}'</pre>
<p>Paying a link <code>&lt;scheme&gt;://codes/&lt;code_id&gt;</code> takes a token that is signed for that request:</p>
<pre>curl -X POST -H "Authorization: Bearer $(curl -s '${wallet.token_url}&amp;method=POST&amp;path=${path}')" '${wallet.url}${path}'</pre>
<p><a href="${relative(wallet.authorize_url ?? '')}">Grant scopes to an application</a> (OAuth, with or without PKCE).</p>
<h3>Keystores</h3>
${wallet.keystores.map(
  ({ name, application, client_id, session_id, private_key }) => html`<details><summary>${name}${
    name === application ? '' : html`, by way of ${application}`
  }</summary>
<dl><dt>client_id</dt><dd><code>${client_id}</code></dd><dt>session_id</dt><dd><code>${session_id}</code></dd>
<dt>private_key</dt><dd><code>${private_key}</code></dd></dl></details>
`,
)}
<h3>Applications</h3>
${wallet.applications.map(
  ({ name, client_id, client_secret, redirect_uris }) => html`<details><summary>${name}</summary>
<dl><dt>client_id</dt><dd><code>${client_id}</code></dd><dt>client_secret</dt><dd><code>${client_secret}</code></dd>
<dt>redirect_uri</dt><dd>${redirect_uris.map((uri) => html`<code>${uri}</code><br>`)}</dd></dl></details>
`,
)}</section>`;
}

function assistant({ assistant_applications }: Landing): Html {
  if (assistant_applications.length === 0) return html``;
  return html`<section><h2>Applications of the assistant</h2>
${assistant_applications.map(
  ({ app_id, secret }) => html`<dl><dt>X-ASSISTANT-APPID</dt><dd><code>${app_id}</code></dd>
<dt>X-ASSISTANT-SECRET</dt><dd><code>${secret}</code></dd></dl>
`,
)}</section>`;
}

/** Links stay on this server, however it was reached. */
function relative(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

function originOf(url: string): string {
  return new URL(url).origin;
}
