/** The script of the page: it filters the items, and copies commands. The page reads well without it. */
export const script = String.raw`
'use strict';
const form = document.querySelector('.filters');
const items = Array.from(document.querySelectorAll('[data-verdict]'), (element) => ({
  element,
  text: element.textContent.toLowerCase(),
  verdict: element.dataset.verdict,
  service: element.closest('[data-service]').dataset.service,
}));
const groups = Array.from(document.querySelectorAll('details.operation, div.item'), (element) => ({
  element,
  items: Array.from(element.querySelectorAll('[data-verdict]')),
}));
const sections = Array.from(document.querySelectorAll('section'), (element) => ({
  nothing: element.querySelector('.nothing'),
  items: Array.from(element.querySelectorAll('[data-verdict]')),
}));
function filter() {
  const { text, verdict, service } = Object.fromEntries(new FormData(form));
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== '');
  let shown = 0;
  for (const item of items) {
    const fits = (verdict === '' || item.verdict === verdict) && (service === '' || item.service === service)
      && words.every((word) => item.text.includes(word));
    item.element.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const section of sections) {
    if (section.nothing !== null) section.nothing.hidden = section.items.some((element) => !element.hidden);
  }
  const isFiltered = words.length > 0 || verdict !== '' || service !== '';
  for (const group of groups) {
    group.element.hidden = group.items.every((element) => element.hidden);
    if (group.element.localName === 'details') group.element.open = isFiltered && !group.element.hidden;
  }
  form.querySelector('output').value = shown + ' of ' + items.length + ' entries shown';
}
form.hidden = false;
form.addEventListener('input', filter);
form.addEventListener('submit', (event) => event.preventDefault());
form.addEventListener('reset', () => setTimeout(filter));
filter();
function open() {
  const [, id] = location.hash.split('#');
  const target = id === undefined ? null : document.getElementById(id);
  if (target === null) return;
  for (const folded of target.querySelectorAll(':scope > details')) folded.open = true;
  target.scrollIntoView();
}
addEventListener('hashchange', open);
open();
function select(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const command = button.parentElement.querySelector('pre');
    try {
      await navigator.clipboard.writeText(command.textContent);
      button.textContent = 'Copied';
    } catch {
      select(command);
      button.textContent = 'Selected: copy it with the keyboard';
    }
    setTimeout(() => { button.textContent = 'Copy the command'; }, 2000);
  });
}
`;
