/** The configuration of VitePress, which builds the site from the staged pages. */
import { SANDBOX } from '@wallet-services/kit/page';
import { slug } from 'github-slugger';
import { defineConfig } from 'vitepress';
import { readAsPages } from './markdown.ts';
import type { SearchSection, SiteData } from './site.ts';

/** The search sections of a generated page; undefined to let VitePress find them. */
function sectionsOf(page: string, { search }: SiteData): AsyncGenerator<SearchSection> | undefined {
  const sections = search[page];
  if (sections === undefined) return undefined;
  return (async function* each() {
    yield* sections;
  })();
}

/** The first page of each path in the sidebar, with the goal of its readers. */
function firstPages(sidebar: SiteData['sidebar']): SiteData['sidebar'][number]['items'] {
  return sidebar.flatMap(({ text, items: [first] }) =>
    first?.link.startsWith('/start/') === true ? [{ text, link: first.link }] : [],
  );
}

/** The configuration for staged pages. */
export function siteConfig(site: SiteData) {
  const { title, description, version, base, outDir, sidebar } = site;
  return defineConfig({
    title,
    description,
    base,
    outDir,
    lang: 'en',
    metaChunk: true,
    // No request goes to another host, not even to check whether a page is linked.
    head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
    // docs/site.test.ts checks every link of the built pages, so links to static files are ignored here.
    ignoreDeadLinks: [(url: string) => !/\.md(?:#|$)/.test(url)],
    markdown: {
      // HTML in the texts is shown as text.
      html: false,
      anchor: { slugify: slug },
      config: (reader) => readAsPages(reader, site),
    },
    vite: { logLevel: 'error', build: { chunkSizeWarningLimit: 10_000 } },
    themeConfig: {
      logo: '/icon.svg',
      nav: [
        { text: 'Get started', items: [...firstPages(sidebar)] },
        { text: 'Services', link: '/services' },
        {
          text: 'Sandbox',
          items: [
            { text: 'Start page (npm run serve)', link: `${SANDBOX}/` },
            { text: 'Console (npm run serve)', link: `${SANDBOX}/sandbox` },
          ],
        },
        { text: 'Words', link: '/guides/docs-words' },
        { text: version, link: '/guides/docs-commands' },
      ],
      sidebar: sidebar.map((group) => ({ ...group, items: [...group.items] })),
      outline: [2, 3],
      socialLinks: [],
      search: {
        provider: 'local',
        options: {
          detailedView: true,
          miniSearch: {
            _splitIntoSections: (file: string) => sectionsOf(pageOf(file), site) as never,
          },
        },
      },
    },
  });
}

/** The page of a staged file. */
function pageOf(file: string): string {
  return file.replaceAll('\\', '/').replace(/^.*\/\.pages\//, '');
}
