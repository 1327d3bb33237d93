/** The pages of OAuth, where a demonstration user approves or denies a request. They work without scripts. */

import { html } from '@wallet-services/kit/html';
import type { Response } from 'express';
import { sendPage } from '../http/page.ts';
import type { CheckedRequest } from './operations/oauth.ts';
import type { WalletUserRow } from './store/tables.ts';

const MEANINGS: Readonly<Record<string, string>> = {
  'PROFILE:READ': 'read your profile',
  'PHONE:READ': 'read your phone number',
  'CONTACTS:READ': 'read your contacts',
  'ASSETS:READ': 'read your assets',
  'SNAPSHOTS:READ': 'read your transfers',
  'MESSAGES:REPRESENT': 'send messages for you',
  PAYMENTS: 'pay for you',
};

/** Shows the page that asks the user to approve the application's request. */
export function sendConsentPage(response: Response, request: CheckedRequest, users: readonly WalletUserRow[]): void {
  const { app, scopes, challenge, redirectUri, state } = request;
  const hidden = {
    client_id: app.client_id,
    scope: scopes.join(' '),
    code_challenge: challenge,
    redirect_uri: redirectUri,
    state,
  };
  const body = html`<h1>${app.name} asks for access</h1>
<p>This is the sandbox wallet network: choose a user; no password is needed.</p>
<form method="post" action="authorize">
${Object.entries(hidden).flatMap(([name, value]) =>
  value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">\n`],
)}
<fieldset><legend>You are</legend>
${users.map(
  ({ user_id, full_name, identity_number }, place) => html`<label><input type="radio" name="user_id" required
 value="${user_id}"${html`${place === 0 ? 'checked' : ''}`}> ${full_name} ${identity_number}</label>\n`,
)}</fieldset>
<p>${app.name} will be allowed to:</p>
<ul>${scopes.map((scope) => html`<li>${MEANINGS[scope] ?? scope} (<code>${scope}</code>)</li>`)}</ul>
<p>${redirectUri === undefined ? 'The code will be shown here.' : `You will return to ${redirectUri}.`}</p>
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny">Deny</button>
</form>`;
  // Browsers apply the policy for form targets to redirects as well.
  const targets = redirectUri === undefined ? [] : [new URL(redirectUri).origin];
  sendPage(response, 200, `${app.name} asks for access`, body, targets);
}

/** Shows the code when the request has no redirect. */
export function sendCodePage(response: Response, code: string | undefined): void {
  const body =
    code === undefined
      ? html`<h1>Denied</h1><p>The application receives no code.</p>`
      : html`<h1>Approved</h1><p>The application exchanges this code for a token, once and within five minutes:</p><pre>${code}</pre>`;
  sendPage(response, 200, code === undefined ? 'Denied' : 'Approved', body);
}
