/** The search page. */
import { html } from '@wallet-services/kit/html';
import { SEARCH_FILES } from '../search/build.ts';
import type { Page } from './page.ts';

/** Makes the page. */
export function searchPage(): Page {
  const body = html`<h1>Search</h1>
<form id="search" role="search">
<label class="wide">Words<input id="words" type="search" name="q" autocomplete="off" autofocus></label>
<label>In<select id="kind" name="in">
<option value="">everything</option>
<option value="operation">operations</option>
<option value="rule">rules</option>
<option value="question">open questions</option>
<option value="guide">guides</option>
<option value="protobuf">protobuf</option>
</select></label>
<button>Search</button>
</form>
<p id="count" role="status" aria-live="polite"></p>
<ol id="results"></ol>
<noscript><p>The search needs JavaScript. Use the navigation above instead.</p></noscript>
`;
  return { path: 'search.html', title: 'Search', body, scripts: SEARCH_FILES };
}
