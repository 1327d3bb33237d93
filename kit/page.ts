/** The parts that all pages share: the colours, the style, and a bar at the top that links to the other pages. */
import { Html, html } from './html.ts';

/** The default address of the sandbox. */
export const SANDBOX = 'http://127.0.0.1:4000';
/** The default address of the docs. */
const DOCS = 'http://127.0.0.1:4050';

/**
 * The colours of all pages, light or dark like the reader's system, and the style of the bar, for pages with a style of
 * their own.
 */
export const BAR_STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#ffffff, #14171c);
  --sheet: light-dark(#f6f7f9, #1d2128);
  --soft: light-dark(#eceff3, #262b33);
  --line: light-dark(#d5d9e0, #373d48);
  --edge: light-dark(#767e8c, #7d8696);
  --text: light-dark(#1b1f26, #e7eaf0);
  --quiet: light-dark(#535b69, #a8b1bf);
  --accent: light-dark(#0a56b8, #8ab8ff);
  --good: light-dark(#146c2e, #6fd58c);
  --bad: light-dark(#b3141d, #ff8a85);
  --odd: light-dark(#804500, #f3b65c);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
.skip { position: absolute; left: -100vw; }
.skip:focus { position: static; }
.site, .site * { box-sizing: border-box; }
.site { position: relative; display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; padding: .25rem 1rem;
  border-bottom: 1px solid var(--line); background: var(--sheet); color: var(--text); font: .95rem/1.5 system-ui, sans-serif; }
.site p, .site ul { margin: 0; padding: 0; max-width: none; list-style: none; }
.site p { font-weight: 650; }
.site nav, .site nav ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.site .icon, .site li a, .site p, .site p a, .site summary { display: inline-flex; gap: .6rem; align-items: center; }
.site li a, .site p, .site summary { padding: .5rem 0; color: var(--accent); text-decoration: none; }
.site p, .site p a, .site li a[aria-current] { color: var(--text); text-decoration: none; }
.site li a[aria-current] { box-shadow: inset 0 -2px var(--accent); }
.site li a:hover, .site details li a { text-decoration: underline; }
.site details { margin: 0 0 0 auto; }
.site summary { cursor: pointer; }
.site summary::after { content: '▾'; }
.site details ul { position: absolute; right: 0; z-index: 9; display: grid; gap: .6rem; width: min(34rem, 100%); padding: 1rem;
  background: var(--page); border: 1px solid var(--line); border-radius: 0 0 .5rem .5rem; box-shadow: 0 .5rem 1.5rem rgb(0 0 0 / 20%); }
.site details li a { padding: 0; }
.site code { display: block; padding: 0; background: none; font: .8125rem/1.5 var(--mono); color: var(--quiet); overflow-wrap: anywhere; }
.site :focus-visible, .skip:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-width: 30rem) { .site, .site nav ul { gap: 0 .9rem; font-size: .875rem; } .site nav { gap: 0; } .site p .icon { display: none; } }
@media print { .site { display: none; } }
`;

/** The style of all pages. A page adds its own rules. */
export const PAGE_STYLE = `${BAR_STYLE}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; background: var(--page); color: var(--text); }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
input, select, button { font: inherit; color: var(--text); background: var(--page); border: 1px solid var(--edge); border-radius: .4rem;
  padding: .45rem .6rem; min-height: 2.75rem; max-width: 100%; }
button { cursor: pointer; background: var(--soft); }
.scroll { --shade: color-mix(in srgb, var(--text) 25%, transparent); overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem;
  background: linear-gradient(to right, var(--sheet) 40%, transparent) left / 2rem 100% no-repeat local,
    linear-gradient(to left, var(--sheet) 40%, transparent) right / 2rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / .7rem 100% no-repeat scroll,
    linear-gradient(to left, var(--shade), transparent) right / .7rem 100% no-repeat scroll, var(--sheet); }
.scroll caption > * { position: sticky; left: .75rem; display: inline-block; max-width: calc(100vw - 4rem); }
`;

/** The same colours under the names that Scalar uses. */
export const SCALAR_STYLE = `
.light-mode, .dark-mode {
  --scalar-background-1: var(--page); --scalar-background-2: var(--sheet); --scalar-background-3: var(--soft);
  --scalar-border-color: var(--line); --scalar-color-1: var(--text); --scalar-color-2: var(--quiet); --scalar-color-3: var(--quiet);
  --scalar-color-accent: var(--accent); --scalar-color-blue: var(--accent); --scalar-color-green: var(--good);
  --scalar-color-orange: var(--odd); --scalar-color-red: var(--bad); --scalar-color-yellow: var(--odd);
  --scalar-color-purple: light-dark(#6a3fb0, #c9a2f2);
}
`;

/** The icon of all pages, as SVG. */
export const PAGE_ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f5fd0"/><path d="M7 11.5A2.5 2.5 0 0 1 9.5 9H23v3H10v1h14.5a1 1 0 0 1 1 1V23a1 1 0 0 1-1 1H9.5A2.5 2.5 0 0 1 7 21.5z" fill="#fff"/><circle cx="21.5" cy="18.5" r="1.8" fill="#2f5fd0"/></svg>';

/** A page that the bar links to. */
export interface Place {
  readonly name: string;
  readonly href: string;
  /** It is the current page, or the part of the site with the current page. */
  readonly isCurrent?: boolean;
}

/** A kind of page, and the command that creates it. */
interface Kind {
  readonly name: string;
  /** The address at which the command serves it; undefined if the command writes a file. */
  readonly href?: string;
  /** The npm script in this repository. */
  readonly script: string;
  /** The package to run where this repository is not checked out; undefined if only the script exists. */
  readonly program?: string;
  readonly options?: string;
}

const KINDS: readonly Kind[] = [
  { name: 'Start page', href: `${SANDBOX}/`, script: 'serve', program: '@wallet-services/server' },
  { name: 'Console', href: `${SANDBOX}/sandbox`, script: 'serve', program: '@wallet-services/server' },
  { name: 'Docs', href: `${DOCS}/`, script: 'docs' },
  {
    name: 'Report of a check',
    script: 'check',
    program: '@wallet-services/conformance',
    options: '--comment http://127.0.0.1:8080 --html report.html',
  },
  {
    name: 'Board of several reports',
    script: 'check',
    program: '@wallet-services/conformance',
    options: '--compare a.json b.json --html board.html',
  },
  {
    name: 'Review of a change',
    script: 'diff',
    program: '@wallet-services/review',
    options: 'main --html review.html',
  },
  {
    name: 'Live view of real traffic',
    script: 'proxy',
    program: '--package @wallet-services/mock wallet-proxy',
    options: '--comment http://127.0.0.1:8080 --live 9100',
  },
];

/** Each other kind of page, with its command as the reader can type it. */
function kinds(linked: readonly Place[], isRepository: boolean): readonly Html[] {
  return KINDS.filter((kind) => linked.every(({ name }) => name !== kind.name)).map(
    ({ name, href, script, program, options }) => {
      // A file may be opened on another machine, where these addresses do not exist.
      const shown = href === undefined || linked.length === 0 ? html`${name}` : html`<a href="${href}">${name}</a>`;
      const ofRepository = `npm run ${script}${options === undefined ? '' : ` -- ${options}`}`;
      const ofPackage = `npx ${program}${options === undefined ? '' : ` ${options}`}`;
      return html`<li>${shown} <code>${isRepository || program === undefined ? ofRepository : ofPackage}</code></li>\n`;
    },
  );
}

/**
 * The bar at the top of a page: its title, links to related pages, and every other kind of page with its command. It
 * has no landmark around it, so that it can be the first part of a page's own header.
 *
 * @param title the page in a few words
 * @param places the pages to link to; the title also links to the first one
 */
export function pageBar(
  title: string,
  places: readonly Place[] = [],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Html {
  const [first] = places;
  const icon = html`<span class="icon" aria-hidden="true">${new Html(PAGE_ICON)}</span>`;
  const named = first === undefined ? html`${icon}${title}` : html`<a href="${first.href}">${icon}${title}</a>`;
  const links = places.map(
    ({ name, href, isCurrent = false }) =>
      html`<li><a href="${href}"${isCurrent ? new Html(' aria-current="page"') : ''}>${name}</a></li>\n`,
  );
  const nav = links.length === 0 ? html`` : html`<nav aria-label="Site"><ul>${links}</ul></nav>`;
  return html`<div class="site"><p>${named}</p>${nav}
<details><summary>All pages</summary><ul>
${kinds(places, environment['npm_package_name'] === 'wallet-services')}</ul></details></div>
`;
}
