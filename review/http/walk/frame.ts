/** Frames: the parts of operations, and the pairs of components, in which differences are found. */
import { joinMembers, type Place } from '../../finding.ts';
import type { Direction } from '../canonical/schema.ts';
import type { Caller } from '../operations.ts';

/** A part of an operation, or a component on both sides, wherever it is used. */
export interface Frame {
  /** Where it is; null for a pair of components, which is where its uses are. */
  readonly place: Place | null;
  readonly direction: Direction | null;
  readonly caller: Caller;
  /** The components, by their canonical names. */
  readonly components: { readonly base: string; readonly head: string } | null;
  /** Whether its content travels as text: a parameter, a header. */
  readonly isText: boolean;
  /** Whether a component of another name took the place of one. */
  readonly isSwap: boolean;
  /** The frames that hold it, with the paths at which they do; the shortest first. */
  readonly uses: Map<Frame, string[]>;
}

/** A frame without uses. */
export function frameOf(parts: Partial<Omit<Frame, 'uses'>>): Frame {
  return {
    place: null,
    direction: null,
    caller: 'client',
    components: null,
    isText: false,
    isSwap: false,
    ...parts,
    uses: new Map(),
  };
}

const MOST_USES = 20;

/** Notes that a frame is used at a member of another one. */
export function use(frame: Frame, by: Frame, member: string): void {
  if (frame === by) return;
  const members = frame.uses.get(by) ?? [];
  if (members.length < MOST_USES && !members.includes(member)) members.push(member);
  members.sort((one, other) => depthOf(one) - depthOf(other));
  frame.uses.set(by, members);
}

/** How many steps lead to a member. */
function depthOf(member: string): number {
  return member === '' ? 0 : member.split(/[.[*]/).length;
}

/** The places at which a member of a frame is seen: one for each part of an operation, the shortest ones first. */
export function placesOf(frame: Frame, member: string): readonly Place[] {
  const seen = new Set([frame]);
  const places: Place[] = [];
  let level: readonly (readonly [Frame, string])[] = [[frame, member]];
  while (level.length > 0) {
    const next: [Frame, string][] = [];
    for (const [one, path] of level) {
      if (one.place !== null) {
        places.push({ ...one.place, member: path });
        continue;
      }
      for (const [holder, members] of one.uses) {
        // Where another component took the place of one, each place shows it.
        const shown = one.isSwap && holder.place !== null ? members : members.slice(0, 1);
        if (holder.place !== null && one.isSwap) {
          for (const use of shown) places.push({ ...holder.place, member: joinMembers(use, path) });
          seen.add(holder);
        } else if (!seen.has(holder)) {
          seen.add(holder);
          next.push([holder, joinMembers(shown[0] ?? '', path)]);
        }
      }
    }
    level = next;
  }
  return places.toSorted((one, other) => depthOf(one.member) - depthOf(other.member));
}
