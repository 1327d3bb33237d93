/** What the pages are staged with, for VitePress. */

/** A part of a page that the search finds. */
export interface SearchSection {
  readonly anchor: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** A group of the navigation at the side; the pages lead from one to the next. */
export interface SidebarGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** Everything that the configuration of VitePress needs to know, as JSON. */
export interface SiteData {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Where the site will be served: `/`, or `/repository/`. */
  readonly base: string;
  /** Absolute. */
  readonly outDir: string;
  readonly sidebar: readonly SidebarGroup[];
  /** The Markdown of the repository that a page is made from: `guides/server.md` is `server/README.md`. */
  readonly sources: Readonly<Record<string, string>>;
  /** Where a path of the repository is on the site: a page, `guides/server.md`, or a static file, `files/buf.yaml.html`. */
  readonly targets: Readonly<Record<string, string>>;
  /** What the search finds of pages that are generated. */
  readonly search: Readonly<Record<string, readonly SearchSection[]>>;
}
