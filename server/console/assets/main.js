// The console: shows the page and the world that the address selects.

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { hasToken, keepToken, read } from './api.js';
import { Clock, ClockBanner } from './clock.js';
import { Conversations } from './conversations.js';
import { Faults } from './faults.js';
import { Journal } from './journal.js';
import { Payments } from './payments.js';
import { People } from './people.js';
import { States } from './states.js';
import { byId, Field, html, Loaded, useLoaded } from './ui.js';
import { Worlds } from './worlds.js';

const PAGES = {
  journal: ['Journal', Journal],
  faults: ['Faults', Faults],
  clock: ['Clock', Clock],
  worlds: ['Worlds', Worlds],
  people: ['People', People],
  payments: ['Payments', Payments],
  conversations: ['Conversations', Conversations],
  states: ['Orders and airdrops', States],
};
const FIRST = 'journal';
const WORLD = 'sandbox.world';

/** The page and the world in the address, such as `#faults?world=k3v9x2m4q8w1`. */
function place() {
  const [page = '', values] = location.hash.slice(1).split('?');
  const world = new URLSearchParams(values).get('world');
  if (world !== null) sessionStorage.setItem(WORLD, world);
  return { page: Object.hasOwn(PAGES, page) ? page : FIRST, world: world ?? sessionStorage.getItem(WORLD) ?? 'main' };
}

/** @param {string} world */
function enter(world) {
  location.hash = `${place().page}?world=${world}`;
}

function App() {
  const [{ page, world }, move] = useState(place);
  const about = useLoaded(() => read('/about'), []);
  useEffect(() => {
    const moved = () => move(place());
    addEventListener('hashchange', moved);
    return () => removeEventListener('hashchange', moved);
  }, []);
  const [title, Page] = PAGES[page];
  useEffect(() => {
    document.title = `${title}: wallet services`;
    for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.side nav a'))) {
      if (link.hash === `#${page}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    document.querySelector('.side nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    byId('page').focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [page]);
  if (about.error?.status === 401) return html`<${TokenForm} retry=${about.reload} />`;
  return html`<${Loaded} of=${about}>${(known) => html`
    ${page !== 'clock' && html`<${ClockBanner} key=${world} world=${world} />`}
    <${Page} key=${`${page} ${world}`} world=${world} about=${known} enter=${enter} />
    <${Portal} world=${world} />`}<//>`;
}

/** Renders the selection of the world into the frame of the page. */
function Portal({ world }) {
  const worlds = useLoaded(() => read('/worlds'), [world], 5_000);
  useEffect(() => {
    const known = worlds.data ?? [];
    const options = known.some(({ id }) => id === world) ? known : [{ id: world }, ...known];
    render(
      html`<label><span class="word">World</span><select value=${world} onChange=${(event) => enter(event.target.value)}>
        ${options.map(({ id, name }) => html`<option key=${id} value=${id}>${name ?? id}</option>`)}
      </select></label>`,
      byId('world'),
    );
  }, [worlds.data, world]);
  return null;
}

function TokenForm({ retry }) {
  const [token, type] = useState('');
  const submit = (event) => {
    event.preventDefault();
    keepToken(token.trim());
    retry();
  };
  return html`<h1>This sandbox requires a token</h1>
    <p class="lead">Other machines can reach it. Enter the token that the server was started with: <code>--sandbox-token</code>.</p>
    ${hasToken() && html`<p class="problem" role="alert">The token of this tab is wrong.</p>`}
    <form class="card" onSubmit=${submit}>
      <div class="fields"><${Field} label="Token" value=${token} onInput=${type} type="password" required autocomplete="off" /></div>
      <button class="primary">Use it in this tab</button>
    </form>`;
}

const root = byId('page');
root.replaceChildren();
render(html`<${App} />`, root);
