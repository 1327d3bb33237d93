/** What a page of the site is. */
import type { Html } from '@wallet-services/kit/html';

/** Something that the search finds on a page. */
export interface Entry {
  readonly title: string;
  readonly text: string;
  /** Where it is on its page. */
  readonly anchor: string;
}

/** A page of the site. */
export interface Page {
  /** From the folder of the site: `lending/rules.html`. */
  readonly path: string;
  readonly title: string;
  readonly body: Html;
  /** A page that is static draws its own body, over the whole width. */
  readonly wide?: boolean;
  /** Scripts of a page that is static, from the folder of the site. */
  readonly scripts?: readonly string[];
  /** What the search finds of it. */
  readonly entries?: readonly Entry[];
}

/** Makes links from a page. */
export type LinkTo = (to: string) => string;
