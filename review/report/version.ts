/** The next version of the contract's package, by semantic versioning. */
import gte from 'semver/functions/gte.js';
import inc from 'semver/functions/inc.js';
import major from 'semver/functions/major.js';
import valid from 'semver/functions/valid.js';
import { type ChangeClass, isGrave } from '../finding.ts';

/** The part of a version that a change raises. */
export type Bump = 'major' | 'minor' | 'patch';

/** The recommended next version. */
export interface NextVersion {
  /** The version before the change; null when it is unknown. */
  readonly current: string | null;
  /** The part of the version that the change raises; null when nothing changed. */
  readonly bump: Bump | null;
  /** The recommended version; the current one when nothing changed. */
  readonly suggested: string | null;
  /** The version that the new state already has. */
  readonly declared: string | null;
  /** Whether the declared version is high enough. */
  readonly enough: boolean;
}

/**
 * Suggests the next version. Before 1.0 a breaking change raises the minor part and everything else the patch part, as
 * package managers read `^0.1.0`; from 1.0 on: major, minor, patch. A change that the report cannot judge counts as
 * breaking.
 *
 * @param gravest the most severe class of all changes, for any side; null when nothing changed
 */
export function nextVersion(
  base: string | undefined,
  head: string | undefined,
  gravest: ChangeClass | null,
): NextVersion {
  const current = valid(base ?? null);
  const declared = valid(head ?? null);
  const bump = gravest === null ? null : bumpOf(gravest, current !== null && major(current) === 0);
  const suggested = current === null || bump === null ? current : inc(current, bump);
  return {
    current,
    bump,
    suggested,
    declared,
    enough: suggested === null || (declared !== null && gte(declared, suggested)),
  };
}

function bumpOf(gravest: ChangeClass, early: boolean): Bump {
  if (isGrave(gravest)) return early ? 'minor' : 'major';
  return gravest === 'compatible' && !early ? 'minor' : 'patch';
}

/** The recommendation as a sentence. */
export function versionSentence({ current, suggested, bump, declared, enough }: NextVersion): string {
  if (current === null || suggested === null) {
    return bump === null ? 'version: unchanged' : `next version: raise the ${bump} part`;
  }
  if (bump === null) return `next version: stays ${current}`;
  if (declared !== null && declared !== current) {
    return enough
      ? `next version: ${suggested}; the version is already ${declared}`
      : `next version: ${suggested}; ${declared} is too low for this change`;
  }
  return `next version: ${suggested} (${bump}; now ${current})`;
}
