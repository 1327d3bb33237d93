/** The look of the site: VitePress's own, without the fonts that it brings, and with the parts of our pages. */
import { onContentUpdated } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import '../assets/parts.css';
import './theme.css';

/** Where the browser remembers the language of the tabs, from page to page. */
const KEY = 'language-of-tabs';

/** Shows the tabs of a language, where there is one. */
function show(language) {
  for (const label of document.querySelectorAll('.vp-code-group label')) {
    const input = document.getElementById(label.htmlFor);
    if (label.textContent === language && input?.checked === false) input.click();
  }
}

/** A reader chooses a language once, for every call on every page. */
function remember({ target, isTrusted }) {
  if (!isTrusted || !target.matches?.('.vp-code-group input')) return;
  const language = target.labels[0]?.textContent;
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Without storage the choice holds for this page.
  }
  show(language);
}

/** @type {import('vitepress').Theme} */
export default {
  extends: DefaultTheme,
  enhanceApp() {
    if (typeof document !== 'undefined') document.addEventListener('change', remember);
  },
  setup() {
    onContentUpdated(() => {
      try {
        const language = localStorage.getItem(KEY);
        if (language !== null) show(language);
      } catch {
        // Without storage the first tab is shown.
      }
    });
  },
};
