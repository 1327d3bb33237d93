/** What a page of the site is. */
import type { Html } from '@wallet-services/kit/html';

/** What the search finds. */
type EntryKind = 'operation' | 'rule' | 'question' | 'guide' | 'protobuf';

/** Something that the search finds. */
export interface Entry {
  readonly kind: EntryKind;
  readonly title: string;
  readonly text: string;
  /** More words that find it, which a result does not show. */
  readonly words?: string;
  /** Where it is, from the folder of the site. */
  readonly url: string;
}

/** A page of the site. */
export interface Page {
  /** From the folder of the site: `lending/rules.html`. */
  readonly path: string;
  readonly title: string;
  readonly body: Html;
  /** The page draws its own body, over the whole width. */
  readonly wide?: boolean;
  /** Scripts, from the folder of the site. */
  readonly scripts?: readonly string[];
  /** What the search finds of it. */
  readonly entries?: readonly Entry[];
}

/** Makes links from a page. */
export type LinkTo = (to: string) => string;
