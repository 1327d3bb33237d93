// The search page. Plain JavaScript, as browsers take it; MiniSearch and the index come before it.

const { options, index } = window.searchIndex;
const search = window.MiniSearch.loadJS(index, options);

const form = document.getElementById('search');
const words = document.getElementById('words');
const kind = document.getElementById('kind');
const count = document.getElementById('count');
const results = document.getElementById('results');

const MOST = 50;

const names = { operation: 'operation', rule: 'rule', question: 'open question', guide: 'guide', protobuf: 'protobuf' };

/** @param {string} name @param {string} text @param {string} [className] */
function element(name, text, className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  made.className = className;
  return made;
}

/** @param {{ kind: string, title: string, excerpt: string, url: string }} found */
function item({ kind: of, title, excerpt, url }) {
  const link = element('a', title);
  link.href = url;
  const heading = document.createElement('p');
  heading.append(link, ' ', element('span', names[of], 'verdict plain'));
  const made = document.createElement('li');
  made.append(heading, element('p', excerpt, 'aside'));
  return made;
}

function show() {
  const query = words.value.trim();
  const only = kind.value;
  const found = query === '' ? [] : search.search(query, { filter: (each) => only === '' || each.kind === only });
  results.replaceChildren(...found.slice(0, MOST).map(item));
  const more = found.length > MOST ? `, the best ${MOST} are shown` : '';
  count.textContent = query === '' ? '' : found.length === 0 ? 'No results.' : `${found.length} found${more}`;
}

const asked = new URLSearchParams(window.location.search);
words.value = asked.get('q') ?? '';
kind.value = asked.get('in') ?? '';
words.addEventListener('input', show);
kind.addEventListener('change', show);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  show();
});
show();
