/**
 * Adapts the Markdown of the repository: its links lead to pages of the site, and generated HTML is not interpreted.
 */
import { isExternal, placeOf } from '../markdown/place.ts';
import type { SiteData } from './site.ts';

/** The language of code blocks with raw HTML. */
export const RAW = 'raw-html';

/** The used part of markdown-it, which belongs to VitePress. */
interface Token {
  readonly type: string;
  readonly content: string;
  readonly info: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

type Render = (tokens: Token[], place: number, options: unknown, env: Env, self: unknown) => string;

interface Env {
  readonly relativePath?: string;
}

interface MarkdownIt {
  readonly core: {
    readonly ruler: { push(name: string, rule: (state: { tokens: Token[]; env: Env }) => void): void };
  };
  readonly renderer: { readonly rules: { fence?: Render } };
}

/** Whether VitePress builds a page for a target; others are static. */
function isPage(target: string): boolean {
  return /\.md$/.test(target);
}

/** Renders a block of `raw-html`, encoded so that nothing in it is a template of Vue. */
export function rawHtml(html: string): string {
  const encoded = encodeURIComponent(html).replaceAll("'", '%27');
  return `<div v-html="decodeURIComponent('${encoded}')"></div>\n`;
}

/** The target of a link in a page. @returns undefined for none: only the link's text is kept */
export function hrefOf(target: string, page: string, { sources, targets, base }: SiteData): string | undefined {
  const source = sources[page];
  // The search of VitePress identifies a heading by its link to itself.
  if (isExternal(target) || source === undefined || /^[#/]/.test(target)) return target;
  const { path, anchor } = placeOf(target, source);
  const found = targets[path];
  if (found === undefined) return undefined;
  const hash = anchor === '' ? '' : `#${anchor}`;
  // VitePress adds the base to links to its own pages.
  return isPage(found) ? `/${found}${hash}` : `${base}${found}${hash}`;
}

/** Rewrites the links of a page. */
function rewrite(tokens: readonly Token[], page: string, site: SiteData): Token[] {
  let open = true;
  return tokens.filter((token) => {
    if (token.type === 'image') {
      const href = hrefOf(token.attrGet('src') ?? '', page, site);
      if (href === undefined) return false;
      token.attrSet('src', href.replace(site.base, '/'));
    }
    if (token.type === 'link_close' && !open) {
      open = true;
      return false;
    }
    if (token.type !== 'link_open') return true;
    const target = token.attrGet('href') ?? '';
    const href = hrefOf(target, page, site);
    open = href !== undefined;
    if (href === undefined) return false;
    token.attrSet('href', href);
    // A static file is not a page of the router.
    if (!isExternal(href) && !/\.md(?:#|$)/.test(href) && !href.startsWith('#')) token.attrSet('target', '_self');
    return true;
  });
}

/** Adds both to the Markdown parser. */
export function readAsPages(reader: unknown, site: SiteData): void {
  const { core, renderer } = reader as MarkdownIt;
  core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
    const { relativePath = '' } = env;
    for (const token of tokens)
      if (token.children !== null) token.children = rewrite(token.children, relativePath, site);
  });
  const { fence } = renderer.rules;
  renderer.rules.fence = (tokens, place, options, env, self) => {
    const { info = '', content = '' } = tokens[place] ?? {};
    if (info.trim() === RAW) return rawHtml(content);
    return fence?.(tokens, place, options, env, self) ?? '';
  };
}
