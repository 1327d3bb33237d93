/** Stages the pages for VitePress: Markdown, static files, and the data for its configuration. */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Html } from '@wallet-services/kit/html';
import { BAR_STYLE } from '@wallet-services/kit/page';
import { stringify } from 'yaml';
import { isTable, readTable } from './markdown/markdown.ts';
import { SITE } from './pages/layout.ts';
import type { Page } from './pages/page.ts';
import { type ChartOf, chartsOf } from './pictures/charts.ts';
import { type Guide, guidePage, type Library } from './read/guides.ts';
import { paths } from './read/paths.ts';
import { RAW } from './vitepress/markdown.ts';
import type { SearchSection, SidebarGroup, SiteData } from './vitepress/site.ts';
import { withTabs } from './vitepress/tabs.ts';

/** The folder of the staged pages, in which the configuration finds them. */
export const STAGE = fileURLToPath(new URL('.pages', import.meta.url));

/** A static file: its text, or the file to copy. */
export type StaticFile = string | { readonly copy: string };

export interface Site {
  /** The home page in Markdown. */
  readonly home: string;
  readonly library: Library;
  readonly charts: readonly ChartOf[];
  /** Generated pages that are part of the site. */
  readonly pages: readonly Page[];
  /** Static files by path. */
  readonly statics: ReadonlyMap<string, StaticFile>;
  readonly base: string;
  readonly version: string;
  /** Absolute path. */
  readonly outDir: string;
}

function markdownPath(page: string): string {
  return page.replace(/\.html$/, '.md');
}

/** A block of raw HTML, with a longer fence than any in it. */
function raw(html: string): string {
  const fence = '`'.repeat(12);
  return `\n\n${fence}${RAW}\n${html.trim()}\n${fence}\n\n`;
}

/** Front matter for the first and the last page of a path, so that they do not link to another path. */
function endOfPath(file: string): string {
  const ends = paths.flatMap(({ stops }) => [
    ...(stops.at(0)?.file === file ? ['prev: false\n'] : []),
    ...(stops.at(-1)?.file === file ? ['next: false\n'] : []),
  ]);
  return ends.length === 0 ? '' : `---\n${ends.join('')}---\n`;
}

/** The text of a guide, with charts below its tables and tabs for languages, without comments. */
function guideText(guide: Guide, charts: readonly ChartOf[]): string {
  return withTabs(withoutComments(withCharts(guide, charts)));
}

function withCharts({ file, text, parsed }: Guide, charts: readonly ChartOf[]): string {
  const chartOf = chartsOf(charts, file);
  if (!charts.some((chart) => chart.file === file)) return text;
  const parts = parsed.tokens.map((token) => {
    const chart = isTable(token) ? chartOf(readTable(token)).text : '';
    return chart === '' ? token.raw : `${token.raw}${raw(chart)}`;
  });
  return parts.join('');
}

function withoutComments(text: string): string {
  return text.replaceAll(/^<!--.*?-->\n/gms, '');
}

function generatedText({ title, path, body }: Page, isPage: (path: string) => boolean): string {
  return `---\n${stringify({ title, editLink: false })}---\n${raw(withTargets(body, path, isPage))}`;
}

/** Marks links to static files, because the router of VitePress handles all other links as its pages. */
function withTargets({ text }: Html, page: string, isPage: (path: string) => boolean): string {
  return text.replaceAll(/<a href="([^"#:]+)(#[^"]*)?"/g, (link, target: string) => {
    const path = join(dirname(page), decodeURIComponent(target));
    return isPage(path) ? link : link.replace('<a ', '<a target="_self" ');
  });
}

function sidebar({ guides }: Library): readonly SidebarGroup[] {
  const link = (page: string) => `/${page.replace(/\.html$/, '').replace(/index$/, '')}`;
  const groups = paths.map(({ title, stops }) => ({
    text: title,
    items: stops.map((stop) => ({ text: stop.title, link: link(stop.page ?? guidePage(stop.file ?? '')) })),
  }));
  const shown = new Set(paths.flatMap(({ stops }) => stops.flatMap(({ file }) => file ?? [])));
  const others = [...guides.values()].filter(({ file }) => !shown.has(file));
  const more = others.map(({ page, parsed }) => ({ text: parsed.title, link: link(page) }));
  return [...groups, { text: 'Folders and packages', items: more }];
}

function searchOf({ entries = [], title }: Page): readonly SearchSection[] {
  return [
    { anchor: '', titles: [title], text: '' },
    ...entries.map(({ title: name, text, anchor }) => ({ anchor, titles: [title, name], text })),
  ];
}

/** Writes everything into the folder of the staged pages. */
export async function stage({ home, library, charts, pages, statics, base, version, outDir }: Site): Promise<void> {
  const guides = [...library.guides.values()];
  const isPage = (path: string) =>
    [...pages.map((page) => page.path), ...guides.map(({ page }) => page)].includes(path);
  const targets = [
    ...guides.map(({ file, page }) => [file, markdownPath(page)]),
    ...[...library.files.values()].map(({ path, page }) => [path, page]),
    ...[...statics.keys()].filter((path) => path.startsWith('pictures/')).map((path) => [`docs/${path}`, path]),
  ];
  const data: SiteData = {
    title: SITE,
    description: 'One contract for the lending, comment, swap, vault and assistant services of a wallet network.',
    version,
    base,
    outDir,
    sidebar: sidebar(library),
    sources: Object.fromEntries(guides.map(({ file, page }) => [markdownPath(page), file])),
    targets: Object.fromEntries(targets),
    search: Object.fromEntries(pages.map((page) => [markdownPath(page.path), searchOf(page)])),
  };
  const files = new Map<string, StaticFile>([
    ['index.md', home],
    ...guides.map((guide): [string, string] => [
      markdownPath(guide.page),
      `${endOfPath(guide.file)}${guideText(guide, charts)}`,
    ]),
    ...pages.map((page): [string, string] => [markdownPath(page.path), generatedText(page, isPage)]),
    ...[...statics].map(([path, file]): [string, StaticFile] => [`public/${path}`, file]),
    ['.vitepress/data.json', JSON.stringify(data)],
    ['.vitepress/config.ts', CONFIG],
    ['.vitepress/theme/index.ts', THEME],
    ['.vitepress/theme/page.css', BAR_STYLE],
  ]);
  await rm(STAGE, { recursive: true, force: true });
  for (const folder of new Set([...files.keys()].map((path) => dirname(join(STAGE, path))))) {
    await mkdir(folder, { recursive: true });
  }
  await Promise.all([...files].map(([path, file]) => writeOne(join(STAGE, path), file)));
}

const CONFIG = `import { siteConfig } from '../../vitepress/config.ts';
import data from './data.json' with { type: 'json' };

export default siteConfig(data);
`;

const THEME = `import './page.css';

export { default } from '../../../vitepress/theme.js';
`;

function writeOne(path: string, file: StaticFile): Promise<void> {
  return typeof file === 'string' ? writeFile(path, file) : cp(file.copy, path);
}
