/** The frame of every page: it is self-contained, with no network and no other file. */
import { createHash } from 'node:crypto';
import { pageBar } from '@wallet-services/kit/page';
import type { Outcome } from '../../run/report.ts';
import { empty, h, Markup } from './markup.ts';
import { style } from './style.ts';

export const outcomeColours: Readonly<Record<Outcome, string>> = {
  conformant: 'good',
  'not conformant': 'bad',
  undecided: 'odd',
};

export interface Page {
  readonly title: string;
  /** Added to the style of all pages. */
  readonly style?: string;
  /** The only script that may run. Absent: none may. */
  readonly script?: string;
  /** The text of the link past the header. */
  readonly skip: string;
  readonly header: readonly Markup[];
  readonly main: readonly (Markup | null)[];
  readonly footer?: Markup;
}

/** Nothing may be fetched, and only the page's own script may run, whatever text a server put into its answers. */
function policy(script: string | undefined): string {
  const hash = script === undefined ? null : createHash('sha256').update(script).digest('base64');
  const scripts = hash === null ? '' : `script-src 'sha256-${hash}'; `;
  return `default-src 'none'; style-src 'unsafe-inline'; ${scripts}base-uri 'none'; form-action 'none'`;
}

/** @returns HTML with a final newline. */
export function pageOf({ title, style: more = '', script, skip, header, main, footer }: Page): string {
  const head = h(
    'head',
    {},
    empty('meta', { charset: 'utf-8' }),
    empty('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    empty('meta', { 'http-equiv': 'Content-Security-Policy', content: policy(script) }),
    h('title', {}, title),
    new Markup(`<style>${style}${more}</style>`),
  );
  const body = h(
    'body',
    {},
    h('a', { class: 'skip', href: '#main' }, skip),
    h('header', {}, new Markup(pageBar('Conformance suite').text), h('div', { class: 'head' }, ...header)),
    h('main', { id: 'main', tabindex: '-1' }, ...main),
    footer ?? null,
    script === undefined ? null : new Markup(`<script>${script}</script>`),
  );
  return `<!doctype html>\n${h('html', { lang: 'en' }, head, body).source}\n`;
}
