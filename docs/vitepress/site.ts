/** The data of the staged pages for VitePress. */

/** A section of a page in the search. */
export interface SearchSection {
  readonly anchor: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/** A group of the sidebar; its pages link to each other in order. */
export interface SidebarGroup {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** The data for the configuration of VitePress, as JSON. */
export interface SiteData {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** Base path at which the site will be served: `/`, or `/repository/`. */
  readonly base: string;
  /** Absolute path. */
  readonly outDir: string;
  readonly sidebar: readonly SidebarGroup[];
  /** The repository's Markdown file of each page: `guides/server.md` comes from `server/README.md`. */
  readonly sources: Readonly<Record<string, string>>;
  /** The site's path for a repository's path: a page, `guides/server.md`, or a static file, `files/buf.yaml.html`. */
  readonly targets: Readonly<Record<string, string>>;
  /** Search sections of generated pages. */
  readonly search: Readonly<Record<string, readonly SearchSection[]>>;
}
