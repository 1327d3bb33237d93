/** A page of the site. */
import type { Html } from '@wallet-services/kit/html';

/** An entry of the search. */
export interface Entry {
  readonly title: string;
  readonly text: string;
  /** Anchor on its page. */
  readonly anchor: string;
}

/** A page of the site. */
export interface Page {
  /** Path relative to the folder of the site: `lending/rules.html`. */
  readonly path: string;
  readonly title: string;
  readonly body: Html;
  /** Whether it is a static page with its own layout over the whole width. */
  readonly wide?: boolean;
  /** Scripts of a static page, relative to the folder of the site. */
  readonly scripts?: readonly string[];
  /** Its entries for the search. */
  readonly entries?: readonly Entry[];
}

/** Makes links from a page. */
export type LinkTo = (to: string) => string;
