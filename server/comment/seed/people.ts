/** The people and sites in addition to those of the document's examples. */
import type { Site, User } from '@wallet-services/contract/comment';
import type { RandomSource } from '../../values/index.ts';
import known from './people.json' with { type: 'json' };
import sites from './sites.json' with { type: 'json' };

/** Generates users. Those who only have an account key have no number on the network. */
export function people(random: RandomSource): User[] {
  return known.map(({ id, full_name, network_identity_number, created_at }) => ({
    id,
    network_user_id: random.uuid(),
    network_identity_number,
    full_name,
    avatar_url: avatarOf(full_name),
    created_at,
  }));
}

function avatarOf(fullName: string): string {
  const [first = ''] = fullName.split(' ');
  return `https://images.example.org/avatars/${first.toLowerCase()}.png`;
}

/** A page and its comments. */
export interface PageTexts {
  readonly slug: string;
  /** Relative number of comments on the page. */
  readonly liveliness: number;
  readonly remarks: readonly string[];
}

/** The texts of a site: by page, and for any of its pages. */
export interface SiteTexts {
  readonly remarks: readonly string[];
  readonly pages: readonly PageTexts[];
}

/** A site with its comments. */
export interface LivelySite {
  readonly site: Site;
  readonly texts: SiteTexts;
}

/** The comments on the document's own site. */
export const ownTexts: SiteTexts = sites.own;

/** The sites beside the document's own. */
export const otherSites: readonly LivelySite[] = sites.others;
